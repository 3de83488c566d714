// POST /hook/{host}: a hook without a process. The host posts the hook's input and reads in the
// answer what the hook's command would have printed.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "model/host_event.h"
#include "os/stdio.h"
#include "web/deadline.h"
#include "web/metrics.h"
#include "web/site.h"

namespace web {

struct HookQuestion {
  std::string event;  // ?event=: the host's name of it; empty: the payload says.
  std::string
      project;  // ?project=: where the settings say that the project is; empty: they do not.
  os::Input input;
};

struct HookReply {
  model::EventKind event = model::EventKind::other;
  HookAnswerKind kind = HookAnswerKind::nothing;
  std::string output;   // JSON, or nothing.
  std::string warning;  // For the person; or nothing.
  // Not empty: nobody could tell what was asked, and so the host must hear of a failure.
  std::string failure;
  std::function<void()> when_told;
};

// What to answer where time runs out, and how much there is, counted from the beginning.
using ArmHook = std::function<void(HookReply on_timeout, base::Millis limit)>;

struct HookHost {
  std::string name;  // "claude-code"
  // On a thread of the server, several at once.
  std::function<HookReply(HookQuestion question, const ArmHook& arm)> answer;
};

class HookEndpoint {
 public:
  static constexpr std::string_view kPath = "/hook/";
  // As a hook's process reads of its standard input.
  static constexpr std::size_t kBytesMax = os::InputOptions{}.bytes_max;

  struct Options {
    std::vector<HookHost> hosts;
    base::Millis limit{2000};  // Until `arm` says another one.
    // Warnings for the person who runs the server.
    std::function<void(const std::string& line)> say;
  };
  HookEndpoint(Options options, Metrics& metrics);

  Endpoint endpoint();
  void handle(const ExchangePtr& exchange);

 private:
  class Call;
  const HookHost* host_of(std::string_view path) const;

  Options options_;
  Metrics& metrics_;
  Deadlines deadlines_;
};

}  // namespace web

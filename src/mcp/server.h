// A server of one catalogue, for any number of clients of either era on any transport: what all of
// them share. legacy.h and modern.h speak to clients, stdio_server.h and http_endpoint.h carry it.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string_view>

#include "base/digest.h"
#include "base/time.h"
#include "mcp/call.h"
#include "mcp/endings.h"
#include "mcp/era.h"
#include "mcp/feature.h"
#include "mcp/subscriptions.h"
#include "mcp/workers.h"
#include "os/clock.h"

namespace mcp {

struct ServerOptions {
  ServerIdentity identity;
  base::SecretKey state_key;  // Seals what clients carry for us: see request_state.h.
  std::size_t page_size = 100;
  std::size_t calls_max = 64;
  std::size_t listeners_max = 4096;
  std::size_t message_bytes_max = 16U * 1024 * 1024;
  base::Millis list_ttl{30'000};  // How long modern clients may keep a list without asking.
  base::Millis read_ttl{0};       // The same for the content of a resource.
  base::Millis input_timeout{10 * 60 * 1000};  // How long a legacy client's user may take.
  int input_rounds_max = 16;
};

// A method and what it is asked with.
struct Question {
  Era era = Era::legacy;
  std::string_view method;
  const base::Json& params;  // Lives as long as the call.
};

// What the call asks.
Question question_of(Era era, const Call& call);

class Server {
 public:
  // Borrowed: catalogue and clock outlive this.
  Server(Catalogue& catalogue, ServerOptions options, os::Clock& clock);

  // The `result` of a list, call, read, get or completion, without what an era adds to it. Nothing
  // where the method is none of these.
  std::optional<Outcome<base::JsonBox>> answer(const Question& question, CallContext& context);
  // Whether it must run on a thread of its own.
  bool may_wait(const Question& question) const;
  base::Json capabilities() const;

  // Runs a call here or on a worker; false where too many run already.
  bool run(bool on_worker, std::function<void()> work);
  // Goes on with a call on a worker, from inside of its run; false where no thread is left.
  bool go_on(std::function<void()> work);

  const ServerOptions& options() const { return options_; }
  const Catalogue& catalogue() const { return catalogue_; }
  Subscriptions& subscriptions() { return subscriptions_; }
  // What stays open until the server stops: the modern era's subscriptions.
  Endings& endings() { return endings_; }
  base::Instant now() { return clock_.now(); }

 private:
  std::optional<Outcome<base::JsonBox>> dispatch(const Question& question, CallContext& context);
  Outcome<base::JsonBox> list_tools(const Question& question) const;
  Outcome<base::JsonBox> list_prompts(const Question& question) const;
  Outcome<base::JsonBox> list_resources(const Question& question) const;
  Outcome<base::JsonBox> list_templates(const Question& question) const;
  Outcome<base::JsonBox> call_tool(const Question& question, CallContext& context) const;
  Outcome<base::JsonBox> get_prompt(const Question& question, CallContext& context) const;
  Outcome<base::JsonBox> read_resource(const Question& question, CallContext& context) const;
  Outcome<base::JsonBox> complete(const Question& question) const;

  Catalogue& catalogue_;
  ServerOptions options_;
  os::Clock& clock_;
  std::atomic<std::size_t> running_ = 0;
  Subscriptions subscriptions_;
  Endings endings_;
  Workers workers_;  // Last: its end waits for calls that use the others.
};

}  // namespace mcp

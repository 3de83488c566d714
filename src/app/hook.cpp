#include "app/hook.h"

#include <exception>
#include <string>
#include <string_view>

#include "engine/fleet_background.h"
#include "host/answer.h"
#include "host/hook.h"
#include "os/detached.h"
#include "os/stdio.h"
#include "os/watchdog.h"

namespace app {
namespace {

constexpr base::Millis kDefaultLimit{2000};

// What is done once the answer is out. An error in it must not end the process in a way that makes
// the host throw the answer away.
void follow_up(os::System& system, const model::HostEvent& event, const model::HostReply& reply,
               bool is_out) {
  try {
    if (is_out && reply.when_told) reply.when_told();
    os::RealDetachedPrograms programs;
    engine::push_after(system, programs, event, reply);
  } catch (const std::exception& error) {
    os::write_standard_error(std::string("holdfast: after its answer: ") + error.what() + "\n");
  }
}

}  // namespace

std::optional<HookArguments> hook_arguments(int argc, char** argv) {
  if (argc < 3 || std::string_view(argv[1]) != "hook") return std::nullopt;
  HookArguments arguments;
  for (int i = 2; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--host" && i + 1 < argc) {
      arguments.host = argv[++i];
    } else if (word == "--exit-code") {
      arguments.exit_code = true;
    } else if (word == "--again") {
      arguments.is_again = true;
    } else if (!word.starts_with('-') && arguments.event.empty()) {
      arguments.event = word;
    } else {
      return std::nullopt;
    }
  }
  if (arguments.event.empty()) return std::nullopt;
  if (!arguments.host.empty() && host::find_adapter(arguments.host) == nullptr) return std::nullopt;
  return arguments;
}

int run_hook(os::System system, const HookArguments& arguments) {
  std::optional<os::Watchdog> watchdog(std::in_place, kDefaultLimit);
  watchdog->prepare("", "holdfast: the hook input did not end in time\n");
  const host::HookCall call{arguments.host, arguments.event, os::read_standard_input({}),
                            arguments.is_again};
  const auto arm = [&](const model::HostEvent&, const host::HookOutput& on_timeout,
                       std::int64_t limit_ms) {
    watchdog->prepare(on_timeout.standard_output, on_timeout.standard_error, on_timeout.exit_code);
    watchdog->set_limit(base::Millis{limit_ms});
    // Input of any kind goes through parsers from here on; one that breaks must not open the gate.
    watchdog->answer_faults();
  };
  auto [event, reply, output] = host::answer_hook(system, call, arm);
  watchdog.reset();  // From here on there is an answer, and only one may go out.
  if (arguments.exit_code && host::is_denied(reply)) {
    output = host::as_exit_code(host::denial_of(reply));
  }
  const bool is_out = os::write_standard_output(output.standard_output);
  os::write_standard_error(output.standard_error);
  follow_up(system, event, reply, is_out);
  // A denial that nobody could read must not pass for an answer that has nothing to say.
  constexpr int kDenied = 2;
  return !is_out && host::is_denied(reply) ? kDenied : output.exit_code;
}

}  // namespace app

#include "engine/git_command.h"

#include "base/text.h"

namespace engine {

os::ProgramRequest git_request(const os::Path& root, std::vector<std::string> arguments) {
  std::vector<std::string> argv{"git",         "-C",
                                root.native(), "--no-pager",
                                "-c",          "core.fsmonitor=false",
                                "-c",          "core.hooksPath=/dev/null",
                                "-c",          "core.quotePath=false"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return {
      .argv = std::move(argv),
      .folder = root,
      .input = "",
      .environment = {{"GIT_OPTIONAL_LOCKS", "0"}, {"LC_ALL", "C"}, {"GIT_TERMINAL_PROMPT", "0"}}};
}

base::Result<std::string> run_git(Stores& stores, std::vector<std::string> arguments,
                                  std::string input) {
  constexpr std::size_t kOutputMax = 32UL * 1024 * 1024;
  os::ProgramRequest request = git_request(stores.project.root, arguments);
  request.input = std::move(input);
  request.timeout = stores.process_time_left();
  request.output_max = kOutputMax;
  auto done = stores.system.processes.run(request);
  if (!done.ok()) {
    return base::Error{base::Code::unavailable, "git: " + done.error().message, ""};
  }
  if (done->exit_code != 0) {
    const std::string_view error = base::trim(done->error_output);
    return base::Error{base::Code::unavailable,
                       "git " + arguments.front() + ": " +
                           std::string(base::clip_utf8(error.substr(0, error.find('\n')), 200)),
                       ""};
  }
  if (done->output.size() >= kOutputMax) {
    return base::Error{base::Code::too_large, "git printed more than 32 MiB", ""};
  }
  return std::move(done->output);
}

}  // namespace engine

// Any bytes as a shell command: they are read to the end, within bounds, and quoted they do
// nothing and are no operation that a requirement is about.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "policy/pattern.h"
#include "policy/requirement_trigger.h"
#include "policy/shell/analysis.h"

namespace {

const std::vector<model::ToolMatch> kOperations{{"Bash", "git\\s+(push|commit)"},
                                                {"Bash", "(^|[;&|]\\s*)(sudo )?rm -rf"},
                                                {"Bash", "\\./deploy\\.sh"}};

bool is_operation(std::string_view command, const policy::shell::Analysis& analysis) {
  model::ToolCall call;
  call.tool = "Bash";
  call.command = command;
  static_cast<void>(policy::is_never_gated(call, {}, &analysis));
  static_cast<void>(policy::may_move_head(analysis));
  return policy::is_meant(kOperations, call, &analysis);
}

void check_calls(const policy::shell::Analysis& analysis) {
  CHECK(analysis.calls.size() <= 2000);
  for (const policy::shell::ProgramCall& call : analysis.calls) CHECK(!call.words.empty());
}

void check_paths(const policy::shell::Analysis& analysis) {
  for (const policy::shell::FileEffect& effect : analysis.files) {
    if (effect.certainty == policy::shell::Certainty::unknown) continue;
    CHECK(effect.path.starts_with('/'));
    CHECK(effect.path.find("/../") == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view command(reinterpret_cast<const char*>(data), size);
  // A host's command never has one.
  if (command.find('\0') != std::string_view::npos) return 0;
  const policy::shell::Surroundings here{.folder = "/p", .home = "/h"};
  const auto analysis = policy::shell::analyse(command, here);
  check_paths(analysis);
  check_calls(analysis);
  static_cast<void>(is_operation(command, analysis));
  static_cast<void>(policy::names_an_operation(command));

  if (command.find('\'') != std::string_view::npos) return 0;
  const std::string echo = "echo '" + std::string(command) + "'";
  const auto quoted = policy::shell::analyse(echo, here);
  CHECK(quoted.files.empty());
  CHECK(quoted.git.empty());
  CHECK(quoted.opaque.empty());
  CHECK(quoted.calls.size() == 1);
  CHECK(!quoted.has_unread_calls);
  CHECK(!is_operation(echo, quoted));
  return 0;
}

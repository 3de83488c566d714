// Any bytes as a shell command: they are read to the end, within bounds, and quoted they do
// nothing.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "policy/shell/analysis.h"

namespace {

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
  check_paths(policy::shell::analyse(command, here));

  if (command.find('\'') != std::string_view::npos) return 0;
  const auto quoted = policy::shell::analyse("echo '" + std::string(command) + "'", here);
  CHECK(quoted.files.empty());
  CHECK(quoted.git.empty());
  CHECK(quoted.opaque.empty());
  return 0;
}

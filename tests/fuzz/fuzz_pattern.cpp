// The first line is an expression, the rest is text and then a command: an answer of any kind comes
// soon.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "policy/pattern.h"
#include "policy/requirement_trigger.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end = input.find('\n');
  const std::string_view expression = input.substr(0, end);
  const std::string_view text =
      end == std::string_view::npos ? std::string_view() : input.substr(end + 1);
  static_cast<void>(policy::names_an_operation(expression));

  const auto pattern = policy::Pattern::compile(expression);
  if (!pattern.ok()) {
    CHECK(!pattern.error().message.empty());
    return 0;
  }
  const bool at_start = pattern->matches(text, policy::Pattern::Where::at_start);
  // What matches at the start is found anywhere. Another one: the first may have no work left.
  const auto again = policy::Pattern::compile(expression);
  if (at_start) CHECK(again->matches(text, policy::Pattern::Where::anywhere));

  if (text.find('\0') != std::string_view::npos) return 0;
  model::ToolCall call;
  call.tool = "Bash";
  call.command = text;
  const auto shell = policy::shell::analyse(text, {.folder = "/p", .home = "/h"});
  static_cast<void>(policy::is_meant({{"Bash", std::string(expression)}}, call, &shell));
  return 0;
}

// Whatever a file looks like: a change is made as it was asked for and nothing else is different,
// or it is refused.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>

#include "store/requirement_config.h"
#include "store/requirement_edit.h"

namespace store {
namespace {

using base::Json;

// Lines of which files are put together: sound, odd and wrong ones.
std::string any_line() {
  return *rc::gen::element<std::string>(
      "requirements:", "  plan:", "  b:", "  plan: {enabled: true}", "    enabled: true",
      "    enabled: true # c", "    message: |", "      text", "      # in the text", "", "# c",
      "  # c", "    - Edit", "    trigger_tools:", "hooks: {}", "version: \"1.0\"", "  <<: *a",
      "x: &a {scope: branch}", "    message: 'it''s'", "    message: one", "      two", "---",
      "...", "requirements: {plan: {enabled: false}, b: }", "\t",
      "    enabled:", "    \"enabled\": yes", "  ? plan", "  : {enabled: true}",
      "    message: \"a \\\" b\"", "    scope: *s", "    scope: &s session", "[", "  plan: *a");
}

std::string any_file() {
  std::string text;
  const auto count = *rc::gen::inRange(0, 12);
  const std::string end = *rc::gen::element<std::string>("\n", "\r\n");
  for (int i = 0; i < count; ++i) text += any_line() + end;
  if (*rc::gen::arbitrary<bool>() && !text.empty()) text.pop_back();
  return text;
}

std::string value_of(const std::string& text, const std::string& name, const std::string& key) {
  for (const SourcedValue& value : values_in_file(text, "r.yaml", "", name)) {
    if (value.key == key) return value.value;
  }
  return "(none)";
}

// What `after` no longer has, the beginning and the end being the same.
std::string removed(std::string_view before, std::string_view after) {
  while (!before.empty() && !after.empty() && before.front() == after.front()) {
    before.remove_prefix(1);
    after.remove_prefix(1);
  }
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    before.remove_suffix(1);
    after.remove_suffix(1);
  }
  return std::string(before);
}

TEST(RequirementEditPropertyTest, OneValueChangesAndNothingElse) {
  const bool holds = rc::check([] {
    const std::string before = any_file();
    const bool wanted = *rc::gen::arbitrary<bool>();
    const auto after = with_requirement_settings(
        before, "r.yaml", {{{"requirements", "plan", "enabled"}, base::JsonBox(Json(wanted))}});
    if (!after.ok()) {
      RC_ASSERT(after.error().code == base::Code::refused ||
                after.error().code == base::Code::parse_error);
      return;
    }
    RC_ASSERT(value_of(*after, "plan", "enabled") == (wanted ? "true" : "false"));
    const std::string old = value_of(before, "plan", "enabled");
    // A value of one word is on one line.
    const bool is_word = old.find_first_of(" \n[{") == std::string::npos;
    RC_ASSERT(!is_word || removed(before, *after).find('\n') == std::string::npos);
    RC_ASSERT(old != "(none)" || removed(before, *after).empty());
    for (const auto& [name, key] : std::vector<std::pair<std::string, std::string>>{
             {"plan", "message"}, {"plan", "scope"}, {"b", "enabled"}, {"b", "message"}}) {
      RC_ASSERT(value_of(*after, name, key) == value_of(before, name, key));
    }
    // Asked again, there is nothing left to do.
    const auto again = with_requirement_settings(
        *after, "r.yaml", {{{"requirements", "plan", "enabled"}, base::JsonBox(Json(wanted))}});
    RC_ASSERT(again.ok() && *again == *after);
  });
  EXPECT_TRUE(holds);
}

// Any bytes at all.
TEST(RequirementEditPropertyTest, NoBytesBringItDown) {
  const bool holds = rc::check([](const std::string& bytes) {
    const auto edited = with_requirement_settings(
        bytes, "r.yaml", {{{"requirements", "plan", "enabled"}, base::JsonBox(Json(true))}});
    if (edited.ok()) RC_ASSERT(value_of(*edited, "plan", "enabled") == "true");
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace store

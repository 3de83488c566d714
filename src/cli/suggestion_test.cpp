#include "cli/suggestion.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(SuggestionTest, ASlipIsRecognisedAndAnotherWordIsNot) {
  const std::vector<std::string_view> candidates{"init", "session", "status", "doctor", "why"};
  const std::vector<std::pair<std::string, std::optional<std::string>>> rows{
      {"sesion", "session"},
      {"staus", "status"},
      {"doktor", "doctor"},
      {"inti", "init"},
      {"wyh", "why"},
      {"status", "status"},
      {"frobnicate", {}},
      {"", {}},
      {"x", {}},
      {std::string(100'000, 's'), {}},
  };
  for (const auto& [typed, meant] : rows) {
    SCOPED_TRACE(typed.substr(0, 20));
    EXPECT_EQ(nearest(typed, candidates), meant);
  }
}

TEST(SuggestionTest, WithoutCandidatesThereIsNone) { EXPECT_EQ(nearest("init", {}), std::nullopt); }

}  // namespace
}  // namespace cli

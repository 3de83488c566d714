#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace base {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{Code::invalid_value, "odd", "Give an even one."};
  return number / 2;
}

Result<int> quarter(int number) {
  TRY_ASSIGN(const int once, half(number));
  TRY(half(once));
  TRY_ASSIGN(const int twice, half(once));
  return twice;
}

TEST(ResultTest, TryLeavesWithTheErrorAndGoesOnWithTheValue) {
  EXPECT_EQ(quarter(12).value(), 3);
  EXPECT_EQ(quarter(3).error().message, "odd");
  EXPECT_EQ(quarter(6).error().code, Code::invalid_value);
  EXPECT_EQ(quarter(6).error().hint, "Give an even one.");
}

TEST(ResultTest, AValueCanBeMovedOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 7);
}

TEST(ResultTest, AResultOfNothingIsGoodUntilItHasAnError) {
  EXPECT_TRUE(Result<void>().ok());
  EXPECT_FALSE(Result<void>(Error{}).ok());
  EXPECT_EQ(Result<void>(Error{Code::io, "no", ""}).error().code, Code::io);
}

TEST(ResultDeathTest, AskingForWhatIsNotThereIsAMistakeOfOurs) {
  const Result<int> failed(Error{Code::failed, "no", ""});
  const Result<int> good(1);
  EXPECT_DEATH(static_cast<void>(failed.value()), "internal error: ok\\(\\)");
  EXPECT_DEATH(static_cast<void>(good.error()), "internal error: !ok\\(\\)");
}

TEST(ErrorTest, EveryCodeHasANameOfItsOwn) {
  std::set<std::string_view> names;
  int count = 0;
  for (int code = 0; code <= static_cast<int>(Code::not_opted_in); ++code, ++count) {
    names.insert(code_name(static_cast<Code>(code)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(count));
  // B0-4, B0-6, SC-5, SC-8: the spelling of the documents.
  EXPECT_EQ(code_name(Code::signature_invalid), "SIGNATURE_INVALID");
  EXPECT_EQ(code_name(Code::not_found), "NOT_FOUND");
  EXPECT_EQ(code_name(Code::parse_error), "PARSE_ERROR");
  EXPECT_EQ(code_name(Code::unavailable), "UNAVAILABLE");
  EXPECT_EQ(code_name(Code::state_rollback), "STATE_ROLLBACK");
  EXPECT_EQ(code_name(Code::note_missing), "NOTE_MISSING");
  EXPECT_EQ(code_name(Code::version_conflict), "VERSION_CONFLICT");
  EXPECT_EQ(code_name(Code::mode_forbidden), "MODE_FORBIDDEN");
  EXPECT_EQ(code_name(Code::immutable_field), "IMMUTABLE_FIELD");
  EXPECT_EQ(code_name(Code::no_active_invocation), "NO_ACTIVE_INVOCATION");
}

TEST(ErrorTest, ContextLeadsTheSentence) {
  const Error error = with_context({Code::io, "permission denied", "hint"}, "reading x");
  EXPECT_EQ(error.message, "reading x: permission denied");
  EXPECT_EQ(error.code, Code::io);
  EXPECT_EQ(error.hint, "hint");
}

}  // namespace
}  // namespace base

#include "cli/document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/fake_console.h"

namespace cli {
namespace {

TEST(DocumentTest, AnObjectIsTakenFromTheOptionOrFromStandardInput) {
  FakeConsole console;
  const auto given = read_document(console, R"({"a":1})");
  ASSERT_TRUE(given.ok());
  EXPECT_EQ((*given)["a"], 1);
  console.input = "{\"a\":2}\n";
  const auto read = read_document(console, "-");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)["a"], 2);
}

TEST(DocumentTest, BadInputOfAnyKindIsOneSentenceAndExit65) {
  const std::vector<std::pair<const char*, std::string>> rows{
      {"empty", ""},
      {"truncated", R"({"a":)"},
      {"two documents", "{} {}"},
      {"NUL bytes", std::string("{\"a\":\"\0\"}", 9)},
      {"only NUL bytes", std::string(3, '\0')},
      {"invalid UTF-8", "{\"a\":\"\xff\"}"},
      {"a list", "[1]"},
      {"text", "\"a\""},
      {"a key twice", R"({"a":1,"a":2})"},
      {"too deep", std::string(5000, '[')},
      {"too large", "{\"a\":\"" + std::string(17U << 20U, 'x') + "\"}"},
      {"a long token", "{\"a\":\"" + std::string(1U << 20U, 'x')},
  };
  for (const auto& [what, input] : rows) {
    SCOPED_TRACE(what);
    FakeConsole console;
    console.input = input;
    const auto document = read_document(console, "-");
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(exit_code_of(document.error().code), kBadData);
    EXPECT_LT(document.error().message.size(), 300U);
    EXPECT_FALSE(document.error().message.empty());
  }
}

// A console whose input goes wrong in one way.
class BadInputConsole final : public Console {
 public:
  explicit BadInputConsole(os::Input input) : input_(std::move(input)) {}
  void write(std::string_view) override {}
  bool write_whole(std::string_view) override { return true; }
  void write_error(std::string_view) override {}
  bool is_read() override { return true; }
  os::Input read(const os::InputOptions&) override { return input_; }
  bool read_in_pieces(const std::function<bool(std::string_view piece)>&) override { return false; }
  std::optional<std::string> read_line() override { return std::nullopt; }

 private:
  os::Input input_;
};

TEST(DocumentTest, WhatCouldNotBeReadToItsEndIsNotTaken) {
  const std::vector<std::pair<os::Input, base::Code>> rows{
      {{.bytes = "{}", .truncated = true}, base::Code::too_large},
      {{.bytes = "{}", .timed_out = true}, base::Code::failed},
      {{.bytes = "{}", .failed = true}, base::Code::io},
  };
  for (const auto& [input, code] : rows) {
    BadInputConsole console(input);
    const auto document = read_document(console, "-");
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().code, code);
  }
}

}  // namespace
}  // namespace cli

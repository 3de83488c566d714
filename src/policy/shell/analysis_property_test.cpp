#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "policy/shell/analysis.h"
#include "policy/testing_scene.h"

namespace policy::shell {
namespace {

// Parts that mean something to a shell; what they make together is up to chance.
rc::Gen<std::string> any_command() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
          "rm",   "x",    " ",     " ",    " ",    "\n",   ";",   "&&",  "||", "|",      "&",
          ">",    ">>",   "<",     "2>",   "&>",   "<<",   "EOF", "$(",  ")",  "(",      "`",
          "'",    "\"",   "\\",    "$",    "${",   "}",    "{",   "a,b", "if", "then",   "fi",
          "for",  "in",   "do",    "done", "case", "esac", "git", "sed", "-i", "bash",   "-c",
          "eval", "find", "-exec", "{}",   "\\;",  "cd",   "..",  "/",   "~",  "*",      "[",
          "]",    "[[",   "((",    "=",    "#",    "!",    "$x",  "x=",  "é",  "python", "tee"})),
      [](const std::vector<std::string>& parts) {
        std::string command;
        for (const std::string& part : parts) command += part;
        return command;
      });
}

std::string in_quotes(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

TEST(ShellPropertyTest, NothingInQuotesBehindEchoIsAnEffect) {
  EXPECT_TRUE(rc::check("echo of any text", [] {
    const Analysis analysis = analyse("echo " + in_quotes(*any_command()), kHere);
    RC_ASSERT(analysis.files.empty());
    RC_ASSERT(analysis.git.empty());
    RC_ASSERT(analysis.network.empty());
    RC_ASSERT(analysis.opaque.empty());
  }));
}

// B4-23
TEST(ShellPropertyTest, WhatEchoIsGivenInQuotesIsOneWordOfOneCall) {
  EXPECT_TRUE(rc::check("echo of any text", [] {
    const std::string text = *any_command();
    const Analysis analysis = analyse("echo " + in_quotes(text), kHere);
    RC_ASSERT(!analysis.has_unread_calls);
    RC_ASSERT(analysis.calls.size() == 1U);
    RC_ASSERT(analysis.calls[0].words == std::vector<std::string>({"echo", text}));
  }));
}

TEST(ShellPropertyTest, NothingInAQuotedHereDocumentIsAnEffect) {
  EXPECT_TRUE(rc::check("cat of any text", [] {
    const Analysis analysis =
        analyse("cat > f <<'THE END'\n" + *any_command() + "\nTHE END\n", kHere);
    RC_ASSERT(analysis.files.size() == 1U);
    RC_ASSERT(analysis.files[0].path == "/p/f");
    RC_ASSERT(analysis.opaque.empty());
  }));
}

TEST(ShellPropertyTest, AQuotedNameIsTakenAsItIs) {
  EXPECT_TRUE(rc::check("rm of any name", [] {
    std::string name = "n" + *any_command();
    std::erase(name, '/');
    const Analysis analysis = analyse("rm -- " + in_quotes(name), kHere);
    RC_ASSERT(analysis.files.size() == 1U);
    RC_ASSERT(analysis.files[0].certainty == Certainty::exact);
    RC_ASSERT(analysis.files[0].path == "/p/" + name);
  }));
}

}  // namespace
}  // namespace policy::shell

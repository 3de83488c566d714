#include "policy/redaction_private.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "policy/redaction.h"

namespace policy {
namespace {

struct PrivateRow {
  std::string_view text;
  std::string_view redacted;
};

// Issue 7: <private> is never stored.
TEST(RedactionPrivateTest, ABlockAndItsTagsBecomeOneMarker) {
  const PrivateRow rows[] = {
      {"a <private>my diary</private> b", "a [PRIVATE] b"},
      {"<private>x</private>", "[PRIVATE]"},
      {"<private></private>", "[PRIVATE]"},
      {"a <PRIVATE>x</Private> b", "a [PRIVATE] b"},
      {"a <private>line\nline\r\nline</private>\nb", "a [PRIVATE]\nb"},
      {"<private>a</private> b <private>c</private> d", "[PRIVATE] b [PRIVATE] d"},
      {"<private>a</private><private>b</private>", "[PRIVATE][PRIVATE]"},
      {"<private>a <private>b</private> c</private> d", "[PRIVATE] d"},
      {"<private>a <private>b</private> c", "[PRIVATE]"},
      {"a <private>to the end", "a [PRIVATE]"},
      {"a <private>", "a [PRIVATE]"},
      {"a <private", "a [PRIVATE]"},
      {"a <private reason=\"mine\">x</private > b", "a [PRIVATE] b"},
      {"a <private reason=\"cut", "a [PRIVATE]"},
      {"a <private\n>x</private\n> b", "a [PRIVATE] b"},
      {"a <private/>x</private> b", "a [PRIVATE] b"},
      {"a &lt;private&gt;x&lt;/private&gt; b", "a [PRIVATE] b"},
      {"a &#60;private&#62;x&#x3C;/private&#x3E; b", "a [PRIVATE] b"},
      {R"({"a":"\u003cprivate\u003ex\u003c/private\u003e","b":1})", R"({"a":"[PRIVATE]","b":1})"},
      {R"({"a":"<private>x<\/private>","b":1})", R"({"a":"[PRIVATE]","b":1})"},
      {"the tag `<private>` hides `this`", "the tag `[PRIVATE]"},
      {"password=<private>hunter2</private>", "password=[PRIVATE]"},
      {"<private>token=q8fj2ld0</private> token=q8fj2ld0", "[PRIVATE] token=[REDACTED]"},
      {"tokens: <private>a\" b</private>, password: \"hunter2\"",
       "tokens: [PRIVATE], password: \"[REDACTED]\""},
  };
  for (const auto& [text, redacted] : rows) {
    bool changed = false;
    EXPECT_EQ(redact(text, &changed), redacted) << text;
    EXPECT_TRUE(changed) << text;
    EXPECT_EQ(redact(redacted), redacted);
  }
}

TEST(RedactionPrivateTest, WhatIsNoTagStays) {
  const std::string_view texts[] = {
      "private",
      "</private>",
      "a </private> b",
      "<privateKey>x</privateKey>",
      "<priv",
      "< private>",
      "std::vector<private_t>",
      "/private/var",
      "private: int x",
      "[PRIVATE]",
      "<private<b>",
      "arrive <drive> rivet",
  };
  for (const std::string_view text : texts) {
    bool changed = false;
    EXPECT_EQ(redact(text, &changed), text);
    EXPECT_FALSE(changed) << text;
  }
  const std::string far = "<private " + std::string(300, 'x') + ">";
  EXPECT_EQ(redact(far), far);
}

// A text that is cut at any place shows nothing of what was marked.
TEST(RedactionPrivateTest, ACutTextHidesWhatTheWholeOneHides) {
  const std::string text =
      "before <private class=\"a\">my diary <private>x</private> more</private>";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const std::string redacted = redact(text.substr(0, cut));
    for (const std::string_view word : {"diary", "my", "more", "class="}) {
      EXPECT_EQ(redacted.find(word), std::string::npos) << redacted;
    }
  }
}

TEST(RedactionPrivateTest, NothingInsideABlockIsEverLeft) {
  EXPECT_TRUE(rc::check([] {
    const auto parts = rc::gen::elementOf(std::vector<std::string>{"<private>",
                                                                   "</private>",
                                                                   "&lt;private&gt;",
                                                                   "<PRIVATE a='b'>",
                                                                   "password=",
                                                                   "\"",
                                                                   "'",
                                                                   "[REDACTED]",
                                                                   "[PRIVATE]",
                                                                   "-----BEGIN PRIVATE KEY-----",
                                                                   "<",
                                                                   ">",
                                                                   "/",
                                                                   "\\",
                                                                   " ",
                                                                   "\n",
                                                                   "riv",
                                                                   "p",
                                                                   "token: x",
                                                                   "https://a:b@c"});
    const auto some = rc::gen::container<std::vector<std::string>>(parts);
    std::string text;
    for (const std::string& part : *some) text += part;
    text += "<private>";
    for (const std::string& part : *some) text += part == "</private>" ? "" : part;
    text += "DIARY";
    for (const std::string& part : *some) text += part;
    const std::string once = redact(text);
    RC_ASSERT(once.find("DIARY") == std::string::npos);
    RC_ASSERT(redact(once) == once);
  }));
}

}  // namespace
}  // namespace policy

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "policy/redaction.h"
#include "policy/redaction_corpus.h"

namespace policy {
namespace {

// Parts that mean something to a matcher; what they make together is up to chance.
rc::Gen<std::string> any_part() {
  return rc::gen::weightedOneOf<std::string>(
      {{6, rc::gen::elementOf(std::vector<std::string>{"password=",
                                                       "token: ",
                                                       "\"secret\": \"",
                                                       "\\\"api_key\\\": \\\"",
                                                       "--token ",
                                                       "Authorization: ",
                                                       "Bearer ",
                                                       "Bearer%20",
                                                       "Digest ",
                                                       "Basic ",
                                                       "[REDACTED]",
                                                       "eyJhbGciOiJIUzI1NiJ9",
                                                       ".",
                                                       "https://",
                                                       "user:pass@",
                                                       "@",
                                                       "-----BEGIN ",
                                                       "PRIVATE KEY-----",
                                                       "-----END ",
                                                       "${",
                                                       "$(",
                                                       "}",
                                                       ")",
                                                       "your-",
                                                       "-here",
                                                       "/home/anna/",
                                                       "sha256:",
                                                       " = ",
                                                       "=",
                                                       "**",
                                                       "'",
                                                       "\"",
                                                       "`",
                                                       "\\",
                                                       "\\n",
                                                       "\n",
                                                       "{",
                                                       "[",
                                                       "(",
                                                       "<",
                                                       ">",
                                                       "hunter22",
                                                       "x",
                                                       " ",
                                                       ",",
                                                       "&",
                                                       ";",
                                                       "::",
                                                       "f(",
                                                       "$x->",
                                                       "A1b2C3d4",
                                                       "key: ",
                                                       "API "})},
       {1,
        rc::gen::map(rc::gen::elementOf(std::vector<redaction::SecretText>(
                         std::begin(redaction::kSecretTexts), std::end(redaction::kSecretTexts))),
                     [](const redaction::SecretText& row) { return std::string(row.text); })},
       {1, rc::gen::arbitrary<std::string>()}});
}

rc::Gen<std::string> any_joined_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(any_part()),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) text += part;
                        return text;
                      });
}

std::vector<std::string> known_secrets() {
  return {
      "sk-" + std::string("proj-abcDEF0123456789abcd"),
      "gh" + std::string("p_abcdefghijklmnopqrstuvwxyz0123456789"),
      "gh" + std::string("o_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
      "github_" + std::string("pat_11ABCDEFG0abcdefghijkl_mnop"),
      "xox" + std::string("b-123456789012-abcdefABCDEF"),
      "gl" + std::string("pat-abcdefghij0123456789"),
      "AK" + std::string("IAIOSFODNN7EXAMPLE"),
      "AI" + std::string("zaSyA-abcdefghijklmnopqrstuvwxyz0123_4"),
      "eyJhbGciOiJIUzI1NiJ9" + std::string(".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"),
      "pQ7vLx2NfK9RbT4Z/mHs8" + std::string("WcY3JdG6uAe1XoBiVtS5k"),
      "-----BEGIN PRIVATE KEY" + std::string("-----\nMIIEvQIBAD\n-----END PRIVATE KEY-----"),
  };
}

// B3-8
TEST(RedactionPropertyTest, ASecondRedactionChangesNothing) {
  EXPECT_TRUE(rc::check([] {
    const std::string once = redact(*any_joined_text());
    bool changed = false;
    RC_ASSERT(redact(once, &changed) == once);
    RC_ASSERT(!changed);
  }));
}

TEST(RedactionPropertyTest, AnyBytesAreReadAndTheResultIsNotMuchLonger) {
  EXPECT_TRUE(rc::check([](const std::vector<unsigned char>& bytes) {
    const std::string text(bytes.begin(), bytes.end());
    RC_ASSERT(redact(text).size() <= 3 * text.size());
  }));
  EXPECT_TRUE(rc::check([] {
    const std::string text = *any_joined_text();
    RC_ASSERT(redact(text).size() <= 3 * text.size());
  }));
}

// B3-8, SC-68, S3-139
TEST(RedactionPropertyTest, ASecretOfAKnownFormatIsFoundInAnyText) {
  EXPECT_TRUE(rc::check([] {
    const std::string secret = *rc::gen::elementOf(known_secrets());
    const std::string gap =
        *rc::gen::elementOf(std::vector<std::string>{" ", "\n", "\"", "=", ","});
    const std::string text = *any_joined_text() + gap + secret + gap + *any_joined_text();
    RC_ASSERT(redact(text).find(secret) == std::string::npos);
  }));
}

// B3-8
TEST(RedactionPropertyTest, AKeyGivesItsValueAwayInAnyWordsAround) {
  EXPECT_TRUE(rc::check([] {
    const auto words =
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc xyz\n ")));
    const std::string key = *rc::gen::elementOf(
        std::vector<std::string>{"password=", "DB_PASSWORD: ", "\"clientSecret\": \"", "token = '",
                                 "--api-key ", "Authorization: Bearer ", "\\\"secret\\\":\\\""});
    const std::string value =
        "q" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string("k7Zw9")));
    const std::string secret = value + "7Zq8fj2ld0";
    const std::string text = *words + " " + key + secret + "\n" + *words;
    RC_ASSERT(redact(text).find(secret) == std::string::npos);
  }));
}

// B3-8: the values go, keys and structure stay.
TEST(RedactionPropertyTest, JsonStaysJsonAndKeepsItsKeys) {
  EXPECT_TRUE(rc::check([] {
    const auto keys = rc::gen::elementOf(std::vector<std::string>{
        "password", "user", "token", "note", "command", "Authorization", "api_key", "n"});
    const auto values = rc::gen::elementOf(std::vector<std::string>{
        "swordfish", "say \"friend\"", "back\\slash\\", "export TOKEN=q8fj2ld0\nmake", "it's",
        "curl -H 'Authorization: Basic dXNlcjpwYXNz' https://anna:hunter2@example.com",
        "{\"password\": \"x1y2z3\"}", "Bearer q8fj2ld0", "a\tb", "", "\xC3\xA4",
        "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n",
        "vYf5jysjCiN2OqczckA82n5S6LgTrxPkzmEBwdEcH7B1rlsazRGMzyNeVJ=="});
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [key, value] :
         *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(
             rc::gen::pair(keys, values)))
      object[key] = value;
    const nlohmann::json outer = {{"body", object.dump()}, {"object", object}};
    const nlohmann::json redacted = nlohmann::json::parse(redact(outer.dump()), nullptr, false);
    RC_ASSERT(!redacted.is_discarded());
    RC_ASSERT(redacted.at("object").size() == object.size());
    for (const auto& [key, value] : redacted.at("object").items()) RC_ASSERT(object.contains(key));
    const auto body = nlohmann::json::parse(redacted.at("body").get<std::string>(), nullptr, false);
    RC_ASSERT(body.size() == object.size());
    RC_ASSERT(redacted.dump().find("hunter2") == std::string::npos);
    RC_ASSERT(redacted.dump().find("q8fj2ld0") == std::string::npos);
  }));
}

}  // namespace
}  // namespace policy

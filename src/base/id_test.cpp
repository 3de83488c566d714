#include "base/id.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace base {
namespace {

// S4-18
constexpr const char* kUuid = "cad0ac4d-3933-45ad-9a1c-14aec05bb940";

TEST(IdTest, AUuidIsReadInItsCanonicalSpelling) {
  EXPECT_EQ(uuid_from_text(kUuid), kUuid);
  EXPECT_EQ(uuid_from_text("CAD0AC4D-3933-45AD-9A1C-14AEC05BB940"), kUuid);
  for (const char* text :
       {"", "cad0ac4d", "cad0ac4d393345ad9a1c14aec05bb940", "cad0ac4d-3933-45ad-9a1c-14aec05bb94",
        "cad0ac4d-3933-45ad-9a1c-14aec05bb9400", "{cad0ac4d-3933-45ad-9a1c-14aec05bb9}",
        "cad0ac4dx3933-45ad-9a1c-14aec05bb940", "gad0ac4d-3933-45ad-9a1c-14aec05bb940",
        "cad0ac4-d3933-45ad-9a1c-14aec05bb940", "../../../../../../../../../../etc/xx"}) {
    EXPECT_EQ(uuid_from_text(text), std::nullopt) << text;
  }
}

TEST(IdTest, ARandomUuidIsOfVersion4) {
  EXPECT_EQ(uuid_from_random({}), "00000000-0000-4000-8000-000000000000");
  std::array<std::uint8_t, 16> ones;
  ones.fill(0xff);
  EXPECT_EQ(uuid_from_random(ones), "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

TEST(IdTest, ANameGivesTheSameUuidForEver) {
  // Written down, since ids of runs on disk depend on it.
  EXPECT_EQ(uuid_from_name({"0123456789abcdef", "claude-code", "abc"}),
            "15b24af1-3ac7-84fe-93a6-2df4bd8d4d79");
  EXPECT_EQ(uuid_from_text(uuid_from_name({})), uuid_from_name({}));
}

TEST(IdTest, PartsOfANameAreKeptApart) {
  const std::set<std::string> ids = {uuid_from_name({}),          uuid_from_name({""}),
                                     uuid_from_name({"", ""}),    uuid_from_name({"ab", "c"}),
                                     uuid_from_name({"a", "bc"}), uuid_from_name({"abc"}),
                                     uuid_from_name({"c", "ab"}), uuid_from_name({"a\n2:bc"})};
  EXPECT_EQ(ids.size(), 8U);
}

// B0-24, SC-21
TEST(IdTest, AnIdThatAPathCouldReadOtherwiseIsUnsafe) {
  using namespace std::string_literals;
  const std::vector<std::string> unsafe = {
      "",       ".",     "..",  "../../etc/x", "a..b",     "a/b",
      "/etc",   "a\\b",  "-rf", "_a",          ".a",       "a b",
      "a\n",    "a\0b"s, "a:b", "a*",          "\xc3\xa9", "a\xc3\xa9",
      "%2e%2e", "~",     "a;b", "$HOME",       "a,b",      std::string(129, 'a')};
  for (const std::string& id : unsafe) EXPECT_FALSE(is_safe_id(id)) << id;
  const std::vector<std::string> safe = {"a",   "0",       "2025-12-21-session-01",
                                         kUuid, "a.b_c-d", "a.",
                                         "Z-",  "a.b.c",   std::string(128, 'a')};
  for (const std::string& id : safe) EXPECT_TRUE(is_safe_id(id)) << id;
}

TEST(IdTest, ACommitIsNamedInFull) {
  for (const std::size_t digits : {40U, 64U}) {
    std::string id(digits, 'a');
    EXPECT_TRUE(is_commit_id(id));
    id.back() = 'F';
    EXPECT_TRUE(is_commit_id(id));
    id.back() = 'g';
    EXPECT_FALSE(is_commit_id(id));
  }
  for (const std::size_t digits : {0U, 7U, 39U, 41U, 63U, 65U}) {
    EXPECT_FALSE(is_commit_id(std::string(digits, 'a'))) << digits;
  }
}

}  // namespace
}  // namespace base

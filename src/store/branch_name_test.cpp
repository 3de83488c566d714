#include "store/branch_name.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/digest.h"
#include "store/branch_store.h"

namespace store {
namespace {

std::string mark_of(const std::string& branch) {
  return "~" + base::to_hex(base::sha256(branch)).substr(0, 8);
}

// S4-89
TEST(BranchNameTest, TheNameIsThatOfTheOtherTool) {
  const std::pair<const char*, const char*> rows[] = {
      {"feature/auth", "feature-auth.json"},
      {"fix/a.b", "fix-a_b.json"},
      {"feature\\x", "feature-x.json"},
      {"é/ü_日本-x", "é-ü_日本-x.json"},
      {"a b", "a_b.json"},
      {"x+y@z", "x_y_z.json"},
      {"²½", "²½.json"},
      {"a\u0301b", "a_b.json"},
      {"emoji😀", "emoji_.json"},
      {"Ⅷ٣", "Ⅷ٣.json"},
      {"x\u200By", "x_y.json"},
      {"ß~", "ß_.json"},
      {"../../etc", "__-__-etc.json"},
      {"\xFF\xFE", "__.json"},
      {"detached@0123456789ab", "detached_0123456789ab.json"},
  };
  for (const auto& [branch, name] : rows) EXPECT_EQ(branch_file_name(branch), name) << branch;
}

// B4-1
TEST(BranchNameTest, TheHashedNameIsTheBranchsAlone) {
  std::set<std::string> hashed;
  std::set<std::string> plain;
  for (const char* branch : {"feature/test", "feature-test", "feature\\test"}) {
    hashed.insert(branch_file_names(branch).hashed);
    plain.insert(branch_file_names(branch).plain);
  }
  EXPECT_EQ(hashed.size(), 3U);
  EXPECT_EQ(plain.size(), 1U);
  EXPECT_EQ(branch_file_names("feature/test").hashed,
            "feature-test" + mark_of("feature/test") + ".json");
}

// B4-1
TEST(BranchNameTest, NoNewNameIsLongerThan120Bytes) {
  const std::string longest(115, 'x');
  EXPECT_EQ(branch_file_name(longest), longest + ".json");
  const std::string longer(116, 'x');
  EXPECT_EQ(branch_file_name(longer), std::string(106, 'x') + mark_of(longer) + ".json");
  EXPECT_EQ(branch_file_name(longer).size(), 120U);
  // Between two characters.
  std::string accents = "y";
  for (int i = 0; i < 100; ++i) accents += "é";
  EXPECT_EQ(branch_file_name(accents).size(), 119U);
  EXPECT_EQ(branch_file_names(longest).hashed.size(), 120U);
  // What the other tool has written under a long name is still found.
  EXPECT_TRUE(branch_file_names(longer).plain_is_free);
  EXPECT_FALSE(branch_file_names(std::string(251, 'x')).plain_is_free);
}

TEST(BranchNameTest, TheFileOfPermanentRequirementsIsNoBranchs) {
  for (const std::string branch : {"_permanent", "+permanent", "_Permanent"}) {
    EXPECT_TRUE(branch_file_name(branch).ends_with(mark_of(branch) + ".json")) << branch;
  }
  EXPECT_EQ(branch_file_name("permanent"), "permanent.json");
  EXPECT_EQ(branch_file_name("sessions"), "sessions.json");
}

TEST(BranchNameTest, NamesThatGitRefusesAreNone) {
  for (const char* name : {"main", "feature/auth", "é", "a-b_c.d", "@x", "a@b", "detached@0123"}) {
    EXPECT_TRUE(is_branch_name(name)) << name;
  }
  for (const char* name :
       {"",     "/",        "/x",     "x/",       "a//b", "..",   "a/../b", "../x",  ".",   "./x",
        "a/.b", ".invalid", "x.lock", "x.lock/y", "a..b", "x.",   "@",      "a@{1}", "a b", "a~1",
        "a^",   "a:b",      "a?",     "a*",       "a[",   "a\\b", "a\nb",   "a\x7F"}) {
    EXPECT_FALSE(is_branch_name(name)) << name;
  }
  EXPECT_FALSE(is_branch_name(std::string("a\0b", 3)));
}

}  // namespace
}  // namespace store

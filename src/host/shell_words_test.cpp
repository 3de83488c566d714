#include "host/shell_words.h"

#include <gtest/gtest.h>

namespace host {
namespace {

TEST(ShellWordsTest, AProgramIsQuotedWhereTheShellWouldReadIt) {
  EXPECT_EQ(quoted_for_shell("/usr/bin/holdfast"), "/usr/bin/holdfast");
  for (const char* path : {"/my place/holdfast", "/it's/holdfast", "/$(x)/holdfast",
                           "/a\"\\b/brain", "/t\tb/holdfast", "/ü/holdfast"}) {
    const auto words = shell_words(quoted_for_shell(path) + " hook Stop");
    ASSERT_TRUE(words);
    EXPECT_EQ(*words, (std::vector<std::string>{path, "hook", "Stop"}));
  }
}

}  // namespace
}  // namespace host

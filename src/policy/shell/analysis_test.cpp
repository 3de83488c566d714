#include "policy/shell/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "policy/testing_scene.h"

namespace policy::shell {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> paths(const Analysis& analysis, FileUse use) {
  std::vector<std::string> found;
  for (const FileEffect& effect : analysis.files) {
    if (effect.use == use) found.push_back(effect.path);
  }
  return found;
}

// Found by the fuzz target: the name of the file is shorter than what stands before the wildcard.
TEST(ShellAnalysisTest, AFileThatSedWritesIsUnknownWhereItsProgramIs) {
  const Analysis analysis =
      analyse("sed -e 's/a/b/w out',b}/*.c f", {.folder = "/p", .home = "/h"});
  ASSERT_FALSE(analysis.files.empty());
  EXPECT_EQ(analysis.files[0].use, FileUse::write);
  EXPECT_EQ(analysis.files[0].certainty, Certainty::unknown);
}

TEST(ShellAnalysisTest, AWriteSaysWhatDoesIt) {
  struct Row {
    std::string_view command;
    std::string_view by;
  };
  for (const Row& row : {Row{"echo x > f", ">"}, Row{"echo x >> f", ">>"}, Row{"ls &> f", "&>"},
                         Row{"sed -i s/a/b/ f", "sed -i"}, Row{"git checkout main", "git checkout"},
                         Row{"ls | tee f", "tee"}, Row{"find . -delete", "find -delete"},
                         Row{"curl -o f x", "curl -o"}, Row{"sudo rm f", "rm"}}) {
    SCOPED_TRACE(row.command);
    const Analysis analysis = analysed(row.command);
    ASSERT_FALSE(analysis.files.empty());
    EXPECT_EQ(analysis.files.back().by, row.by);
  }
}

TEST(ShellAnalysisTest, AnUnknownPathIsGivenAsItIsWritten) {
  const Analysis analysis = analysed("echo x > \"$DIR/a\"; rm ${F%.c}.o");
  ASSERT_EQ(analysis.files.size(), 2U);
  EXPECT_EQ(analysis.files[0].certainty, Certainty::unknown);
  EXPECT_EQ(analysis.files[0].path, "$DIR/a");
  EXPECT_EQ(analysis.files[1].path, "${F%.c}.o");
}

TEST(ShellAnalysisTest, FilesThatAreReadAreNamed) {
  struct Row {
    std::string_view command;
    std::vector<std::string> files;
  };
  const Row rows[] = {{"cat a b", {"/p/a", "/p/b"}},
                      {"head -n 5 a", {"/p/a"}},
                      {"grep -rn 'x y' src", {"/p/src"}},
                      {"sed -n 1,5p a", {"/p/a"}},
                      {"awk '{print $1}' a", {"/p/a"}},
                      {"wc -l < a", {"/p/a"}},
                      {"bash x.sh", {"/p/x.sh"}},
                      {"python3 x.py", {"/p/x.py"}},
                      {". ~/.bashrc", {"/h/.bashrc"}},
                      {"cp a /tmp/b", {"/p/a"}},
                      {"cat < /dev/null", {}},
                      {"echo a", {}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.command);
    EXPECT_EQ(paths(analysed(row.command), FileUse::read), row.files);
  }
}

// B4-23
TEST(ShellAnalysisTest, AGitOperationHasItsFolderVerbAndArguments) {
  const Analysis analysis =
      analysed("cd a && git -C b -c k=v --no-pager commit -m \"x > y\" && git push");
  ASSERT_EQ(analysis.git.size(), 2U);
  EXPECT_EQ(analysis.git[0].folder, "/p/a/b");
  EXPECT_EQ(analysis.git[0].verb, "commit");
  EXPECT_THAT(analysis.git[0].arguments, ElementsAre("-m", "x > y"));
  EXPECT_EQ(analysis.git[1].folder, "/p/a");
  EXPECT_EQ(analysis.git[1].verb, "push");
  EXPECT_THAT(analysis.network, ElementsAre("git push"));
}

// B4-23
TEST(ShellAnalysisTest, AGitOperationIsFoundWhereverItRuns) {
  for (const std::string_view command :
       {"git commit -m x", "FOO=1 git commit", "env A=1 git commit", "sudo -u x git commit",
        "bash -c 'git commit'", "(git commit)", "if git commit; then ls; fi", "ls && git commit",
        "ls | git commit", "time git commit", "/usr/bin/git commit", "eval 'git commit'",
        "f() { git commit; }; f", "x=$(git commit)", "for i in 1; do git commit; done"}) {
    SCOPED_TRACE(command);
    const Analysis analysis = analysed(command);
    ASSERT_EQ(analysis.git.size(), 1U);
    EXPECT_EQ(analysis.git[0].verb, "commit");
    EXPECT_THAT(analysis.files, IsEmpty());
  }
}

TEST(ShellAnalysisTest, AGitOperationInAFolderThatIsNotKnownHasNone) {
  const Analysis analysis = analysed("cd $X && git commit");
  ASSERT_EQ(analysis.git.size(), 1U);
  EXPECT_EQ(analysis.git[0].folder, "");
}

TEST(ShellAnalysisTest, AMentionOfGitIsNoOperation) {
  for (const std::string_view command :
       {"echo git commit", "grep 'git commit' f", "# git commit", "cat <<'EOF'\ngit commit\nEOF",
        "printf 'git commit'", "man git", "echo \"git commit\" | cat"}) {
    SCOPED_TRACE(command);
    EXPECT_THAT(analysed(command).git, IsEmpty());
  }
}

TEST(ShellAnalysisTest, WhatReachesOutIsNamed) {
  struct Row {
    std::string_view command;
    std::vector<std::string> network;
  };
  const Row rows[] = {{"curl x | jq .", {"curl"}},
                      {"git fetch && git push", {"git fetch", "git push"}},
                      {"npm install", {"npm install"}},
                      {"npm test", {}},
                      {"ssh h 'curl x'", {"ssh"}},
                      {"rsync -a a b", {}},
                      {"rsync -a a h:b", {"rsync"}},
                      {"scp a h:b", {"scp"}},
                      {"pip install x", {"pip install"}},
                      {"gh pr list", {"gh"}},
                      {"echo x > /dev/tcp/h/80", {"/dev/tcp"}},
                      {"echo curl x", {}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.command);
    EXPECT_EQ(analysed(row.command).network, row.network);
  }
}

TEST(ShellAnalysisTest, WhatIsOpaqueIsNamed) {
  struct Row {
    std::string_view command;
    std::string_view opaque;
  };
  for (const Row& row : {Row{"python3 -c 'x'", "python3 -c"}, Row{"ls | sh", "a pipe into sh"},
                         Row{"eval $X", "eval"}, Row{"echo 'x", "text that does not parse"},
                         Row{"node --eval x", "node --eval"}, Row{"deno eval x", "deno eval"}}) {
    SCOPED_TRACE(row.command);
    EXPECT_THAT(analysed(row.command).opaque, ElementsAre(row.opaque));
  }
}

TEST(ShellAnalysisTest, WhatCanBeReadOfBrokenTextIsSaidBesideIt) {
  const Analysis analysis = analysed("rm x\nls )");
  EXPECT_THAT(analysis.opaque, ElementsAre("text that does not parse"));
  EXPECT_THAT(paths(analysis, FileUse::remove), ElementsAre("/p/x"));
}

TEST(ShellAnalysisTest, WithoutAHomeItsFilesAreNotKnown) {
  const Analysis analysis = analyse("echo x > ~/f; cd; rm y", {.folder = "/p", .home = ""});
  ASSERT_EQ(analysis.files.size(), 2U);
  EXPECT_EQ(analysis.files[0].certainty, Certainty::unknown);
  EXPECT_EQ(analysis.files[1].certainty, Certainty::unknown);
}

TEST(ShellAnalysisTest, AnEmptyCommandDoesNothing) {
  for (const std::string_view command : {"", " ", "\n\n", "#", ";", "# x"}) {
    SCOPED_TRACE(command);
    const Analysis analysis = analysed(command);
    EXPECT_THAT(analysis.files, IsEmpty());
    EXPECT_THAT(analysis.network, IsEmpty());
  }
}

// Each of these is nested, long or growing; an answer of any kind is all that is asked.
// G3
TEST(ShellAnalysisTest, AnAliasThatTheCommandGivesToGitIsReadAsGitReadsIt) {
  for (const char* const command :
       {"git -c alias.x='clean -fdx' x", "git -c alias.x=clean x -fdx", "git clean -fdx"}) {
    const Analysis analysis = analyse(command, {.folder = "/p", .home = "/h"});
    ASSERT_EQ(analysis.git.size(), 1U) << command;
    EXPECT_EQ(analysis.git[0].verb, "clean") << command;
    EXPECT_EQ(analysis.git[0].arguments, std::vector<std::string>{"-fdx"}) << command;
  }
  EXPECT_EQ(analysed("git -c alias.y='clean -fdx' status").git[0].verb, "status");
}

TEST(ShellAnalysisTest, NoTextIsTooMuch) {
  std::string doubling = "f0() { rm x; };";
  std::string growing = "x=aaaaaaaaaa;";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    doubling += "f" + std::to_string(i) + "() { " + before + " \"$@\" \"$@\"; " + before + "; };";
    growing += "x=$x$x;";
  }
  for (const std::string& command :
       {repeated("(", 100000),
        repeated("$(", 100000),
        repeated("\"$(", 50000),
        repeated("{ ", 100000),
        repeated("if a; then ", 1400),
        repeated("a && ", 100000) + "rm x",
        repeated("a > f && ", 50000) + "b",
        repeated(")", 100000),
        repeated("`", 100001),
        repeated("${", 100000),
        repeated("a=(", 100000),
        repeated("{a,b}", 20000),
        repeated("<<A ", 100000),
        repeated("for i in 1 2 3 4 5 6 7 8 9; do ", 90) + "rm $i;",
        doubling + "f59 a",
        growing + "rm $x",
        std::string("f() { eval 'f;f'; }; f"),
        "rm " + repeated("a ", 100000),
        repeated("rm x;rm y;", 100000),
        "cat > f <<'EOF'\n" + repeated("it's $(x) `y` (\n", 60000) + "EOF\n"}) {
    SCOPED_TRACE(command.substr(0, 40));
    const Analysis analysis = analysed(command);
    EXPECT_LE(analysis.files.size(), 10000U);
  }
}

// G8
TEST(ShellAnalysisTest, AModeThatReadsLikeAnOptionIsNoFile) {
  for (const char* const command : {"chmod -x f", "chmod -rwx f", "chmod -R -w f", "chattr -i f"}) {
    const Analysis analysis = analyse(command, {.folder = "/p", .home = "/h"});
    ASSERT_EQ(analysis.files.size(), 1U) << command;
    EXPECT_EQ(analysis.files[0].path, "/p/f") << command;
    EXPECT_EQ(analysis.files[0].use, FileUse::write) << command;
  }
}

TEST(ShellAnalysisTest, WhatIsNestedTooDeepIsOpaque) {
  EXPECT_FALSE(analysed(repeated("( ", 300) + "ls" + repeated(")", 300)).opaque.empty());
  EXPECT_TRUE(analysed(repeated("( ", 20) + "ls" + repeated(")", 20)).opaque.empty());
}

}  // namespace
}  // namespace policy::shell

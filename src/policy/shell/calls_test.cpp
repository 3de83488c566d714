// The program calls of a command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "policy/shell/analysis.h"
#include "policy/testing_scene.h"

namespace policy::shell {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Words with "/" between them, so that one with a space is seen to be one.
std::vector<std::string> calls(std::string_view command) {
  std::vector<std::string> found;
  for (const ProgramCall& call : analysed(command).calls)
    found.push_back(base::join(call.words, "/"));
  return found;
}

struct CallsRow {
  std::string_view command;
  std::vector<std::string> calls;
};

template <std::size_t N>
void expect_calls(const CallsRow (&rows)[N]) {
  for (const CallsRow& row : rows) {
    SCOPED_TRACE(row.command);
    EXPECT_EQ(calls(row.command), row.calls);
  }
}

// B4-23
TEST(ShellCallsTest, AWordIsWhatTheProgramIsGiven) {
  const CallsRow rows[] = {
      {"git push", {"git/push"}},
      {"/usr/bin/git push", {"git/push"}},
      {"\\git push", {"git/push"}},
      {"g''it \"pu\"sh", {"git/push"}},
      {"git \\\n  push", {"git/push"}},
      {"git commit -m \"a 'b' c\"", {"git/commit/-m/a 'b' c"}},
      {"git commit -m ''", {"git/commit/-m/"}},
      {"git commit -m $'a\\tb'", {"git/commit/-m/a\tb"}},
      {"V=push; git $V", {"git/push"}},
      {"V='push origin'; git $V \"$V\"", {"git/push/origin/push origin"}},
      {"rm {a,b}.o", {"rm/a.o/b.o"}},
      {"rm -rf ~ ~/x", {"rm/-rf//h//h/x"}},
      {"rm *.o", {"rm/*.o"}},
      {"FOO=1 BAR=2 git push > out 2>&1", {"git/push"}},
      {"git push # git pull", {"git/push"}},
      {"x=1", {}},
      {"[ -f x ]", {"test/-f/x/]"}},
      {"# git push", {}},
      {"", {}},
  };
  expect_calls(rows);
}

TEST(ShellCallsTest, WhatIsNotKnownOfAWordIsLeftOpen) {
  const CallsRow rows[] = {
      {"git $VERB", {"git/…"}},
      {"git push \"origin/$B\" x", {"git/push/origin/…/x"}},
      {"git push --to=${B%x}y", {"git/push/--to=…"}},
      {"git push \"a$(ls)b\"", {"ls", "git/push/a…"}},
      {"diff <(ls) b", {"ls", "diff/…/b"}},
      {"W=a$X; rm z$W", {"rm/za…"}},
      {"builtin export A=b$X; rm z$A", {"builtin/export/A=b…", "export/A=b…", "rm/zb…"}},
      {"$GIT push", {"…/push"}},
      {"$DIR/git push", {"…/push"}},
      {"bin/$X push", {"…/push"}},
      {"$(which git) push", {"which/git", "git/push"}},
      {"ls ~bob/x", {"ls/…"}},
  };
  expect_calls(rows);
}

// B4-23
TEST(ShellCallsTest, WhatAWrapperStartsIsACallAndSoIsTheWrapper) {
  const CallsRow rows[] = {
      {"sudo -u x git push", {"sudo/-u/x/git/push", "git/push"}},
      {"env A=1 git push", {"env/A=1/git/push", "git/push"}},
      {"timeout 5 nice -n 3 git push",
       {"timeout/5/nice/-n/3/git/push", "nice/-n/3/git/push", "git/push"}},
      {"command git push", {"command/git/push", "git/push"}},
      {"command -v git", {"command/-v/git"}},
      {"xargs git push", {"xargs/git/push", "git/push/…"}},
      {"xargs -I{} git -C {} push --x={}y",
       {"xargs/-I{}/git/-C/{}/push/--x={}y", "git/-C/…/push/--x=…"}},
      {"find . -exec git add {} \\;", {"find/./-exec/git/add/{}/;", "git/add/./**"}},
      {"find . -exec git add x{}y +", {"find/./-exec/git/add/x{}y/+", "git/add/x…/+"}},
      {"bash -c 'git push; ls'", {"bash/-c/git push; ls", "git/push", "ls"}},
      {"bash -c 'git $1' x push", {"bash/-c/git $1/x/push", "git/push"}},
      {"eval 'git push'", {"eval/git push", "git/push"}},
      {"python3 -c 'import os'", {"python3/-c/import os"}},
      {"ssh h 'git push'", {"ssh/h/git push"}},
  };
  expect_calls(rows);
}

// B4-23
TEST(ShellCallsTest, CallsComeInTheOrderInWhichTheyRun) {
  const CallsRow rows[] = {
      {"a && b || c; d & e", {"a", "b", "c", "d", "e"}},
      {"a | b |& c", {"a", "b", "c"}},
      {"echo $(git push) `b`", {"git/push", "b", "echo/…/…"}},
      {"x=$(git push)", {"git/push"}},
      {"(a; { b; })", {"a", "b"}},
      {"if a; then b; elif c; then d; else e; fi", {"a", "b", "c", "d", "e"}},
      {"for i in 1 2; do git push $i; done", {"git/push/1", "git/push/2"}},
      {"for i in $(ls); do git push $i; done", {"ls", "git/push/…"}},
      {"while a; do b; done", {"a", "b"}},
      {"case x in y) a;; *) b;; esac", {"a", "b"}},
      {"! a", {"a"}},
      {"f() { git \"$@\"; }; ls", {"ls"}},
      {"f() { git \"$@\"; }; f push", {"f/push", "git/push"}},
      {"f() { f; }; f", {"f", "f"}},
      {"trap 'git push' EXIT", {"trap/git push/EXIT", "git/push"}},
      {"cat <<EOF\n$(git push)\nEOF", {"git/push", "cat"}},
      {"cat <<'EOF'\ngit push\nEOF", {"cat"}},
  };
  expect_calls(rows);
}

TEST(ShellCallsTest, ACallHasItsFolderAndTheProgramAsItIsWritten) {
  const Analysis analysis = analysed("cd a && ./b/run.sh; cd $X && make; (cd /q; /bin/ls)");
  ASSERT_EQ(analysis.calls.size(), 6U);
  EXPECT_EQ(analysis.calls[0].folder, "/p");
  EXPECT_EQ(analysis.calls[1].folder, "/p/a");
  EXPECT_EQ(analysis.calls[1].path, "./b/run.sh");
  EXPECT_THAT(analysis.calls[1].words, ElementsAre("run.sh"));
  EXPECT_EQ(analysis.calls[3].folder, "");
  EXPECT_EQ(analysis.calls[3].path, "make");
  EXPECT_EQ(analysis.calls[5].folder, "/q");
  EXPECT_EQ(analysis.calls[5].path, "/bin/ls");
}

// B4-23
TEST(ShellCallsTest, ShellCodeThatIsNotReadIsSaidToBe) {
  for (const std::string_view command :
       {"eval $X", "ls | sh", "bash <<'EOF'\ngit push\nEOF", "bash -c \"$X\"", "$X git push",
        "echo 'x", "source <(ls)", "git -c alias.x='!git push' x"}) {
    EXPECT_TRUE(analysed(command).has_unread_calls) << command;
  }
  for (const std::string_view command :
       {"git push", "git $X", "python3 -c 'x'", "bash x.sh", "ls | python3", "eval ls",
        "bash -c ls", "echo '$X' | cat", ""}) {
    EXPECT_FALSE(analysed(command).has_unread_calls) << command;
  }
}

std::size_t bytes_of(const Analysis& analysis) {
  std::size_t bytes = 0;
  for (const ProgramCall& call : analysis.calls) {
    bytes += call.path.size() + call.folder.size();
    for (const std::string& word : call.words) bytes += word.size();
  }
  return bytes;
}

TEST(ShellCallsTest, MoreCallsThanAreKeptAreSaidToBe) {
  const Analysis enough = analysed(repeated("a;", 2000));
  EXPECT_EQ(enough.calls.size(), 2000U);
  EXPECT_FALSE(enough.has_unread_calls);
  const Analysis many = analysed(repeated("a;", 2001));
  EXPECT_EQ(many.calls.size(), 2000U);
  EXPECT_TRUE(many.has_unread_calls);
}

TEST(ShellCallsTest, MoreBytesThanAreKeptAreSaidToBe) {
  constexpr std::size_t kWithinReason = 65536 + 8192;
  for (const std::string& command :
       {"a " + repeated("bcdefgh ", 10000), repeated("a bcdefghijklmnopqrstuvwxyz;", 5000),
        "cd " + repeated("x", 4000) + ";" + repeated("a;", 1000)}) {
    SCOPED_TRACE(command.substr(0, 30));
    const Analysis analysis = analysed(command);
    EXPECT_TRUE(analysis.has_unread_calls);
    EXPECT_LE(bytes_of(analysis), kWithinReason);
    EXPECT_GE(bytes_of(analysis), 50000U);
  }
}

TEST(ShellCallsTest, OfALongWordTheBeginningIsKept) {
  const Analysis analysis = analysed("git commit -m '" + repeated("é", 1000) + "' && git push");
  ASSERT_EQ(analysis.calls.size(), 2U);
  EXPECT_EQ(analysis.calls[0].words[3], repeated("é", 512) + "…");
  EXPECT_FALSE(analysis.has_unread_calls);
  EXPECT_THAT(analysis.opaque, IsEmpty());
}

}  // namespace
}  // namespace policy::shell

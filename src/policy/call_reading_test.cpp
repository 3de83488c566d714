#include "policy/call_reading.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/testing_scene.h"

namespace policy {
namespace {

// Of the last call.
std::vector<std::string> readings(std::string_view command) {
  const shell::Analysis analysis = shell::analysed(command);
  if (analysis.calls.empty()) return {};
  return readings_of(analysis.calls.back());
}

struct ReadingRow {
  std::string_view command;
  std::vector<std::string> readings;
};

template <std::size_t N>
void expect_readings(const ReadingRow (&rows)[N]) {
  for (const ReadingRow& row : rows) {
    SCOPED_TRACE(row.command);
    EXPECT_EQ(readings(row.command), row.readings);
  }
}

TEST(CallReadingTest, WordsStandWithOneSpaceBetweenThem) {
  const ReadingRow rows[] = {
      {"ls", {"ls"}},
      {"ls   -l \t x", {"ls -l x"}},
      {"ls 'a b' '' $'c\\nd' e\\ f", {"ls 'a b' '' 'c\nd' 'e f'"}},
      {"ls $X", {"ls …"}},
  };
  expect_readings(rows);
  EXPECT_TRUE(readings_of({}).empty());
}

// B4-23
TEST(CallReadingTest, OptionsBeforeAVerbAreLeftOutOfOneReading) {
  const ReadingRow rows[] = {
      {"git -C x push", {"git -C x push", "git push"}},
      {"git -c a=b -c c=d push -f", {"git -c a=b -c c=d push -f", "git push -f"}},
      {"git --git-dir=x --work-tree y -p --no-pager commit -m x",
       {"git --git-dir=x --work-tree y -p --no-pager commit -m x", "git commit -m x"}},
      {"git --exec-path=x --namespace y --literal-pathspecs push",
       {"git --exec-path=x --namespace y --literal-pathspecs push", "git push"}},
      {"git push -f", {"git push -f"}},
      {"git --version", {"git --version"}},
      {"gh -R a/b pr create", {"gh -R a/b pr create", "gh pr create"}},
      {"npm --prefix x publish", {"npm --prefix x publish", "npm publish"}},
      {"docker --context x push y", {"docker --context x push y", "docker push y"}},
      {"kubectl -n x apply -f y", {"kubectl -n x apply -f y", "kubectl apply -f y"}},
      {"terraform -chdir=x apply", {"terraform -chdir=x apply", "terraform apply"}},
      {"cargo +nightly publish", {"cargo +nightly publish", "cargo publish"}},
      {"cargo +nightly --config x publish", {"cargo +nightly --config x publish", "cargo publish"}},
      {"make -C x -j 4 deploy", {"make -C x -j 4 deploy", "make deploy"}},
      {"make -j4 deploy", {"make -j4 deploy", "make deploy"}},
      {"aws --profile x s3 rm y", {"aws --profile x s3 rm y", "aws s3 rm y"}},
      // No verb: an option is what it does.
      {"rm -rf x", {"rm -rf x"}},
  };
  expect_readings(rows);
}

TEST(CallReadingTest, AProgramWithAFolderReadsWithItToo) {
  const ReadingRow rows[] = {
      {"/usr/bin/ls x", {"ls x", "/usr/bin/ls x"}},
      {"./a/deploy.sh x", {"deploy.sh x", "./a/deploy.sh x", "a/deploy.sh x"}},
      {"a/deploy.sh", {"deploy.sh", "a/deploy.sh"}},
      {"/usr/bin/git -C x push", {"git -C x push", "git push", "/usr/bin/git -C x push"}},
  };
  expect_readings(rows);
}

TEST(CallReadingTest, WhatAnInterpreterRunsReadsAsACallOfItsOwn) {
  const ReadingRow rows[] = {
      {"bash deploy.sh x", {"bash deploy.sh x", "deploy.sh x"}},
      {"bash -eo pipefail ./a/deploy.sh",
       {"bash -eo pipefail ./a/deploy.sh", "deploy.sh", "./a/deploy.sh", "a/deploy.sh"}},
      {"source deploy.sh", {"source deploy.sh", "deploy.sh"}},
      {". deploy.sh", {". deploy.sh", "deploy.sh"}},
      {"python3.11 -m pytest -q", {"python3.11 -m pytest -q", "pytest -q"}},
      {"python3 tools/x.py y", {"python3 tools/x.py y", "x.py y", "tools/x.py y"}},
      {"python3 -c 'import x'", {"python3 -c 'import x'"}},
      {"node -e 'x' y", {"node -e x y"}},
      {"bash -s x", {"bash -s x"}},
      {"python3", {"python3"}},
  };
  expect_readings(rows);
}

}  // namespace
}  // namespace policy

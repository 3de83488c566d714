#include "policy/requirement_trigger.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/testing_scene.h"

namespace policy {
namespace {

model::ToolCall bash(std::string_view command) {
  model::ToolCall call;
  call.tool = "Bash";
  call.command = command;
  return call;
}

bool is_meant_by(std::string_view pattern, std::string_view command) {
  const shell::Analysis shell = shell::analysed(command);
  return is_meant({{.tool = "Bash", .pattern = std::string(pattern)}}, bash(command), &shell);
}

struct MeantRow {
  std::string_view command;
  bool expected;
};

template <std::size_t N>
void expect_meant(std::string_view pattern, const MeantRow (&rows)[N]) {
  for (const MeantRow& row : rows) {
    EXPECT_EQ(is_meant_by(pattern, row.command), row.expected) << pattern << " on " << row.command;
  }
}

constexpr bool kYes = true;
constexpr bool kNo = false;

// B4-23, S4-92
TEST(RequirementTriggerTest, AnOperationIsMeantWhereItIsCalled) {
  const MeantRow rows[] = {
      {"git push", kYes},
      {"git push origin main --force", kYes},
      {"GIT PUSH", kYes},
      {"git -C x push", kYes},
      {"git -c a=b push", kYes},
      {"git --git-dir=x --work-tree y push", kYes},
      {"git --no-pager -p push", kYes},
      {"FOO=1 git push", kYes},
      {"sudo git push", kYes},
      {"sudo -u me git -C x push", kYes},
      {"env A=1 git push", kYes},
      {"timeout 5 git push", kYes},
      {"cd x && git push", kYes},
      {"ls; git push", kYes},
      {"ls || git push", kYes},
      {"ls | git push", kYes},
      {"git push &", kYes},
      {"(git push)", kYes},
      {"{ git push; }", kYes},
      {"! git push", kYes},
      {"x=$(git push)", kYes},
      {"echo \"$(git push)\"", kYes},
      {"bash -c \"git push\"", kYes},
      {"sh -c 'cd x && git push'", kYes},
      {"eval 'git push'", kYes},
      {"xargs git push", kYes},
      {"find . -name x -exec git push \\;", kYes},
      {"for r in a b; do git push $r; done", kYes},
      {"if ls; then git push; fi", kYes},
      {"f() { git push; }; f", kYes},
      {"/usr/bin/git push", kYes},
      {"command git push", kYes},
      {"\\git push", kYes},
      {"g''it push", kYes},
      {"git 'push'", kYes},
      {"git   push", kYes},
      {"git \\\n  push", kYes},
      {"V=push; git $V", kYes},
      {"ls\ngit push\n", kYes},
      {"git push > /dev/null 2>&1", kYes},
  };
  expect_meant("git\\s+push", rows);
}

// B4-23, SC-77
TEST(RequirementTriggerTest, AMentionIsNotMeant) {
  const MeantRow rows[] = {
      {"echo \"git push\"", kNo},
      {"echo git push", kNo},
      {"printf 'git push\\n'", kNo},
      {"grep 'git push' file", kNo},
      {"git log --grep 'git push'", kNo},
      {"git commit -m \"git push\"", kNo},
      {"# git push", kNo},
      {"ls # git push", kNo},
      {"cat <<EOF\ngit push\nEOF", kNo},
      {"cat > x.md <<'EOF'\n```\ngit push\n```\nEOF", kNo},
      {"python3 -c 'run(\"git push\")'", kNo},
      {"f() { git push; }; ls", kNo},
      {"git pull", kNo},
      {"git stash; ls push", kNo},
      {"git $VERB", kNo},
      {"echo push | xargs git", kNo},
      {"man git push", kNo},
      {"gitk push", kNo},
      {"command -v git push", kNo},
      {"", kNo},
  };
  expect_meant("git\\s+push", rows);
  EXPECT_FALSE(is_meant_by("git\\s+commit", "echo \"git commit\""));
}

// B4-23: the regular expression remains as what is fallen back on.
TEST(RequirementTriggerTest, WhereCodeIsNotReadTheTextIsSearched) {
  const MeantRow rows[] = {
      {"bash <<'EOF'\ngit push\nEOF", kYes},
      {"echo 'git push' | sh", kYes},
      {"$SUDO git push", kYes},
      {"eval \"git push $X\"", kYes},
      {"git push )", kYes},
      {"curl x | sh", kNo},
  };
  expect_meant("git\\s+push", rows);
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "ls;";
  EXPECT_TRUE(is_meant_by("git\\s+push", many + "git push"));
  EXPECT_FALSE(is_meant_by("git\\s+push", many + "git pull"));
}

struct PatternRow {
  std::string_view pattern;
  std::string_view command;
  bool expected;
};

// B4-23, S4-92
TEST(RequirementTriggerTest, PatternsOfManyKinds) {
  const PatternRow rows[] = {
      {"git\\s+commit", "git commit --amend", kYes},
      {"git\\s+commit", "git -c user.name='A B' commit -m x", kYes},
      {"git\\s+commit\\b(?!.*--amend)", "git commit -m x", kYes},
      {"git\\s+commit\\b(?!.*--amend)", "git commit --amend", kNo},
      {"git\\s+commit(?=.*--no-verify)", "git commit -m x --no-verify", kYes},
      {"git\\s+commit(?=.*--no-verify)", "git commit -m x; ls --no-verify", kNo},
      {"git\\s+(commit|cherry-pick|revert|merge)", "git merge x", kYes},
      {"git\\s+(commit|cherry-pick|revert|merge)", "echo 'git merge'", kNo},
      {"gh\\s+pr\\s+create", "gh pr create --fill", kYes},
      {"gh\\s+pr\\s+create", "gh -R a/b pr create", kYes},
      {"gh\\s+pr\\s+create", "gh pr list --search 'gh pr create'", kNo},
      {"(git commit|git push)", "cd x && git push", kYes},
      {"(git commit|git push)", "echo 'git push'", kNo},
      {"git push|rm -rf", "rm -rf x", kYes},
      {"git push|rm -rf", "echo rm -rf x", kNo},
      {"^git push", "cd x && git push", kYes},
      {"^git push", "echo git push", kNo},
      {"^git push$", "git push && ls", kYes},
      {"^git push$", "git push origin", kNo},
      {"(^|[;&|]\\s*)git\\s+push", "ls; git push", kYes},
      {"(^|[;&|]\\s*)git\\s+push", "echo '; git push'", kNo},
      {"(?P<op>git)\\s+push", "git push", kYes},
      {"(?P<op>git)\\s+push", "echo 'git push'", kNo},
      {"(sudo\\s+)?git push", "sudo git push", kYes},
      {"sudo", "sudo ls", kYes},
      {"sudo", "echo sudo", kNo},
      {"npm (run )?publish", "npm run publish", kYes},
      {"npm (run )?publish", "npm --prefix x publish", kYes},
      {"npm (run )?publish", "npm pack", kNo},
      {"docker push", "docker --context x push y", kYes},
      {"kubectl apply", "kubectl -n prod apply -f x", kYes},
      {"terraform apply", "terraform -chdir=x apply", kYes},
      {"cargo publish", "cargo +nightly publish", kYes},
      {"make deploy", "make -C x -j 4 deploy", kYes},
      {"rm\\s+-rf\\s+/", "rm -rf /", kYes},
      {"rm\\s+-rf\\s+/", "rm -rf ~", kYes},
      {"rm\\s+-rf\\s+/", "rm -rf x", kNo},
      {"rm\\s+-rf\\s+/", "echo 'rm -rf /'", kNo},
      {"deploy\\.sh", "./scripts/deploy.sh prod", kYes},
      {"deploy\\.sh", "bash scripts/deploy.sh", kYes},
      {"deploy\\.sh", "cat deploy.sh", kNo},
      {"\\./scripts/deploy\\.sh", "./scripts/deploy.sh", kYes},
      {"scripts/deploy\\.sh", "./scripts/deploy.sh", kYes},
      {"/usr/bin/git push", "/usr/bin/git push", kYes},
      {"pytest", "python3 -m pytest", kYes},
      {"pytest", "python3 -c 'x' pytest", kNo},
      // Those are for the text.
      {".*git push.*", "git push", kYes},
      {".*git push.*", "git -C x push", kNo},
      {".*git push.*", "echo \"git push\"", kYes},
      {"--force", "git push --force", kYes},
      {"--force", "echo --force", kYes},
      {"--force", "git push -f", kNo},
      {"-[a-z]*f\\b", "git push -f", kYes},
      {"\\.env\\b", "cat .env", kYes},
      {"git push|--force", "echo git push", kYes},
      {"curl .*\\|\\s*(ba)?sh", "curl -s x | bash", kYes},
      {"curl .*\\|\\s*(ba)?sh", "curl -s x", kNo},
      {"rm -rf \\$HOME", "rm -rf $HOME", kYes},
      {"rm -rf ~", "rm -rf ~", kYes},
      {"AWS_PROFILE=prod", "AWS_PROFILE=prod terraform apply", kYes},
      {"git commit -m [\"']wip", "git commit -m \"wip\"", kYes},
      // What only looks is not analysed by the engine, and here it is.
      {"git status", "git status", kYes},
      // No expressions.
      {"git (push", "git (push", kNo},
      {"[", "[", kNo},
      {"(?<=a*)git", "git", kNo},
  };
  for (const PatternRow& row : rows) {
    EXPECT_EQ(is_meant_by(row.pattern, row.command), row.expected)
        << row.pattern << " on " << row.command;
  }
}

// B4-23
TEST(RequirementTriggerTest, WhatTakesTooLongIsNotMeant) {
  const std::string command = "x " + std::string(60000, 'a') + "!";
  EXPECT_FALSE(is_meant_by("(a+)+$", command));
  EXPECT_FALSE(is_meant_by("x (a+)+$", command));
  EXPECT_FALSE(is_meant_by(".*(a+)+$", command));
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "a aaaaaaaaaaaaaaaaaaaaaaaaaa!;";
  EXPECT_FALSE(is_meant_by("a (a|aa)+$", many));
}

TEST(RequirementTriggerTest, WhatOnlyLooksIsReadWithoutItsAnalysis) {
  const shell::Analysis none;
  EXPECT_TRUE(is_meant({{"Bash", "git\\s+log"}}, bash("git log -1"), &none));
  EXPECT_TRUE(is_meant({{"Bash", "git\\s+log\\s+-1"}}, bash("  git  log   -1 "), &none));
  EXPECT_FALSE(is_meant({{"Bash", "git\\s+push"}}, bash("git log push"), &none));
  EXPECT_FALSE(is_meant({{"Bash", "git\\s+push"}}, bash("# git push"), &none));
}

// S4-92
TEST(RequirementTriggerTest, AToolIsMeantByItsNameOrAWildcard) {
  struct ToolRow {
    std::vector<model::ToolMatch> matches;
    std::string_view tool;
    bool expected;
  };
  const ToolRow rows[] = {
      {{{"Edit", ""}}, "Edit", kYes},
      {{{"Edit", ""}}, "MultiEdit", kNo},
      {{{"Edit", ""}}, "edit", kNo},
      {{{"Write", ""}, {"Edit", ""}}, "Edit", kYes},
      {{{"*Edit", ""}}, "MultiEdit", kYes},
      {{{"mcp__x__*", ""}}, "mcp__x__write", kYes},
      {{{"Bash", ""}}, "Bash", kYes},
      // A pattern is for Bash alone.
      {{{"Edit", "x"}}, "Edit", kNo},
      {{{"*", "git push"}}, "Edit", kNo},
      {{{"*", "git push"}}, "Bash", kYes},
      {{{"Ba?h", "git push"}}, "Bash", kYes},
      {{{"Bash", "git pull"}}, "Bash", kNo},
      {{{"Bash", "("}, {"Bash", "git push"}}, "Bash", kYes},
      {{}, "Edit", kNo},
      {model::default_triggers(), "MultiEdit", kYes},
      {model::default_triggers(), "Bash", kNo},
  };
  const shell::Analysis shell = shell::analysed("git push");
  for (const ToolRow& row : rows) {
    model::ToolCall call = bash("git push");
    call.tool = row.tool;
    EXPECT_EQ(is_meant(row.matches, call, row.tool == "Bash" ? &shell : nullptr), row.expected)
        << row.tool;
  }
}

TEST(RequirementTriggerTest, WithoutAnAnalysisTheTextIsSearched) {
  EXPECT_TRUE(is_meant({{"Bash", "git\\s+push"}}, bash("cd x && git push"), nullptr));
  EXPECT_TRUE(is_meant({{"Bash", "git\\s+push"}}, bash("echo 'git push'"), nullptr));
  EXPECT_FALSE(is_meant({{"Bash", "git\\s+push"}}, bash("git pull"), nullptr));
}

bool plan_write(const std::vector<GateTarget>& targets) {
  model::ToolCall call;
  call.tool = "Write";
  return is_never_gated(call, targets, nullptr);
}

// S4-92
TEST(RequirementTriggerTest, PlansAreNeverGated) {
  const auto one = [](std::string_view path) {
    return plan_write({{.path = std::string(path), .real_path = std::string(path)}});
  };
  for (const std::string_view path :
       {"/h/.claude/plans/x.md", "/p/.claude/plans/a/b.md", "/p/docs/plans/x.md",
        "/p/sub/docs/plans/x.md", "/docs/plans/x"}) {
    EXPECT_TRUE(one(path)) << path;
  }
  for (const std::string_view path :
       {"/p/src/a.cpp", "/p/docs/plans", "/p/docs/plans/", "/p/plans/x", "/p/docs/planset/x",
        "/p/xdocs/plans/x", "/p/claude/plans/x", "/p/docs/x/plans/y", "/p/docs/plans/../x",
        "docs/plans/x", "", "/"}) {
    EXPECT_FALSE(one(path)) << path;
  }
  EXPECT_FALSE(plan_write({}));
  EXPECT_FALSE(plan_write({{.path = "/p/docs/plans/x", .real_path = "/p/src/x"}}));
  EXPECT_FALSE(plan_write({{.path = "/p/src/x", .real_path = "/p/docs/plans/x"}}));
  EXPECT_FALSE(plan_write({{.path = "/p/docs/plans/x", .real_path = ""}}));
  EXPECT_FALSE(plan_write({{.path = "/p/docs/plans/x", .real_path = "/p/docs/plans/x"},
                           {.path = "/p/src/x", .real_path = "/p/src/x"}}));
  model::ToolCall memory;
  memory.tool = "mcp__serena__write_memory";
  memory.memories = {"x"};
  EXPECT_FALSE(is_never_gated(memory, {{.path = "/p/docs/plans/x", .real_path = "/p/docs/plans/x"}},
                              nullptr));
}

bool never_gated(std::string_view command) {
  const shell::Analysis shell = shell::analysed(command);
  return is_never_gated(bash(command), {}, &shell);
}

// S4-92
TEST(RequirementTriggerTest, APauseIsNeverGated) {
  for (const std::string_view command :
       {"req pause", "req resume", "req pause 10m --reason 'a b'", "holdfast req pause",
        "holdfast pause", "holdfast resume", "requirements-cli.py pause",
        "~/.claude/hooks/requirements-cli.py resume", "python3 ~/.claude/requirements-cli.py pause",
        "req pause && req resume", "req pause > /dev/null 2>&1", "/usr/local/bin/req pause",
        "req \"pause\""}) {
    EXPECT_TRUE(never_gated(command)) << command;
  }
  for (const std::string_view command : {"echo req pause && git push",
                                         "req pause && git push",
                                         "req pause; ls",
                                         "req status",
                                         "req",
                                         "git push # req pause",
                                         "echo 'req pause'",
                                         "req pause > src/x",
                                         "req pause $(git push)",
                                         "req pause | sh",
                                         "sudo req pause",
                                         "bash -c 'req pause'",
                                         "./req pause",
                                         "/p/req pause",
                                         "bin/req pause",
                                         "python3 -c 'x' requirements-cli.py pause",
                                         "python3 x.py pause",
                                         "req() { git push; }; req pause",
                                         "holdfast req",
                                         "holdfast doctor pause",
                                         "req $X",
                                         "req $(echo pause)",
                                         "req pause <(git push)",
                                         "",
                                         "# req pause",
                                         "eval $X; req pause"}) {
    EXPECT_FALSE(never_gated(command)) << command;
  }
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "req pause;";
  EXPECT_TRUE(never_gated(many));
  EXPECT_FALSE(never_gated(many + "git push"));
  EXPECT_FALSE(is_never_gated(bash("req pause"), {}, nullptr));
  EXPECT_FALSE(is_never_gated(bash("echo x > docs/plans/x"),
                              {{.path = "/p/docs/plans/x", .real_path = "/p/docs/plans/x"}},
                              nullptr));
}

// SC-77
TEST(RequirementTriggerTest, OnlyWhatMakesACommitMayMoveHead) {
  for (const std::string_view command :
       {"git commit -m x", "git -C x commit", "git merge x", "git cherry-pick x", "git revert x",
        "git rebase main", "git rebase --continue", "git am x.patch", "git pull",
        "cd x && git commit --amend", "git commit -m --dry-run", "git commit -am 'x --dry-run'",
        "git commit -- --dry-run", "ls; bash -c 'git commit'"}) {
    EXPECT_TRUE(may_move_head(shell::analysed(command))) << command;
  }
  for (const std::string_view command :
       {"git commit --dry-run", "git commit -m x --dry-run", "git merge --abort",
        "git commit --help", "git rebase --abort", "git cherry-pick --quit", "git reset --hard x",
        "git push", "git log", "git checkout x", "git commit-tree x", "echo \"git commit\"", "ls",
        ""}) {
    EXPECT_FALSE(may_move_head(shell::analysed(command))) << command;
  }
}

// B4-7
TEST(OnlyTries, IsWhatADryRunDoes) {
  const auto tries = [](const char* command) { return only_tries(shell::analysed(command)); };
  EXPECT_TRUE(tries("git commit --dry-run -m x || true"));
  EXPECT_TRUE(tries("git push -n origin"));
  EXPECT_FALSE(tries("git commit -n -m x"));
  EXPECT_FALSE(tries("git commit --dry-run && git commit -m x"));
  EXPECT_FALSE(tries("gh pr create"));
}

}  // namespace
}  // namespace policy

#include "store/requirement_config.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "store/test_requirement.h"
#include "store/test_support.h"

namespace store {
namespace {

using model::Requirement;
using model::Requirements;

Words names_of(const Requirements& requirements) {
  Words names;
  for (const Requirement& one : requirements.list) names.push_back(one.name);
  return names;
}

std::string place_of(const Requirements& requirements, std::string_view name) {
  const Requirement* const found = requirements.find(name);
  if (found == nullptr) return "none";
  return found->source.file + ":" + std::to_string(found->source.line);
}

Requirements cascade(const std::string& user, const std::string& project,
                     const std::string& local = "", const std::string& config = "") {
  return parse_requirements(
      {{"user", user}, {"project", project}, {"local", local}, {"config", config, true}});
}

// S4-82, S4-91
TEST(RequirementCascadeTest, AStrongerFileChangesWhatItNamesAndKeepsTheRest) {
  const Requirements all = cascade(
      "requirements:\n"
      "  a: {enabled: yes, scope: branch, checklist: [one, two]}\n"
      "  b: {enabled: yes}\n",
      "requirements:\n"
      "\n"
      "  a: {checklist: [three]}\n"
      "  c: {enabled: yes}\n",
      "requirements:\n"
      "  b: {enabled: no}\n",
      "requirements:\n"
      "  requirements:\n"
      "    c: {message: from config}\n");
  EXPECT_EQ(placed(all.problems), Lines{});
  EXPECT_EQ(names_of(all), (Words{"a", "b", "c"}));
  EXPECT_EQ(all.files, (Words{"user", "project", "local", "config"}));
  EXPECT_EQ(all.find("a")->scope, model::RequirementScope::branch);
  EXPECT_EQ(all.find("a")->checklist, Words{"three"});
  EXPECT_FALSE(all.find("b")->enabled);
  EXPECT_EQ(all.find("c")->message, "from config");
  EXPECT_EQ(place_of(all, "a"), "project:3");
  EXPECT_EQ(place_of(all, "b"), "local:2");
  EXPECT_EQ(place_of(all, "c"), "config:3");
}

// S4-110: a scope that another file changes is the scope.
TEST(RequirementCascadeTest, AChangedScopeIsTheOneThatCounts) {
  const std::string user = "requirements: {a: {scope: session}}\n";
  EXPECT_EQ(cascade(user, "").find("a")->scope, model::RequirementScope::session);
  EXPECT_EQ(cascade(user, "requirements: {a: {scope: permanent}}\n").find("a")->scope,
            model::RequirementScope::permanent);
  // Unset, it is the default again.
  EXPECT_EQ(cascade("requirements: {a: {scope: branch}}\n", "requirements: {a: {scope: }}\n")
                .find("a")
                ->scope,
            model::RequirementScope::session);
}

// S4-91
TEST(RequirementCascadeTest, AFileThatDoesNotInheritCutsThoseBeforeIt) {
  const std::string user = "requirements: {u: {enabled: yes}}\n";
  const std::string project = "requirements: {p: {enabled: yes}}\n";
  const std::string local = "requirements: {l: {enabled: yes}}\n";
  const std::string config = "requirements:\n  requirements: {c: {enabled: yes}}\n";
  const std::string cut = "inherit: no\n";
  EXPECT_EQ(names_of(cascade(user, project, local, config)), (Words{"u", "p", "l", "c"}));
  EXPECT_EQ(names_of(cascade(user + cut, project, local, config)), (Words{"u", "p", "l", "c"}));
  EXPECT_EQ(names_of(cascade(user, project + cut, local, config)), (Words{"p", "l", "c"}));
  EXPECT_EQ(names_of(cascade(user, project, local + cut, config)), (Words{"l", "c"}));
  const Requirements last = cascade(user, project, local, config + "  inherit: False\n");
  EXPECT_EQ(names_of(last), Words{"c"});
  EXPECT_EQ(last.files, Words{"config"});
  EXPECT_EQ(names_of(cascade(user, project + "inherit: true\n")), (Words{"u", "p"}));
  const Requirements odd = cascade(user, project + "inherit: maybe\n");
  EXPECT_EQ(names_of(odd), (Words{"u", "p"}));
  EXPECT_EQ(placed(odd.problems), Lines{"project:2 `inherit` must be true or false, not 'maybe'"});
}

TEST(RequirementCascadeTest, WhatIsCutOffNeedNotBeRight) {
  const Requirements all = cascade("requirements: [\n", "inherit: no\nenabled: yes\n");
  EXPECT_EQ(placed(all.problems), Lines{});
  EXPECT_EQ(all.files, (Words{"project", "local"}));
}

// S4-25
TEST(RequirementCascadeTest, AFileThatCannotBeParsedIsLeftOutAlone) {
  const Requirements all = cascade("requirements: {u: {enabled: yes}}\n", "a: 1\n  b: 2\n",
                                   "requirements: {l: {enabled: yes}}\n");
  EXPECT_EQ(names_of(all), (Words{"u", "l"}));
  EXPECT_EQ(all.files, (Words{"user", "local"}));
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_EQ(all.problems[0].file, "project");
  EXPECT_EQ(all.problems[0].line, 2);
  EXPECT_EQ(placed(cascade("- a\n", "just text\n").problems),
            (Lines{"user:1 the file must be a mapping", "project:1 the file must be a mapping"}));
}

// The offending value's own file and line, whoever began the entry.
TEST(RequirementCascadeTest, ABadValueIsNamedWhereItWasSet) {
  EXPECT_EQ(placed(cascade("requirements:\n  a:\n    scope: nowhere\n",
                           "requirements:\n  a:\n    enabled: yes\n")
                       .problems),
            Lines{"user:3 requirement `a` is left out: `scope` must be session, branch, single_use "
                  "or permanent, not 'nowhere'"});
  const Requirements all = cascade("requirements:\n  a: {scope: branch, enabled: yes}\n", "",
                                   "\nrequirements:\n  a:\n    scope: nowhere\n");
  EXPECT_TRUE(all.list.empty());
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_EQ(all.problems[0].file, "local");
  EXPECT_EQ(all.problems[0].line, 4);
  // A stronger file mends what a weaker one got wrong.
  EXPECT_EQ(placed(cascade("requirements: {a: {scope: nowhere}}\n",
                           "requirements: {a: {scope: branch}}\n")
                       .problems),
            Lines{});
}

TEST(RequirementCascadeTest, TheBlockOfTheConfigurationIsAWholeDocument) {
  const Requirements none = cascade("", "", "", "gate: {enabled: yes, enabled: no}\n");
  EXPECT_EQ(placed(none.problems), Lines{});
  EXPECT_EQ(none.files, (Words{"user", "project", "local"}));
  EXPECT_EQ(placed(cascade("", "", "", "requirements:\n").problems), Lines{});
  EXPECT_EQ(cascade("", "", "", "requirements: {satisfy_on: turn_end, keep: 9}\n").prune_keep, 9);
  // Requirements without the key above them: nobody guesses.
  const Requirements guess = cascade("", "", "", "gate:\nrequirements:\n  a: {enabled: yes}\n");
  EXPECT_TRUE(guess.list.empty());
  EXPECT_EQ(placed(guess.problems),
            Lines{"config:2 `requirements` has none of the keys of a requirements file; the "
                  "requirements themselves belong below `requirements.requirements`"});
  EXPECT_EQ(placed(cascade("", "", "", "requirements: [a]\n").problems),
            Lines{"config:1 `requirements` must be a mapping"});
  EXPECT_EQ(
      placed(cascade("", "", "", "requirements: {enabled: no, a: {enabled: yes}}\n").problems),
      Lines{"config:1 unknown key `a`"});
}

std::string sample(const char* name) {
  std::filesystem::path folder(__FILE__);
  for (int up = 0; up < 3; ++up) folder = folder.parent_path();
  std::ostringstream bytes;
  bytes << std::ifstream(folder / "tests" / "data" / "requirements" / name).rdbuf();
  return bytes.str();
}

// S4-75, S4-82, S4-91, S4-92, S4-93
TEST(RequirementCascadeTest, ARealisticSetIsReadWithoutAWord) {
  const Requirements all =
      cascade(sample("user.yaml"), sample("project.yaml"), sample("local.yaml"));
  EXPECT_EQ(placed(all.problems), Lines{});
  EXPECT_EQ(placed(all.unused),
            (Lines{"user:99 `hooks.wip_tracking` is known, but this version does not act on it",
                   "user:103 `logging` is known, but this version does not act on it"}));
  ASSERT_EQ(all.list.size(), 20U);
  const Requirement& plan = *all.find("commit_plan");
  EXPECT_TRUE(plan.enabled);
  EXPECT_EQ(plan.checklist.size(), 5U);
  EXPECT_EQ(plan.evidence->markers, (Words{"## Commits", "## Risks"}));
  EXPECT_NE(plan.message.find("**Run** `/{auto_resolve_skill}`, then go on.\n"), std::string::npos);
  EXPECT_EQ(place_of(all, "commit_plan"), "project:8");
  EXPECT_FALSE(all.find("adr_reviewed")->enabled);
  EXPECT_EQ(all.find("tdd_planned")->scope, model::RequirementScope::branch);
  EXPECT_EQ(all.find("plan_written")->triggers.size(), 5U);
  EXPECT_EQ(all.find("plan_written")->triggers[4].tool, "mcp__*__write_*");
  EXPECT_EQ(all.find("pre_commit_review")->triggers[0].pattern, R"(git\s+(-C\s+\S+\s+)?commit)");
  EXPECT_EQ(all.find("schema_migration_reviewed")->triggers[0].pattern,
            R"((alembic|rails\s+db:migrate|prisma\s+migrate|flyway)\b)");
  EXPECT_EQ(all.find("branch_size_limit")->warn_at, 250);
  EXPECT_EQ(all.find("branch_size_limit")->block_at, 600);
  EXPECT_EQ(all.find("todo_budget")->calculation.size(), 4U);
  EXPECT_EQ(all.find("protected_branch")->protected_branches, Words{"main"});
  EXPECT_EQ(all.find("single_session")->guard, model::GuardType::single_session);
  EXPECT_EQ(all.hooks.briefing, model::BriefingFormat::standard);
  EXPECT_TRUE(all.hooks.carry_over.enabled);
  EXPECT_EQ(all.hooks.carry_over.window_s, 600);
  EXPECT_EQ(all.hooks.stop_max_blocks, 2);
  EXPECT_EQ(all.satisfy_on, model::SatisfyMoment::turn_end);
}

class RequirementFilesTest : public ::testing::Test {
 protected:
  RequirementFilesTest() {
    machine_.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n");
    machine_.files.poke("/w/p/.git/worktrees/topic/HEAD", "ref: refs/heads/topic\n");
    machine_.files.poke("/w/p/.git/worktrees/topic/commondir", "../..\n");
    machine_.files.poke("/w/topic/.git", "gitdir: /w/p/.git/worktrees/topic\n");
  }
  Project project(const char* folder = "/w/p") {
    return find_project(machine_.files, folder).value();
  }
  void write(const os::Path& path, const std::string& name) {
    machine_.files.poke(path, "requirements: {" + name + ": {enabled: yes}}\n");
  }
  Requirements load(const char* folder = "/w/p") {
    const os::System system = machine_.system();
    const Homes homes = homes_of(system.environment);
    Keyring keys(system, homes, {});
    return load_requirements(system, project(folder), homes, keys);
  }

  FakeMachine machine_;
};

// S4-91
TEST_F(RequirementFilesTest, AllFilesOfTheCascadeAreRead) {
  EXPECT_TRUE(load().files.empty());
  write("/home/dev/.claude/requirements.yaml", "u");
  write("/w/p/.claude/requirements.yaml", "p");
  write("/w/p/.claude/requirements.local.yaml", "l");
  machine_.files.poke("/w/p/.holdfast/config.yaml",
                      "requirements: {requirements: {c: {enabled: yes}}}\n");
  const Requirements all = load();
  EXPECT_EQ(names_of(all), (Words{"u", "p", "l", "c"}));
  EXPECT_EQ(all.files,
            (Words{"/home/dev/.claude/requirements.yaml", "/w/p/.claude/requirements.yaml",
                   "/w/p/.claude/requirements.local.yaml", "/w/p/.holdfast/config.yaml"}));
  EXPECT_EQ(place_of(all, "c"), "/w/p/.holdfast/config.yaml:1");
}

TEST_F(RequirementFilesTest, JsonIsReadWhereThereIsNoYaml) {
  machine_.files.poke("/w/p/.claude/requirements.json",
                      "{\"requirements\": {\n\"j\": {\"enabled\": true}}}");
  EXPECT_EQ(place_of(load(), "j"), "/w/p/.claude/requirements.json:2");
  write("/w/p/.claude/requirements.yaml", "y");
  const Requirements both = load();
  EXPECT_EQ(names_of(both), Words{"y"});
  EXPECT_EQ(placed(both.problems),
            Lines{"/w/p/.claude/requirements.json:0 is not used: requirements.yaml beside it goes "
                  "before it"});
  machine_.files.poke("/w/p/.claude/requirements.yml", "enabled: no\n");
  EXPECT_TRUE(load().enabled);
}

TEST_F(RequirementFilesTest, AWorktreeHasItsOwnFilesOrThoseOfTheMainOne) {
  write("/w/p/.claude/requirements.yaml", "main_project");
  write("/w/p/.claude/requirements.local.yaml", "main_local");
  EXPECT_EQ(names_of(load("/w/topic")), (Words{"main_project", "main_local"}));
  write("/w/topic/.claude/requirements.yaml", "own_project");
  EXPECT_EQ(names_of(load("/w/topic")), (Words{"own_project", "main_local"}));
  machine_.files.poke("/w/topic/.claude/requirements.local.json",
                      "{\"requirements\": {\"own_local\": {}}}");
  const Requirements own = load("/w/topic");
  EXPECT_EQ(names_of(own), (Words{"own_project", "own_local"}));
  EXPECT_EQ(placed(own.problems), Lines{});
  EXPECT_EQ(names_of(load("/w/p")), (Words{"main_project", "main_local"}));
}

TEST_F(RequirementFilesTest, ThePathsAreListedWeakestFirst) {
  const Homes homes = homes_of(machine_.environment);
  const auto listed = [&](const char* folder) {
    Words paths;
    for (const os::Path& path : requirement_files(project(folder), homes)) {
      paths.push_back(path.native());
    }
    return paths;
  };
  const Words in_main{
      "/home/dev/.claude/requirements.json",  "/home/dev/.claude/requirements.yaml",
      "/w/p/.claude/requirements.json",       "/w/p/.claude/requirements.yaml",
      "/w/p/.claude/requirements.local.json", "/w/p/.claude/requirements.local.yaml"};
  EXPECT_EQ(listed("/w/p"), in_main);
  machine_.files.poke("/w/p/.holdfast/config.yaml", "");
  const Words in_topic = listed("/w/topic");
  EXPECT_EQ(in_topic.size(), 11U);
  EXPECT_EQ(in_topic[2], "/w/p/.claude/requirements.json");
  EXPECT_EQ(in_topic[5], "/w/topic/.claude/requirements.yaml");
  EXPECT_EQ(in_topic.back(), "/w/p/.holdfast/config.yaml");
}

// S4-107, BX-1
TEST_F(RequirementFilesTest, OnlyTheProjectsOwnFilesSwitchTheRequirementsOn) {
  const auto has = [this](const char* folder) {
    return has_requirement_files(machine_.files, project(folder));
  };
  write("/home/dev/.claude/requirements.yaml", "u");
  machine_.files.poke("/w/p/.claude/requirements.yml", "");
  ASSERT_TRUE(machine_.files.make_folders("/w/p/.claude/requirements.yaml").ok());
  EXPECT_FALSE(has("/w/p"));
  for (const char* name :
       {"requirements.json", "requirements.local.yaml", "requirements.local.json"}) {
    const os::Path path = os::Path("/w/p/.claude") / name;
    machine_.files.poke(path, "");
    EXPECT_TRUE(has("/w/p")) << name;
    EXPECT_TRUE(has("/w/topic")) << name;
    ASSERT_TRUE(machine_.files.remove(path).ok());
    EXPECT_FALSE(has("/w/topic")) << name;
  }
  write("/w/topic/.claude/requirements.yaml", "t");
  EXPECT_TRUE(has("/w/topic"));
  EXPECT_FALSE(has("/w/p"));
  write("/w/plain/.claude/requirements.yaml", "n");
  EXPECT_FALSE(has("/w/plain")) << "Outside git there is no branch to keep them for.";
}

// S4-25
TEST_F(RequirementFilesTest, AFileThatCannotBeReadIsAProblemAndTheOthersCount) {
  write("/w/p/.claude/requirements.local.yaml", "l");
  ASSERT_TRUE(machine_.files.make_folders("/w/p/.claude/requirements.yaml").ok());
  machine_.files.poke("/home/dev/.claude/requirements.yaml", std::string(1024 * 1024 + 1, '#'));
  const Requirements all = load();
  EXPECT_EQ(names_of(all), Words{"l"});
  ASSERT_EQ(all.problems.size(), 2U);
  EXPECT_EQ(all.problems[0].file, "/home/dev/.claude/requirements.yaml");
  EXPECT_EQ(all.problems[1].file, "/w/p/.claude/requirements.yaml");
  for (const auto& problem : all.problems) {
    EXPECT_TRUE(problem.message.starts_with("cannot be read: ")) << problem.message;
  }
}

TEST_F(RequirementFilesTest, WithoutAHomeTheProjectsFilesCount) {
  write("/w/p/.claude/requirements.yaml", "p");
  machine_.environment.unset("HOME");
  EXPECT_EQ(names_of(load()), Words{"p"});
  machine_.environment.set("HOME", "/w/p");
  const Requirements same = load();
  EXPECT_EQ(names_of(same), Words{"p"});
  EXPECT_EQ(same.files.size(), 1U) << "One file is read once.";
}

}  // namespace
}  // namespace store

#include "engine/dashboard/requirements.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/requirement.h"
#include "engine/test_index_scene.h"
#include "engine/test_scene.h"

namespace engine::dashboard {
namespace {

constexpr const char* kListedRules =
    "version: \"1.0\"\nenabled: true\ninherit: false\nrequirements:\n"
    "  commit_plan:\n    enabled: true\n    scope: session\n    description: The plan\n"
    "  github_ticket:\n    enabled: true\n    scope: branch\n"
    "  no_main:\n    enabled: true\n    type: guard\n    guard_type: protected_branch\n"
    "    protected_branches: [main]\n"
    "  old_rule:\n    enabled: false\n";

struct DashboardRequirementsTest : ::testing::Test, Scene {
  DashboardRequirementsTest() {
    fake.files.poke("/home/dev/project/.claude/requirements.yaml", kListedRules);
    send(event(model::EventKind::session_start));
  }
  void put_branch(const std::string& branch, const std::string& requirements) {
    std::string name = branch;
    for (char& c : name) c = c == '/' ? '-' : c;
    fake.files.poke("/home/dev/project/.git/requirements/" + name + ".json",
                    R"({"version":"1.0","branch":")" + branch +
                        R"(","project":"/home/dev/project","created_at":1,"updated_at":1,)"
                        R"("requirements":{)" +
                        requirements + "}}");
  }
  ProjectRequirements read(const PageQuestion& question = {}) {
    Workspace at = workspace();
    auto found = read_requirements(at, question);
    EXPECT_TRUE(found.ok()) << found.error().message;
    return found.ok() ? *std::move(found) : ProjectRequirements{};
  }
  static std::string standing(const RequirementBranch& branch, const std::string& requirement,
                              const std::string& session = "") {
    for (const RequirementMark& mark : branch.marks) {
      if (mark.requirement == requirement && mark.session == session) return mark.standing;
    }
    return "none";
  }
};

TEST_F(DashboardRequirementsTest, TheBranchThatIsCheckedOutStandsAsTheGateSeesIt) {
  const ProjectRequirements before = read();
  ASSERT_EQ(before.rules.size(), 4U);
  EXPECT_EQ(before.rules.front().name, "commit_plan");
  ASSERT_EQ(before.branches.items.size(), 1U);
  const RequirementBranch& main = before.branches.items.front();
  EXPECT_EQ(main.branch, "main");
  EXPECT_TRUE(main.is_checked_out);
  EXPECT_EQ(standing(main, "github_ticket"), "unmet");
  EXPECT_EQ(standing(main, "no_main"), "guarded");
  EXPECT_EQ(standing(main, "old_rule"), "none");
  EXPECT_EQ(standing(main, "commit_plan"), "none") << "nothing is known without a session";
  Workspace at = workspace();
  const auto session = choose_requirement_session(at, {.given = kRun, .host_session = {}});
  ASSERT_TRUE(session.ok());
  ASSERT_TRUE(
      satisfy_requirements(at, *session, {.names = {"commit_plan", "github_ticket"}}, {}).ok());
  const RequirementBranch after = read().branches.items.front();
  EXPECT_EQ(standing(after, "github_ticket"), "met");
  EXPECT_EQ(standing(after, "commit_plan", kRun), "met");
}

// The file alone would say otherwise of the session: what counts for all of them counts for it.
TEST_F(DashboardRequirementsTest, OnlyTheCheckedOutBranchIsJudged) {
  const std::string marks =
      R"("commit_plan":{"scope":"session","satisfied":true,"satisfied_at":1,"sessions":{)"
      R"("7d1054b6":{"triggered":true}}})";
  put_branch("main", marks);
  put_branch("other", marks);
  const ProjectRequirements found = read();
  ASSERT_EQ(found.branches.items.size(), 2U);
  EXPECT_EQ(standing(found.branches.items[0], "commit_plan", "7d1054b6"), "met");
  EXPECT_EQ(standing(found.branches.items[1], "commit_plan", "7d1054b6"), "unmet");
}

TEST_F(DashboardRequirementsTest, OtherBranchesStandAsTheirFilesSay) {
  put_branch("feature/a",
             R"("github_ticket":{"scope":"branch","satisfied":true,"satisfied_at":1700000000,)"
             R"("satisfied_by":"cli"},"commit_plan":{"scope":"session","sessions":{)"
             R"("aaaaaaaa":{"satisfied":true,"expires_at":1000},"bbbbbbbb":{"triggered":true}}})");
  const ProjectRequirements found = read();
  ASSERT_EQ(found.branches.items.size(), 2U);
  const RequirementBranch& feature = found.branches.items.back();
  EXPECT_EQ(feature.branch, "feature/a");
  EXPECT_FALSE(feature.is_checked_out);
  EXPECT_EQ(standing(feature, "github_ticket"), "met");
  EXPECT_EQ(standing(feature, "commit_plan", "aaaaaaaa"), "expired");
  EXPECT_EQ(standing(feature, "commit_plan", "bbbbbbbb"), "unmet");
  EXPECT_EQ(standing(feature, "no_main"), "none");
  for (const RequirementMark& mark : feature.marks) {
    if (mark.requirement == "github_ticket") {
      EXPECT_EQ(mark.satisfied_at, "2023-11-14T22:13:20.000Z");
      EXPECT_EQ(mark.satisfied_by, "cli");
    }
  }
}

TEST_F(DashboardRequirementsTest, BranchesComeInPagesTheCheckedOutOneFirst) {
  for (const char* const name : {"a", "b", "c", "x", "z"}) put_branch(name, "");
  std::vector<std::string> seen;
  std::optional<std::string> cursor;
  do {
    const ProjectRequirements found = read({cursor, 2});
    EXPECT_LE(found.branches.items.size(), 2U);
    for (const RequirementBranch& branch : found.branches.items) seen.push_back(branch.branch);
    cursor = found.branches.next;
  } while (cursor && seen.size() < 20);
  EXPECT_EQ(seen, (std::vector<std::string>{"main", "a", "b", "c", "x", "z"}));
  seen.clear();
  cursor.reset();
  do {
    const ProjectRequirements found = read({cursor, 1});
    for (const RequirementBranch& branch : found.branches.items) seen.push_back(branch.branch);
    cursor = found.branches.next;
  } while (cursor && seen.size() < 20);
  EXPECT_EQ(seen.size(), 6U);
  Workspace at = workspace();
  EXPECT_EQ(read_requirements(at, {"x", 2}).error().code, base::Code::invalid_params);
}

TEST_F(DashboardRequirementsTest, BadFilesAreProblemsAndNotTheEnd) {
  fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                  std::string(kListedRules) + "  broken:\n    enabled: true\n    type: nonsense\n");
  put_branch("main", R"("github_ticket":{"satisfied":true,"satisfied_at":1e300},"x":7,"":{}})");
  put_branch("odd", R"("github_ticket":{"satisfied":true,"satisfied_at":99999999999999999,)"
                    R"("expires_at":-5,"satisfied_by":"<script>"})");
  const ProjectRequirements found = read();
  EXPECT_FALSE(found.problems.empty());
  ASSERT_EQ(found.branches.items.size(), 2U);
  for (const RequirementMark& mark : found.branches.items.back().marks) {
    EXPECT_EQ(mark.satisfied_at, "");
  }
}

TEST_F(DashboardRequirementsTest, OutsideGitThatIsSaid) {
  fake.files.poke("/home/dev/bare/.holdfast/config.yaml", "gate:\n  initial_mode: coding\n");
  auto at = Workspace::open(fake.system(), "/home/dev/bare");
  ASSERT_TRUE(at.ok());
  const auto found = read_requirements(*at, {});
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->branches.items.empty());
  EXPECT_FALSE(found->problems.empty());
}

class DashboardRequirementsSceneTest : public IndexScene {
 protected:
  Dashboard dashboard_{system(), {}};
};

TEST_F(DashboardRequirementsSceneTest, WithoutAProjectItIsTheLastUsedOne) {
  EXPECT_EQ(project_requirements(dashboard_, {}).error().code, base::Code::not_found);
  put("api/.claude/requirements.yaml", kListedRules);
  tell(model::EventKind::session_start, kRun);
  updated();
  const auto found = project_requirements(dashboard_, {});
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->project_name, "api");
  EXPECT_EQ(found->rules.size(), 4U);
  const auto report = project_report(dashboard_, {.project = "api", .days = 30});
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->project, found->project);
  // Within some seconds it is the same answer, not counted again.
  EXPECT_EQ(project_report(dashboard_, {.project = "api", .days = 30})->report, report->report);
  EXPECT_NE(project_report(dashboard_, {.project = "api", .days = 7})->report, report->report);
}

}  // namespace
}  // namespace engine::dashboard

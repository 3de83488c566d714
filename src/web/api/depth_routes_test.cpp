// Requirements, continuity and health: that each address answers as types.ts says.
#include <gtest/gtest.h>

#include <thread>

#include "web/api/test_depth.h"

namespace web {
namespace {

using base::Json;

class DepthRoutesTest : public DepthTest {};

TEST_F(DepthRoutesTest, RequirementsAndTheirReport) {
  put("api/.claude/requirements.yaml",
      "version: \"1.0\"\nenabled: true\ninherit: false\nrequirements:\n"
      "  github_ticket:\n    enabled: true\n    scope: branch\n");
  tell(model::EventKind::session_start, kRun);
  updated();
  const Json found = get("requirements?project=api");
  expect_keys(found, {"items", "next", "project", "project_name", "rules", "problems"});
  expect_keys(found["rules"][0],
              {"name", "description", "type", "scope", "enforced", "enabled", "source"});
  expect_keys(found["items"][0], {"branch", "is_checked_out", "marks"});
  expect_keys(found["items"][0]["marks"][0],
              {"requirement", "session", "satisfied", "standing", "satisfied_by", "satisfied_at",
               "expires_at", "triggered"});
  EXPECT_EQ(found["items"][0]["marks"][0]["session"], nullptr);
  const Json report = get("requirements/report?project=api&days=30");
  expect_keys(report, {"project", "since", "first_at", "runs", "rows", "total", "worst"});
  expect_keys(report["total"], {"name", "denials", "suspect", "false_deny_rate", "would_deny",
                                "overrides", "approvals", "holds", "violations", "median_wait_ms"});
  EXPECT_EQ(status("requirements?project=nobody"), 404);
  EXPECT_EQ(status("requirements/report?project=api&days=0"), 400);
  EXPECT_EQ(status("requirements?project=api&cursor=x"), 400);
}

TEST_F(DepthRoutesTest, Continuity) {
  tell(model::EventKind::session_start, kRun);
  tell(model::EventKind::turn_end, kRun);
  tell(model::EventKind::session_end, kRun);
  updated();
  const Json found = get("continuity");
  expect_keys(found, {"items", "next", "links"});
  ASSERT_EQ(found["items"].size(), 1U);
  expect_keys(found["items"][0],
              {"id", "short_id", "start_time", "end_time", "channel", "topics", "pending_tasks",
               "pins", "previous", "continued_by", "crash_recovered", "projects"});
  EXPECT_EQ(found["items"][0]["short_id"], "7d1054b6");
  EXPECT_EQ(get("continuity/chain?session=7d1054b6")["items"].size(), 1U);
  const Json scores = get("continuity/scores?project=api");
  expect_keys(scores, {"project", "keywords", "threshold", "sessions", "preamble"});
  EXPECT_EQ(status("continuity/chain"), 400);
  EXPECT_EQ(status("continuity/chain?session=nobody"), 404);
  EXPECT_EQ(status(std::string("continuity/chain?session=") + kRun + "&depth=51"), 400);
  EXPECT_EQ(status("continuity/scores"), 400);
  EXPECT_EQ(status("continuity?cursor=x"), 400);
}

TEST_F(DepthRoutesTest, Health) {
  updated();
  const Json health = get("health");
  expect_keys(health, {"server", "faults", "projects"});
  EXPECT_EQ(health["server"]["version"], "1.2.3");
  ASSERT_EQ(health["projects"].size(), 1U);
  expect_keys(health["projects"][0], {"project", "project_name", "findings"});
  expect_keys(health["projects"][0]["findings"][0], {"severity", "subject", "message", "repair"});
}

TEST_F(DepthRoutesTest, Violations) {
  updated();
  const Json page = get("violations?project=api");
  expect_keys(page, {"items", "next"});
  EXPECT_EQ(status("violations?project=nobody"), 404);
  EXPECT_EQ(status("violations?limit=0"), 400);
}

TEST_F(DepthRoutesTest, AProjectThatIsGoneIsNoFaultOfTheServer) {
  tell(model::EventKind::session_start, kRun);
  updated();
  const std::string project = get("requirements")["project"];
  std::filesystem::rename(at("api"), at("elsewhere"));
  for (const std::string& target :
       {"requirements?project=" + project, "requirements/report?project=" + project,
        "continuity/scores?project=" + project, "work/" + project + "/one",
        "runs/" + std::string(kRun) + "/events", "runs/" + std::string(kRun) + "/state"}) {
    SCOPED_TRACE(target);
    const http::Response response = ask(target);
    EXPECT_EQ(response.status, 404) << response.body;
  }
  EXPECT_EQ(status("health"), 200);
  EXPECT_EQ(status("continuity"), 200);
}

TEST_F(DepthRoutesTest, TwoThreadsGetTheSameAnswers) {
  tell(model::EventKind::session_start, kRun);
  tell(model::EventKind::turn_end, kRun);
  updated();
  const std::string run = std::string("runs/") + kRun;
  const std::vector<std::string> targets{run + "/events", run + "/versions", run + "/state",
                                         "requirements",  "continuity",      "health"};
  std::vector<std::string> expected;
  for (const std::string& target : targets) expected.push_back(ask(target).body);
  std::atomic<int> same = 0;
  const auto work = [&] {
    for (int turn = 0; turn < 5; ++turn) {
      for (std::size_t i = 0; i < targets.size(); ++i) {
        if (ask(targets[i]).body == expected[i]) ++same;
      }
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(same, static_cast<int>(2 * 5 * targets.size()));
}

}  // namespace
}  // namespace web

// The tools of work sessions: what they answer, and what each says when it goes wrong.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "mcp/test_offer.h"

namespace mcp {
namespace {

using base::Json;
using testing::HasSubstr;

constexpr const char* kSlug = "dark-mode";
constexpr const char* kFolder = "/home/dev/project/agents/sessions/dark-mode";

class WorkToolsTest : public OfferTest {
 protected:
  WorkToolsTest() {
    offer(model::ToolSet::core);
    result("session_create", {{"topic", "Dark mode"}, {"slug", kSlug}});
  }

  void build(int checkpoints) {
    Json list = Json::array();
    for (int id = 1; id <= checkpoints; ++id) list.push_back({{"id", id}, {"title", "t"}});
    disk().poke(std::string(kFolder) + "/plan.json", Json{{"checkpoints", list}}.dump());
    transition("plan");
    transition("build");
  }
  Json transition(const char* phase) {
    return result("session_transition_phase", {{"session_id", kSlug}, {"new_phase", phase}});
  }
  std::string state() { return disk().peek(std::string(kFolder) + "/state.json").value_or(""); }
};

// What every tool needs to be called rightly, but for the session.
const std::vector<std::pair<const char*, Json>>& changing_tools() {
  static const std::vector<std::pair<const char*, Json>> tools{
      {"session_transition_phase", {{"new_phase", "plan"}}},
      {"session_complete_phase", {{"phase", "spec"}}},
      {"session_init_build", {{"checkpoints_total", 3}}},
      {"session_start_checkpoint", {{"checkpoint_id", 1}}},
      {"session_complete_checkpoint", {{"checkpoint_id", 1}}},
      {"session_add_commit", {{"sha", "abcdef1"}, {"message", "m"}}},
      {"session_set_status", {{"status", "paused"}}},
      {"session_update_git", {{"branch", "b"}}},
      {"session_set_git", {{"branch", "b"}}},
      {"session_get", Json::object()},
  };
  return tools;
}

// S2-69, S2-105, S2-106, S2-107, S2-108, S2-109
TEST_F(WorkToolsTest, EveryToolNamesTheSessionThatItDoesNotFind) {
  for (const auto& [tool, arguments] : changing_tools()) {
    SCOPED_TRACE(tool);
    Json given = arguments;
    given["session_id"] = "no-such";
    const Json answer = call(tool, given);
    const Json error = answer["structuredContent"]["error"];
    EXPECT_EQ(error["code"], "NOT_FOUND");
    EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("no-such"));
    EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("agents/sessions"));
  }
}

// S2-39
TEST_F(WorkToolsTest, EveryToolSaysThatASessionIsMissingAndTakesItsFolder) {
  for (const auto& [tool, arguments] : changing_tools()) {
    SCOPED_TRACE(tool);
    EXPECT_EQ(error(tool, arguments), "INVALID_PARAMS");
    for (const char* hostile : {"../x", "../../etc", "/etc"}) {
      Json given = arguments;
      given["session_id"] = hostile;
      EXPECT_TRUE(call(tool, given)["isError"].get<bool>()) << hostile;
    }
  }
  for (const char* spelled : {kFolder, "agents/sessions/dark-mode", kSlug}) {
    EXPECT_EQ(result("session_get", {{"session_dir", spelled}})["session_id"], kSlug);
    EXPECT_EQ(result("session_get", {{"session_id", spelled}})["session_id"], kSlug);
  }
}

// S2-42, S2-50, S2-64, S2-70, S2-105, SC-46
TEST_F(WorkToolsTest, TransitionPhase) {
  const std::string before = state();
  EXPECT_EQ(error("session_transition_phase", {{"session_id", kSlug}, {"new_phase", "build"}}),
            "INVALID_TRANSITION");
  const Json unknown =
      call("session_transition_phase", {{"session_id", kSlug}, {"new_phase", "ship"}});
  EXPECT_EQ(unknown["structuredContent"]["error"]["code"], "INVALID_VALUE");
  for (const char* phase : {"spec", "plan", "build", "docs", "complete"}) {
    EXPECT_THAT(unknown["structuredContent"]["error"]["message"].get<std::string>(),
                HasSubstr(phase));
  }
  EXPECT_EQ(state(), before);
  const Json moved = transition("plan");
  EXPECT_EQ(moved["session_id"], kSlug);
  EXPECT_EQ(moved["previous_phase"], "spec");
  EXPECT_EQ(moved["current_phase"], "plan");
  EXPECT_EQ(moved["changed"], true);
  EXPECT_EQ(moved["phase_history"]["spec_completed_at"], moved["phase_history"]["plan_started_at"]);
  EXPECT_EQ(transition("plan")["changed"], false);
  EXPECT_EQ(error("session_transition_phase", {{"session_id", kSlug}, {"new_phase", "build"}}),
            "PRECONDITION_FAILED");
  EXPECT_EQ(result("session_transition_phase",
                   {{"session_id", kSlug}, {"new_phase", "build"}, {"force", true}})["changed"],
            true);
  EXPECT_EQ(error("session_transition_phase", {{"session_id", kSlug}, {"new_phase", "spec"}}),
            "INVALID_TRANSITION");
  EXPECT_EQ(result("session_transition_phase",
                   {{"session_id", kSlug}, {"new_phase", "spec"}, {"reopen", true}})["changed"],
            true);
}

// S2-43, S2-81, S2-82, S2-83
TEST_F(WorkToolsTest, CompletePhaseSetsTheTimeAndMovesNothing) {
  const Json done = result("session_complete_phase", {{"session_id", kSlug}, {"phase", "spec"}});
  EXPECT_EQ(done["current_phase"], "spec");
  EXPECT_TRUE(done["phase_history"]["spec_completed_at"].is_string());
  EXPECT_TRUE(done["phase_history"]["plan_started_at"].is_null());
  EXPECT_EQ(error("session_complete_phase", {{"session_id", kSlug}, {"phase", "ship"}}),
            "INVALID_VALUE");
}

// S2-51, S2-30, S2-91, S2-106, SC-48, B2-9
TEST_F(WorkToolsTest, Checkpoints) {
  build(5);
  const auto complete = [&](int id) {
    return result("session_complete_checkpoint", {{"session_id", kSlug}, {"checkpoint_id", id}});
  };
  complete(1), complete(2);
  Json done = complete(4);
  EXPECT_EQ(done["build_progress"]["checkpoints_completed"], Json::array({1, 2, 4}));
  EXPECT_EQ(done["build_progress"]["current_checkpoint"], 3);
  EXPECT_EQ(done["build_progress"]["checkpoints_total"], 5);
  EXPECT_EQ(complete(4)["changed"], false);
  EXPECT_EQ(error("session_complete_checkpoint", {{"session_id", kSlug}, {"checkpoint_id", 9}}),
            "INVALID_CHECKPOINT");
  EXPECT_EQ(error("session_start_checkpoint", {{"session_id", kSlug}, {"checkpoint_id", 4}}),
            "ALREADY_COMPLETED");
  EXPECT_EQ(
      result("session_start_checkpoint",
             {{"session_id", kSlug}, {"checkpoint_id", 5}})["build_progress"]["current_checkpoint"],
      5);
  complete(3), done = complete(5);
  EXPECT_TRUE(done["build_progress"]["current_checkpoint"].is_null());
  EXPECT_EQ(call("session_complete_checkpoint",
                 {{"session_id", kSlug}, {"checkpoint_id", "one"}})["code"],
            -32602);
}

TEST_F(WorkToolsTest, TheNumberOfCheckpointsIsThePlansOrOnesOwn) {
  const auto init = [&](const Json& arguments) {
    Json given = arguments;
    given["session_id"] = kSlug;
    return result("session_init_build", given)["build_progress"]["checkpoints_total"];
  };
  EXPECT_EQ(error("session_init_build", {{"session_id", kSlug}, {"checkpoints_total", 4}}),
            "INVALID_STATUS");
  transition("plan");
  result("session_transition_phase",
         {{"session_id", kSlug}, {"new_phase", "build"}, {"force", true}});
  EXPECT_EQ(init({{"checkpoints_total", 4}}), 4);
  EXPECT_EQ(init({{"checkpoints_total", 5.0}}), 5);
  disk().poke(std::string(kFolder) + "/plan.json", R"({"checkpoints":[{"id":1},{"id":2}]})");
  EXPECT_EQ(init(Json::object()), 2);
}

// S2-48, S2-52, S2-92, S2-107, SC-50, B2-11, B2-27
TEST_F(WorkToolsTest, AddCommit) {
  const std::string full(40, 'a');
  const auto add = [&](const std::string& sha, Json checkpoint = nullptr) {
    return Json{{"session_id", kSlug},
                {"sha", sha},
                {"message", "Add the switch"},
                {"checkpoint", std::move(checkpoint)}};
  };
  const Json added = result("session_add_commit", add(full));
  EXPECT_EQ(added["commit"]["sha"], full);
  EXPECT_EQ(added["commit"]["message"], "Add the switch");
  EXPECT_TRUE(added["commit"]["checkpoint"].is_null());
  EXPECT_EQ(added["total"], 1);
  EXPECT_EQ(added["duplicate"], false);
  const std::string before = state();
  const Json again = result("session_add_commit", add(full.substr(0, 7)));
  EXPECT_EQ(again["duplicate"], true);
  EXPECT_EQ(again["total"], 1);
  EXPECT_EQ(again["commit"]["sha"], full);
  EXPECT_EQ(state(), before);
  for (const char* bad : {"xyz", "abcdef", "", "HEAD", "--all"}) {
    EXPECT_EQ(error("session_add_commit", add(bad)), "INVALID_VALUE") << bad;
  }
  EXPECT_EQ(result("session_add_commit", add("bbbbbbb"))["total"], 2);
}

// S2-49, S2-53, S2-93, S2-94, S2-108, SC-51, B2-25
TEST_F(WorkToolsTest, SetStatus) {
  const auto set = [&](const char* status, bool reopen = false) {
    return Json{{"session_id", kSlug}, {"status", status}, {"reopen", reopen}};
  };
  const Json paused = result("session_set_status", set("paused"));
  EXPECT_EQ(paused["status"], "paused");
  EXPECT_EQ(paused["previous"], "active");
  EXPECT_EQ(error("session_transition_phase", {{"session_id", kSlug}, {"new_phase", "plan"}}),
            "INVALID_STATUS");
  EXPECT_EQ(error("session_set_status", set("done")), "INVALID_VALUE");
  EXPECT_EQ(result("session_set_status", set("active"))["previous"], "paused");
  EXPECT_EQ(error("session_set_status", set("complete")), "INVALID_TRANSITION");
  EXPECT_EQ(result("session_set_status", set("failed"))["current_phase"], "spec");
  result("session_set_status", set("active"));
  build(0);
  transition("docs");
  EXPECT_EQ(transition("complete")["status"], "complete");
  EXPECT_EQ(error("session_complete_checkpoint", {{"session_id", kSlug}, {"checkpoint_id", 1}}),
            "INVALID_STATUS");
  EXPECT_EQ(error("session_set_status", set("active")), "INVALID_TRANSITION");
  EXPECT_EQ(result("session_set_status", set("active", true))["status"], "active");
}

// S2-54, S2-95, S2-96, S2-109
TEST_F(WorkToolsTest, UpdateGit) {
  for (const char* tool : {"session_update_git", "session_set_git"}) {
    SCOPED_TRACE(tool);
    EXPECT_EQ(error(tool, {{"session_id", kSlug}}), "INVALID_PARAMS");
    EXPECT_EQ(result(tool, {{"session_id", kSlug}, {"branch", "dark"}})["git"]["branch"], "dark");
    disk().poke("/home/dev/project/trees/dark/.git", "gitdir: x\n");
    Json git = result(tool, {{"session_id", kSlug}, {"worktree", "trees/dark"}})["git"];
    EXPECT_EQ(git["worktree"], "trees/dark");
    EXPECT_EQ(git["branch"], "dark");
    git = result(tool, {{"session_id", kSlug}, {"worktree", nullptr}})["git"];
    EXPECT_TRUE(git["worktree"].is_null());
    EXPECT_EQ(call(tool, {{"session_id", kSlug}, {"branch", 7}})["code"], -32602);
  }
  EXPECT_EQ(error("session_update_git", {{"session_id", kSlug}, {"branch", "a\nb"}}),
            "INVALID_VALUE");
}

// S2-72, S2-34
TEST_F(WorkToolsTest, NoToolChangesWhatIsSetAtTheCreation) {
  const auto fixed = [&] {
    Json manifest = *base::parse_json(state());
    Json kept = Json::object();
    for (const char* key : {"$schema", "session_id", "topic", "description", "session_type",
                            "created_at", "artifacts"}) {
      kept[key] = manifest[key];
    }
    return kept;
  };
  const Json before = fixed();
  fake_.clock.advance(std::chrono::minutes{1});
  for (const auto& [tool, arguments] : changing_tools()) {
    Json given = arguments;
    given["session_id"] = kSlug;
    for (const char* key : {"topic", "description", "session_type", "created_at"}) given[key] = "x";
    given["artifacts"] = {{"spec", "/etc/passwd"}};
    call(tool, given);
    EXPECT_EQ(fixed(), before) << tool;
  }
  EXPECT_EQ(error("session_create", {{"topic", "Another"}, {"slug", kSlug}}), "EXISTS");
  EXPECT_EQ(fixed(), before);
}

TEST_F(WorkToolsTest, AHeldLockIsAConflictThatCanBeTriedAgain) {
  // Held by somebody else for longer than anybody waits.
  const std::string lock =
      "/home/dev/project/.git/holdfast/locks/work-record-" + std::string(kSlug) + ".lock";
  disk().poke(lock, "");
  const auto file = disk().open(lock, {.write = true});
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(*(*file)->try_lock());
  for (const auto& [tool, arguments] : changing_tools()) {
    if (std::string_view(tool) == "session_get") continue;
    Json given = arguments;
    given["session_id"] = kSlug;
    const Json answer = call(tool, given)["structuredContent"]["error"];
    EXPECT_EQ(answer["code"], "CONFLICT") << tool;
    EXPECT_EQ(answer["retryable"], true) << tool;
  }
}

TEST_F(WorkToolsTest, TheConversationsRunIsLinked) {
  offer(model::ToolSet::core, kConversation);
  result("session_start", {{"objective", "Test"}, {"work_session", kSlug}});
  EXPECT_EQ(result("session_get_state")["workSession"], kSlug);
  EXPECT_EQ(result("session_get_state")["activeFeature"], kSlug);
  build(2);
  EXPECT_EQ(result("session_get_state")["activeTask"], "1");
}

// S2-40
TEST_F(WorkToolsTest, GetTellsProgressAndWhatMayComeNext) {
  build(2);
  const Json got = result("session_get", {{"session_id", kSlug}});
  EXPECT_EQ(got["path"], kFolder);
  EXPECT_EQ(got["manifest"], *base::parse_json(state()));
  EXPECT_EQ(got["progress"]["checkpoints_total"], 2);
  EXPECT_EQ(got["progress"]["checkpoints_completed"], 0);
  EXPECT_EQ(got["next_phases"], Json::array({"docs"}));
}

TEST_F(WorkToolsTest, ListTellsOfIt) {
  const Json rows = result("session_list", Json::object())["sessions"];
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["session_id"], kSlug);
  EXPECT_EQ(rows[0]["topic"], "Dark mode");
  EXPECT_EQ(result("session_list", {{"phase", "docs"}})["sessions"].size(), 0U);
  EXPECT_EQ(error("session_list", {{"limit", 0}}), "INVALID_VALUE");
}

// SC-56, B2-18
TEST_F(WorkToolsTest, ResourcesGiveTheFilesAndNothingElse) {
  EXPECT_EQ(resource("session://work/dark-mode/state"), *base::parse_json(state()));
  const Json spec = ask("resources/read", {{"uri", "session://work/dark-mode/spec"}});
  EXPECT_EQ(spec["contents"][0]["mimeType"], "text/markdown");
  EXPECT_THAT(spec["contents"][0]["text"].get<std::string>(), HasSubstr("## Goals"));
  for (const char* uri : {"session://work/dark-mode/plan", "session://work/no-such/state",
                          "session://work/../state", "session://work//state",
                          "session://work/dark-mode/../../secret", "session://work/dark-mode"}) {
    EXPECT_EQ(ask("resources/read", {{"uri", uri}})["code"], -32602) << uri;
  }
  std::string text = state();
  const std::string named = "\"spec.md\"";
  text.replace(text.find(named), named.size(), "\"../../../.holdfast/config.yaml\"");
  disk().poke(std::string(kFolder) + "/state.json", text);
  EXPECT_FALSE(
      ask("resources/read", {{"uri", "session://work/dark-mode/spec"}}).contains("contents"));
}

TEST_F(WorkToolsTest, SlugsAreCompletedAndTemplatesListed) {
  const Json done = ask("completion/complete",
                        {{"ref", {{"type", "ref/resource"}, {"uri", "session://work/{slug}/spec"}}},
                         {"argument", {{"name", "slug"}, {"value", "da"}}}});
  EXPECT_EQ(done["completion"]["values"], Json::array({kSlug}));
  std::set<std::string> templates;
  const Json listed = ask("resources/templates/list", Json::object());
  for (const Json& one : listed["resourceTemplates"]) {
    templates.insert(one["uriTemplate"].get<std::string>());
  }
  for (const char* part : {"state", "spec", "plan"}) {
    EXPECT_TRUE(templates.contains(std::string("session://work/{slug}/") + part));
  }
}

}  // namespace
}  // namespace mcp

#include "engine/index.h"

#include <algorithm>
#include <random>

#include "engine/index_place.h"
#include "engine/test_index_scene.h"
#include "engine/work_roots.h"
#include "engine/workflow.h"
#include "index/sqlite/database.h"
#include "store/project.h"

namespace engine {
namespace {

using model::EventKind;

class EngineIndexTest : public IndexScene {
 protected:
  static std::string run_of(unsigned number) {
    return "7d1054b6-2839-4e27-bcef-43e6e47ca4b" + std::to_string(number);
  }

  void change_mode(const std::string& run, const std::string& mode) {
    auto workspace = Workspace::open(system(), at("api"));
    ASSERT_TRUE(workspace.ok());
    static_cast<void>(set_mode(*workspace, {run}, {.mode = mode}, {}));
  }
  void decide(const std::string& run, const std::string& what) {
    auto workspace = Workspace::open(system(), at("api"));
    ASSERT_TRUE(workspace.ok());
    model::Decision decision;
    decision.type = model::DecisionType::technical;
    decision.description = what;
    decision.rationale = "because";
    decision.decided_by = model::Agent::architect;
    static_cast<void>(add_decision(*workspace, {run}, decision, {}));
  }

  // One thing that may happen in a project.
  void happen(unsigned dice, unsigned which) {
    const std::string run = run_of(which % 3);
    const std::string slug = "work-" + std::to_string(which % 4);
    switch (dice % 15) {
      case 0:
        return tell(EventKind::session_start, run);
      case 1:
        return tell(EventKind::prompt, run, "", "", "please mend the parser " + slug);
      case 2:
        return tell(EventKind::before_tool, run, "Read");
      case 3:
        return tell(EventKind::after_tool, run, "Edit");
      case 4:
        return tell(EventKind::after_tool, run, "Bash", "agent-" + std::to_string(which % 2));
      case 5:
        return tell(EventKind::agent_start, run, "", "agent-" + std::to_string(which % 2));
      case 6:
        return tell(EventKind::agent_stop, run, "", "agent-" + std::to_string(which % 2));
      case 7:
        return tell(EventKind::session_end, run);
      case 8:
        return put_work("api", slug, "Topic " + std::to_string(which),
                        "2026-02-1" + std::to_string(which % 9) + "T10:00:00Z");
      case 9:
        return put("api/agents/sessions/" + slug + "/spec.md",
                   "# Spec " + std::to_string(which) + "\n");
      case 10:
        return put("api/.git/requirements/main.json",
                   R"({"version":"1.0","branch":"main","requirements":{"plan":{"scope":"session",)"
                   R"("sessions":{"7d1054b6":{"satisfied":)" +
                       std::string(which % 2 == 0 ? "true" : "false") + "}}}}}");
      case 11:
        return change_mode(run, which % 2 == 0 ? "planning" : "coding");
      case 12:
        return decide(run, "Decision " + std::to_string(which % 5));
      case 13:
        return put("api/.git/holdfast/notes/aliases/custom-name" + std::to_string(which % 2),
                   run + "\n");
      default:
        return put("api/.git/holdfast/protocol/history.jsonl",
                   "{\"session_id\":\"2026-01-18-session-01\",\"objective\":\"Goal " +
                       std::to_string(which) + "\",\"outcome\":\"COMPLETE\"}\n");
    }
  }
};

// S2-59, SC-54: however the index came to be, it has the same rows.
TEST_F(EngineIndexTest, ManySmallUpdatesGiveWhatARebuildGives) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int step = 0; step < 60; ++step) {
      happen(static_cast<unsigned>(random()), static_cast<unsigned>(random()));
      if (random() % 4 == 0) updated();
    }
    updated();
    const auto grown = dump();
    EXPECT_GT(grown.size(), 20U);
    rebuilt();
    EXPECT_EQ(dump(), grown);
    for (const os::Path& file : index_files(*index_path(system()))) {
      std::filesystem::remove(file);
    }
    updated();
    EXPECT_EQ(dump(), grown);
  }
}

// S2-60, S2-100, S2-101, S2-112
TEST_F(EngineIndexTest, AgentsAndTheirCallsComeFromTheJournal) {
  tell(EventKind::session_start, kRun);
  tell(EventKind::after_tool, kRun, "Edit");
  tell(EventKind::agent_start, kRun, "", "sub-1");
  tell(EventKind::tool_failed, kRun, "Bash", "sub-1");
  tell(EventKind::agent_stop, kRun, "", "sub-1");
  tell(EventKind::session_end, kRun);
  const IndexUpdate update = updated();
  EXPECT_EQ(update.projects, 1U);
  EXPECT_GE(update.events, 6U);
  const auto agents = dump({"agents"});
  ASSERT_EQ(agents.size(), 2U);
  for (const std::string& agent : agents) {
    EXPECT_NE(agent.find("\"status\":\"complete\""), std::string::npos) << agent;
    EXPECT_NE(agent.find("\"sdk_session_id\":\"" + std::string(kRun)), std::string::npos);
  }
  const auto logs = dump({"agent_logs"});
  EXPECT_TRUE(has_line(logs, "\"summary\":\"ok\",\"tool_name\":\"Edit\""));
  EXPECT_TRUE(has_line(logs, "\"summary\":\"failed\",\"tool_name\":\"Bash\""));
  EXPECT_EQ(updated().events, 0U);
}

TEST_F(EngineIndexTest, AJournalThatWasRewrittenIsTakenInAnew) {
  for (int i = 0; i < 5; ++i) tell(EventKind::after_tool, kRun, "Edit");
  updated();
  const os::Path journal = at("api/.git/holdfast/journal") / (std::string(kRun) + ".jsonl");
  auto text = system().files.read(journal);
  ASSERT_TRUE(text.ok());
  // The first line is gone, and the rest is longer than before.
  std::string rest = text->substr(text->find('\n') + 1);
  put("api/.git/holdfast/journal/" + std::string(kRun) + ".jsonl", rest);
  tell(EventKind::prompt, kRun, "", "", std::string(3000, 'x'));
  updated();
  const auto grown = dump();
  rebuilt();
  EXPECT_EQ(dump(), grown);
}

TEST_F(EngineIndexTest, ALineThatIsNoneOfOursIsSkippedAndTold) {
  tell(EventKind::after_tool, kRun, "Edit");
  const std::string name = "api/.git/holdfast/journal/" + std::string(kRun) + ".jsonl";
  const std::string good = *system().files.read(at(name));
  put(name, "garbage\n" + good + "{\"seq\":9,\"at\":\"x\"}\nhalf a li");
  const IndexUpdate update = updated();
  EXPECT_GE(update.events, 1U);
  ASSERT_EQ(update.problems.size(), 1U);
  EXPECT_NE(update.problems[0].find("2 lines skipped"), std::string::npos);
}

// SC-54: what ran survives a rebuild, also where its files are gone.
TEST_F(EngineIndexTest, RowsOfVanishedFilesAreCarriedOverMarked) {
  tell(EventKind::session_start, kRun);
  tell(EventKind::prompt, kRun, "", "", "a rare word: xylophone");
  tell(EventKind::after_tool, kRun, "Edit");
  put_work("api", "gone", "Gone");
  updated();
  const auto logs = dump({"agents", "agent_logs", "events"});
  ASSERT_GT(logs.size(), 3U);
  std::filesystem::remove_all(at("api/.git/holdfast"));
  std::filesystem::remove_all(at("api/agents"));
  for (int round = 0; round < 2; ++round) {
    rebuilt();
    EXPECT_EQ(dump({"agents", "agent_logs", "events"}), logs);
    EXPECT_TRUE(dump({"runs", "sessions"}).empty());  // Marked, all of them.
    ASSERT_EQ(listed().size(), 1U);
    EXPECT_FALSE(listed()[0].missing_since.empty());
    EXPECT_EQ(search(system(), {.text = "xylophone"})->size(), 1U);
  }
}

TEST_F(EngineIndexTest, ADamagedIndexIsSetAsideAndMadeAnew) {
  put_work("api", "x", "Dark mode");
  onboarded();
  const std::string name = "home/.local/share/holdfast/holdfast.db";
  put(name, "SQLite format 3" + std::string(5000, 'x'));
  const IndexUpdate update = updated();
  ASSERT_EQ(update.problems.size(), 1U);
  EXPECT_NE(update.problems[0].find(".corrupt-"), std::string::npos);
  EXPECT_EQ(listed().size(), 1U);
}

TEST_F(EngineIndexTest, ThePathOfTheEnvironmentIsTheIndexs) {
  put_work("api", "x", "Dark mode");
  environment_.set("HOLDFAST_INDEX_PATH", at("brain.db").native());
  put("brain.db", "");
  ASSERT_EQ(*open_existing_index(system(), at("brain.db")).value()->schema_version(), 7);
  rebuilt();
  EXPECT_EQ(listed().size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(at("brain.db")));
  EXPECT_FALSE(std::filesystem::exists(at("home/.local/share/holdfast/holdfast.db")));
}

// C-22, S3-16
TEST_F(EngineIndexTest, WithOpenClawsLayoutItsBrainDbIsTheIndex) {
  environment_.set("HOLDFAST_SESSION_PERSISTENCE_LAYOUT", "openclaw");
  EXPECT_EQ(*index_path(system()), at("home/.openclaw/workspace/memory/brain.db"));
  environment_.set("CORTEX_DATA_DIR", at("cortex").native());
  EXPECT_EQ(*index_path(system()), at("cortex/brain.db"));
  environment_.set("HOLDFAST_INDEX_PATH", at("own.db").native());
  EXPECT_EQ(*index_path(system()), at("own.db"));
}

TEST_F(EngineIndexTest, AFileWithAnotherProgramsTablesIsNotThrownAway) {
  environment_.set("HOLDFAST_INDEX_PATH", at("brain.db").native());
  updated();
  {
    auto database = indexing::Database::open(at("brain.db").native(), {});
    ASSERT_TRUE(database.ok());
    ASSERT_TRUE((*database)->execute("CREATE TABLE stm(id TEXT)").ok());
  }
  const auto reset = reset_index(system());
  ASSERT_FALSE(reset.ok());
  EXPECT_EQ(reset.error().code, base::Code::refused);
  EXPECT_TRUE(std::filesystem::exists(at("brain.db")));
}

TEST_F(EngineIndexTest, StatusTellsWhatIsBehind) {
  auto status = index_status(system());
  ASSERT_TRUE(status.ok());
  EXPECT_FALSE(status->exists);
  tell(EventKind::after_tool, kRun, "Edit");
  updated();
  EXPECT_EQ(index_status(system())->journal_bytes_behind, 0U);
  tell(EventKind::after_tool, kRun, "Edit");
  status = index_status(system());
  EXPECT_GT(status->journal_bytes_behind, 100U);
  EXPECT_EQ(status->schema_version, 7);
  EXPECT_GT(status->bytes, 0U);
  const auto events = std::find_if(status->tables.begin(), status->tables.end(),
                                   [](const auto& table) { return table.name == "events"; });
  EXPECT_GE(events->rows, 1);
}

TEST_F(EngineIndexTest, ASearchCatchesUpFirstAndFindsSpecsAndPrompts) {
  put_work("api", "x", "Dark mode");
  put("api/agents/sessions/x/spec.md", "The switch must honour the wombat setting.\n");
  tell(EventKind::prompt, kRun, "", "", "make the quokka faster, password=hunter2hunter2");
  const auto spec = search(system(), {.text = "wombat"});
  ASSERT_TRUE(spec.ok()) << spec.error().message;
  ASSERT_EQ(spec->size(), 1U);
  EXPECT_EQ((*spec)[0].kind, "spec");
  EXPECT_EQ((*spec)[0].id, "x");
  EXPECT_EQ((*spec)[0].project, "api");
  const auto prompt = search(system(), {.text = "quokka", .project = "api"});
  ASSERT_EQ(prompt->size(), 1U);
  EXPECT_EQ((*prompt)[0].kind, "prompt");
  EXPECT_EQ((*prompt)[0].id, kRun);
  EXPECT_EQ(search(system(), {.text = "hunter2hunter2"})->size(), 0U);
  EXPECT_EQ(search(system(), {.text = "x", .project = "/nowhere"}).error().code,
            base::Code::not_found);
}

// B2-16
TEST_F(EngineIndexTest, AResetDumpsWhatRanFirst) {
  EXPECT_FALSE(reset_index(system())->removed);
  tell(EventKind::after_tool, kRun, "Edit");
  updated();
  const auto reset = reset_index(system());
  ASSERT_TRUE(reset.ok()) << reset.error().message;
  EXPECT_TRUE(reset->removed);
  const std::string dumped = *system().files.read(reset->dump);
  EXPECT_NE(dumped.find("\"table\":\"agent_logs\""), std::string::npos);
  EXPECT_EQ(static_cast<std::size_t>(std::count(dumped.begin(), dumped.end(), '\n')), reset->rows);
  EXPECT_FALSE(index_status(system())->exists);
}

TEST_F(EngineIndexTest, AProjectWhoseFolderIsGoneKeepsItsRows) {
  put_work("api", "x", "Dark mode");
  tell(EventKind::session_start, kRun);
  updated();
  std::filesystem::remove_all(at("api"));
  environment_.set_folder(folder_.path());
  updated();
  EXPECT_TRUE(dump({"sessions", "runs"}).empty());
  rebuilt();
  EXPECT_EQ(listed({.all_projects = true}).size(), 1U);
}

}  // namespace
}  // namespace engine

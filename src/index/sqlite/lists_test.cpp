// How SQLite goes about lists, and what it makes of an older index.
#include "index/lists.h"

#include "index/sqlite/database.h"
#include "index/sqlite/happening_list.h"
#include "index/sqlite/run_list.h"
#include "index/sqlite/work_query.h"
#include "index/test_index.h"

namespace indexing {
namespace {

class SqliteListsTest : public IndexTest {
 protected:
  static RunRow run(const std::string& uid, const std::string& started,
                    const char* project_id = kProject) {
    RunRow row;
    row.uid = uid;
    row.project_id = project_id;
    row.started_at = started;
    row.trust = "verified";
    return row;
  }
};

TEST_F(SqliteListsTest, NoListScansATableOrSortsRows) {
  open();
  auto database = Database::open(path(), {.read_only = true});
  ASSERT_TRUE(database.ok());
  std::vector<std::string> statements = run_list_statements();
  for (const auto& more : {happening_list_statements(), work_page_statements()}) {
    statements.insert(statements.end(), more.begin(), more.end());
  }
  for (const std::string& sql : statements) {
    SCOPED_TRACE(sql);
    auto plan = (*database)->prepare("EXPLAIN QUERY PLAN " + sql);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    plan->start();
    while (*plan->next()) {
      const std::string step = plan->text(3);
      EXPECT_EQ(step.find("TEMP B-TREE"), std::string::npos) << step;
      const bool is_along_an_index = step.find("INDEX") != std::string::npos;
      EXPECT_FALSE(step.starts_with("SCAN") && !is_along_an_index) << step;
    }
  }
}

TEST_F(SqliteListsTest, AnIndexOfAnotherVersionIsNotReadAndNothingIsWritten) {
  open();
  for (const char* version : {"99", "6"}) {
    {
      auto database = Database::open(path(), {});
      must(
          (*database)->execute((std::string("UPDATE holdfast_meta SET value=") + version).c_str()));
    }
    const auto opened = open_sqlite_lists(path());
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, base::Code::unavailable);
  }
  EXPECT_FALSE(open_sqlite_lists(path("none.db")).ok());
}

// An index that is older than the lists has what they need after its migration.
TEST_F(SqliteListsTest, AnOlderIndexIsFilledFromItsEvents) {
  const auto put = [](Batch& batch, std::uint64_t line, const char* kind, const char* payload) {
    const std::string hash = std::to_string(line);
    must(batch.put_event({.number = line,
                          .millis = static_cast<std::int64_t>(line),
                          .at = kNow,
                          .project_id = kProject,
                          .run_uid = "r1",
                          .kind = kind,
                          .actor = "hook",
                          .payload = payload,
                          .prev_hash = "",
                          .hash = hash}));
  };
  write(*open(), [&](Batch& batch) {
    must(batch.put(run("r1", kNow)));
    put(batch, 1, "session_start", "{}");
    put(batch, 2, "gate",
        R"({"tool":"Write","allowed":false,"rule":"mode_table","targets":["a.cpp"],)"
        R"("message":"No.","next":"Plan."})");
    put(batch, 3, "gate", R"({"tool":"Bash","allowed":true,"command":"ls"})");
    put(batch, 4, "gate", "no JSON");
    put(batch, 5, "turn_end", R"({"work_fault":"x","text":"a \"fault\":\"y\""})");
    put(batch, 6, "turn_end", R"({"text":"no \"fault\":\"y\""})");
  });
  {
    auto database = Database::open(path(), {});
    must((*database)->execute(
        "DROP TABLE denials; DROP TABLE run_activity; UPDATE holdfast_meta SET value=6"));
  }
  open();
  const auto reader = lists();
  const auto denials = *reader->denials({});
  ASSERT_EQ(denials.size(), 1U);
  EXPECT_EQ(denials[0].line, 2U);
  EXPECT_EQ(denials[0].next_step, "Plan.");
  const auto row = *reader->run("r1");
  EXPECT_EQ(row->last_summary, "allowed Bash ls");
  EXPECT_TRUE(row->last_allowed);
  EXPECT_EQ(row->denials, 1);
  EXPECT_EQ(row->faults, 1);
  EXPECT_EQ(reader->faults(5)->size(), 1U);
}

}  // namespace
}  // namespace indexing

#include "index/sqlite/schema.h"

#include <filesystem>

#include "index/test_index.h"

namespace indexing {
namespace {

class SchemaTest : public IndexTest {
 protected:
  std::vector<std::string> column(Database& database, const std::string& sql) {
    std::vector<std::string> values;
    auto statement = database.prepare(sql);
    EXPECT_TRUE(statement.ok()) << statement.error().message;
    statement->start();
    while (*statement->next()) values.push_back(statement->text(0));
    return values;
  }
  std::unique_ptr<Database> raw(const char* name = "holdfast.db") {
    auto database = Database::open(path(name), {.create = true});
    EXPECT_TRUE(database.ok()) << database.error().message;
    return *std::move(database);
  }
};

// S3-16, S3-18, S3-19, S3-20, S3-21, S3-22, S3-23, S3-24, S3-25, S3-26, S3-27, S3-28, S3-29, S3-30,
// S3-31, S3-32, S3-33, S3-34
TEST_F(SchemaTest, SessionStatesIsMigrationFourAndHasTheDocumentsColumns) {
  open();
  const auto database = raw();
  EXPECT_EQ(column(*database, "SELECT name FROM schema_migrations WHERE version=4"),
            std::vector<std::string>{"session_states"});
  const std::vector<std::string> columns{"id|TEXT|0||1",
                                         "start_time|TEXT|1||0",
                                         "end_time|TEXT|0||0",
                                         "channel|TEXT|0|'unknown'|0",
                                         "working_memory|TEXT|1|'[]'|0",
                                         "hot_topics|TEXT|1|'[]'|0",
                                         "active_projects|TEXT|1|'[]'|0",
                                         "pending_tasks|TEXT|1|'[]'|0",
                                         "recent_learnings|TEXT|1|'[]'|0",
                                         "confidence_updates|TEXT|1|'[]'|0",
                                         "sop_interactions|TEXT|1|'[]'|0",
                                         "previous_session_id|TEXT|0||0",
                                         "continued_by|TEXT|0||0",
                                         "crash_recovered|INTEGER|0|0|0",
                                         "schema_version|INTEGER|0|1|0",
                                         "created_at|TEXT|1||0",
                                         "updated_at|TEXT|0||0"};
  EXPECT_EQ(column(*database,
                   "SELECT name||'|'||type||'|'||\"notnull\"||'|'||"
                   "coalesce(dflt_value,'')||'|'||pk FROM pragma_table_info"
                   "('session_states')"),
            columns);
}

// S3-35, S3-36, S3-37
TEST_F(SchemaTest, SessionStatesHasItsThreeIndexes) {
  open();
  const auto database = raw();
  const auto columns_of = [&](const std::string& name) {
    return column(*database, "SELECT group_concat(name) FROM pragma_index_info('" + name + "')");
  };
  EXPECT_EQ(columns_of("idx_session_endtime"), std::vector<std::string>{"end_time,start_time"});
  EXPECT_EQ(columns_of("idx_session_prev"), std::vector<std::string>{"previous_session_id"});
  EXPECT_EQ(columns_of("idx_session_channel"), std::vector<std::string>{"channel,start_time"});
}

// S3-38
TEST_F(SchemaTest, MigratingAgainChangesNothing) {
  open();
  const auto before = column(*raw(), "SELECT sql FROM sqlite_master ORDER BY name");
  open();
  EXPECT_EQ(column(*raw(), "SELECT sql FROM sqlite_master ORDER BY name"), before);
}

// S3-17: another program's tables and rows stay as they are, also where it counts migrations.
TEST_F(SchemaTest, ABrainDbKeepsItsOwnTables) {
  {
    const auto database = raw();
    IndexTest::must(database->execute(
        "CREATE TABLE memories(id TEXT, content TEXT); INSERT INTO memories VALUES('m', 'x');"
        "CREATE TABLE schema_migrations(version INTEGER PRIMARY KEY, name TEXT, applied_at TEXT);"
        "INSERT INTO schema_migrations VALUES(1, 'theirs', 'then')"));
  }
  EXPECT_FALSE(has_foreign_tables(path("none.db")));
  EXPECT_TRUE(has_foreign_tables(path()));
  EXPECT_EQ(*open()->schema_version(), kSchemaVersion);
  const auto database = raw();
  EXPECT_EQ(column(*database, "SELECT content FROM memories"), std::vector<std::string>{"x"});
  EXPECT_EQ(column(*database, "SELECT name FROM schema_migrations WHERE version=1"),
            std::vector<std::string>{"theirs"});
}

// The tables of Cortex as they stand before and after its fourth migration, with rows.
constexpr const char* kBrain =
    "CREATE TABLE stm(id TEXT PRIMARY KEY, content TEXT, confidence REAL DEFAULT 1.0);"
    "INSERT INTO stm VALUES('s1', 'remember', 0.9), ('s2', 'this', 0.4);"
    "CREATE TABLE memories(id INTEGER PRIMARY KEY, body BLOB);"
    "INSERT INTO memories VALUES(1, x'00ff'), (2, NULL);";
constexpr const char* kBrainSessions =
    "CREATE TABLE IF NOT EXISTS session_states (id TEXT PRIMARY KEY, start_time TEXT NOT NULL,"
    " end_time TEXT, channel TEXT DEFAULT 'unknown', working_memory TEXT NOT NULL DEFAULT '[]',"
    " hot_topics TEXT NOT NULL DEFAULT '[]', active_projects TEXT NOT NULL DEFAULT '[]',"
    " pending_tasks TEXT NOT NULL DEFAULT '[]', recent_learnings TEXT NOT NULL DEFAULT '[]',"
    " confidence_updates TEXT NOT NULL DEFAULT '[]', sop_interactions TEXT NOT NULL DEFAULT '[]',"
    " previous_session_id TEXT, continued_by TEXT, crash_recovered INTEGER DEFAULT 0,"
    " schema_version INTEGER DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT);"
    "INSERT INTO session_states(id, start_time, channel, hot_topics, created_at, updated_at) "
    "VALUES('theirs', '2026-01-01T00:00:00Z', 'signal', '[\"a\"]', '2026-01-01T00:00:00Z', "
    "'2026-01-02T00:00:00Z');";

SessionStateRow state_row(const char* id, const char* updated) {
  SessionStateRow row;
  row.id = id;
  row.start_time = row.created_at = "2026-01-01T00:00:00Z";
  row.channel = "cli";
  row.working_memory = row.hot_topics = row.active_projects = row.pending_tasks = "[]";
  row.recent_learnings = row.confidence_updates = row.sop_interactions = "[]";
  row.updated_at = updated;
  return row;
}

// SC-72, S3-38, S3-122, S3-141
TEST_F(SchemaTest, ABrainDbGetsTheTableAndKeepsEveryRowOfItsOwn) {
  for (const bool has_sessions : {false, true}) {
    SCOPED_TRACE(has_sessions);
    const char* const name = has_sessions ? "new.db" : "old.db";
    IndexTest::must(raw(name)->execute(kBrain));
    if (has_sessions) IndexTest::must(raw(name)->execute(kBrainSessions));
    const auto theirs = [&] {
      const auto database = raw(name);
      std::vector<std::string> rows = column(*database,
                                             "SELECT quote(id)||quote(content)||"
                                             "quote(confidence) FROM stm ORDER BY id");
      for (const char* sql :
           {"SELECT quote(id)||quote(body) FROM memories ORDER BY id",
            "SELECT sql FROM sqlite_master WHERE name IN ('stm', 'memories') ORDER BY name"}) {
        for (std::string& row : column(*database, sql)) rows.push_back(std::move(row));
      }
      return rows;
    };
    const auto before = theirs();
    write(*open(name), [](Batch& batch) { must(batch.put(state_row("ours", kNow))); });
    EXPECT_EQ(theirs(), before);
    EXPECT_EQ(column(*raw(name),
                     "SELECT name FROM sqlite_master WHERE type='index' AND "
                     "tbl_name='session_states' AND sql IS NOT NULL ORDER BY name"),
              (std::vector<std::string>{"idx_session_channel", "idx_session_endtime",
                                        "idx_session_prev"}));
    const auto sessions = [&] {
      return column(*raw(name),
                    "SELECT id||'|'||channel||'|'||hot_topics FROM session_states ORDER BY id");
    };
    std::vector<std::string> expected{"ours|cli|[]"};
    if (has_sessions) expected.emplace_back("theirs|signal|[\"a\"]");
    EXPECT_EQ(sessions(), expected);
    // The second time nothing changes, schema included.
    const auto schema = column(*raw(name), "SELECT sql FROM sqlite_master ORDER BY name");
    open(name);
    EXPECT_EQ(column(*raw(name), "SELECT sql FROM sqlite_master ORDER BY name"), schema);
    EXPECT_EQ(sessions(), expected);
    EXPECT_EQ(theirs(), before);
  }
}

// S3-52, B3-5: a row that the other tool has brought further than its mirror stays.
TEST_F(SchemaTest, AnOlderStateDoesNotTakeThePlaceOfANewerOne) {
  IndexTest::must(raw()->execute(kBrainSessions));
  write(*open(),
        [](Batch& batch) { must(batch.put(state_row("theirs", "2026-01-01T12:00:00Z"))); });
  const char* const kChannel = "SELECT channel FROM session_states WHERE id='theirs'";
  EXPECT_EQ(column(*raw(), kChannel), std::vector<std::string>{"signal"});
  write(*open(),
        [](Batch& batch) { must(batch.put(state_row("theirs", "2026-01-03T00:00:00Z"))); });
  EXPECT_EQ(column(*raw(), kChannel), std::vector<std::string>{"cli"});
}

// SC-72: also where a later version of the other tool has added to its table.
TEST_F(SchemaTest, ARebuildLeavesColumnsOfTheOtherToolAlone) {
  IndexTest::must(raw()->execute(kBrain));
  IndexTest::must(raw()->execute(kBrainSessions));
  IndexTest::must(
      raw()->execute("ALTER TABLE session_states ADD COLUMN mood TEXT;"
                     "UPDATE session_states SET mood='calm'"));
  open();
  write(*open("fresh.db"), [](Batch& batch) { must(batch.put(state_row("ours", kNow))); });
  must(carry_over(path(), path("fresh.db"), kNow));
  must(copy_tables(path("fresh.db"), path(), kNow));
  EXPECT_EQ(column(*raw(), "SELECT id||'|'||coalesce(mood, '') FROM session_states ORDER BY id"),
            (std::vector<std::string>{"ours|", "theirs|calm"}));
}

// The channel of a session is its run's, whichever of the two comes first.
TEST_F(SchemaTest, ARunHasTheChannelOfItsSession) {
  RunRow run{.uid = "r", .project_id = kProject, .channel = "claude-code"};
  const auto channel = [&] {
    return column(*raw(), "SELECT channel FROM runs WHERE uid='r'").at(0);
  };
  write(*open(), [&](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(run));
  });
  EXPECT_EQ(channel(), "claude-code");
  write(*open(), [](Batch& batch) { must(batch.put(state_row("r", kNow))); });
  EXPECT_EQ(channel(), "cli");
  write(*open(), [&](Batch& batch) { must(batch.put(run)); });
  EXPECT_EQ(channel(), "cli");
}

TEST_F(SchemaTest, RowsCopiedIntoABrainDbTakeThePlaceOfOursAlone) {
  IndexTest::must(raw()->execute("CREATE TABLE memories(x); INSERT INTO memories VALUES('kept')"));
  write(*open(), [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(work("old"), {}));
  });
  write(*open("fresh.db"), [](Batch& batch) {
    must(batch.put(project()));
    must(batch.put(work("new"), {}));
    must(batch.put(DocumentRow{.kind = "spec",
                               .project_id = kProject,
                               .owner = "new",
                               .part = {},
                               .title = {},
                               .body = "wombat",
                               .at = kNow}));
  });
  must(copy_tables(path("fresh.db"), path(), kNow));
  const auto index = open();
  ASSERT_EQ(index->work({})->size(), 1U);
  EXPECT_EQ((*index->work({}))[0].slug, "new");
  EXPECT_EQ(index->search({.text = "wombat"})->size(), 1U);
  EXPECT_EQ(column(*raw(), "SELECT x FROM memories"), std::vector<std::string>{"kept"});
}

TEST_F(SchemaTest, ATableOfOurNameWithOtherColumnsIsRefused) {
  IndexTest::must(raw()->execute("CREATE TABLE sessions(token TEXT)"));
  const auto opened = open_sqlite_index({.path = path(), .now = kNow});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, base::Code::unavailable);
  EXPECT_NE(opened.error().message.find("`sessions` belongs to another program"),
            std::string::npos);
  EXPECT_EQ(column(*raw(), "SELECT name FROM sqlite_master"), std::vector<std::string>{"sessions"});
}

TEST_F(SchemaTest, ANewerSchemaIsRefusedAndLeftAlone) {
  open();
  IndexTest::must(raw()->execute("UPDATE holdfast_meta SET value=99"));
  const auto opened = open_sqlite_index({.path = path(), .now = kNow});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, base::Code::unavailable);
}

TEST_F(SchemaTest, WhatIsNoDatabaseIsAParseError) {
  std::filesystem::copy_file("/proc/self/exe", path());
  const auto opened = open_sqlite_index({.path = path(), .now = kNow});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, base::Code::parse_error);
}

TEST_F(SchemaTest, AWriterThatWaitsTooLongGetsALockTimeout) {
  const auto index = open();
  const auto other = raw();
  IndexTest::must(other->begin());
  const auto batch = index->begin();
  ASSERT_FALSE(batch.ok());
  EXPECT_EQ(batch.error().code, base::Code::lock_timeout);
}

// model.md 4.3: WAL, foreign keys. S3-129: so that a reader never waits for a writer.
TEST_F(SchemaTest, TheFileIsInWalModeAndForeignKeysAreOn) {
  open();
  const auto database = raw();
  EXPECT_EQ(column(*database, "PRAGMA journal_mode"), std::vector<std::string>{"wal"});
  EXPECT_EQ(column(*database, "PRAGMA foreign_keys"), std::vector<std::string>{"1"});
}

}  // namespace
}  // namespace indexing

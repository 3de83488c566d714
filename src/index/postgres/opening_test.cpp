// Opening: migrations by many at once, versions, rights, and what is said when it fails.
#include <mutex>
#include <thread>

#include "index/postgres/schema.h"
#include "index/postgres/test_roles.h"

namespace indexing {
namespace {

class OpeningTest : public ::testing::Test {
 protected:
  TestDatabase database_;
};

TEST_F(OpeningTest, SixteenThatOpenAnEmptyDatabaseAtOnceAllSucceed) {
  constexpr int kOpeners = 16;
  std::mutex mutex;
  std::vector<std::string> failures;
  std::vector<std::thread> openers;
  for (int i = 0; i < kOpeners; ++i) {
    openers.emplace_back([&, i] {
      OpenPostgres options = database_.options("machine-" + std::to_string(i));
      options.connect_timeout_s = 30;
      const auto index = open_postgres_index(options);
      const std::lock_guard guard(mutex);
      if (!index.ok()) failures.push_back(index.error().message);
    });
  }
  for (std::thread& opener : openers) opener.join();
  EXPECT_EQ(failures, std::vector<std::string>());
  EXPECT_EQ(database_.value("SELECT string_agg(version::text, ' ' ORDER BY version) FROM "
                            "schema_migrations"),
            "1 2 3 4 5");
  EXPECT_EQ(database_.value("SELECT count(*) FROM machines"), "16");
  const auto index = *open_postgres_index(database_.options());
  EXPECT_EQ(*index->schema_version(), kPostgresSchemaVersion);
}

TEST_F(OpeningTest, ANewerSchemaIsRefusedAndAnOlderOneIsNotRead) {
  ASSERT_FALSE(open_postgres_lists(database_.options()).ok()) << "There is none yet.";
  ASSERT_TRUE(open_postgres_index(database_.options()).ok());
  EXPECT_TRUE(open_postgres_lists(database_.options()).ok());
  for (const char* version : {"99", "3"}) {
    SCOPED_TRACE(version);
    ASSERT_TRUE(database_.owner()
                    ->execute("DELETE FROM schema_migrations WHERE version>3; INSERT INTO "
                              "schema_migrations VALUES(" +
                              std::string(version) + ") ON CONFLICT DO NOTHING")
                    .ok());
    const auto lists = open_postgres_lists(database_.options());
    ASSERT_FALSE(lists.ok());
    EXPECT_EQ(lists.error().code, base::Code::unavailable);
    if (std::string_view(version) != "99") continue;
    const auto index = open_postgres_index(database_.options());
    ASSERT_FALSE(index.ok());
    EXPECT_EQ(index.error().code, base::Code::unavailable);
    EXPECT_NE(index.error().message.find("newer version"), std::string::npos);
  }
}

TEST_F(OpeningTest, AnySchemaCanBeNamedAndNoneIsExecuted) {
  for (const char* schema : {"team", "Q1 \"x\"; DROP SCHEMA public", "\xC3\xA4"}) {
    OpenPostgres options = database_.options();
    options.schema = schema;
    const auto index = open_postgres_index(options);
    ASSERT_TRUE(index.ok()) << index.error().message;
    EXPECT_TRUE((*index)->projects()->empty());
    EXPECT_TRUE((*index)->begin().ok());
  }
  EXPECT_EQ(database_.value("SELECT count(*) FROM pg_namespace WHERE nspname='public'"), "1");
}

TEST_F(OpeningTest, WhatIsSaidNeverHasAPassword) {
  for (const char* url :
       {"postgresql://me:tigers@127.0.0.1:1/x", "postgresql://me:ti@gers@127.0.0.1:1/x",
        "postgres//me:tigers@host", "postgresql://me:tigers@[::1/x", "host=/none password=tigers",
        "postgresql://me:tigers@127.0.0.1:1/x?nonsense=tigers", "password=tigers port=tigers"}) {
    SCOPED_TRACE(url);
    OpenPostgres options = database_.options();
    options.url = url;
    options.connect_timeout_s = 2;
    const auto index = open_postgres_index(options);
    ASSERT_FALSE(index.ok());
    EXPECT_EQ(index.error().code, base::Code::unavailable);
    EXPECT_FALSE(index.error().hint.empty());
    for (const char* secret : {"tigers", "gers", "ti@"}) {
      EXPECT_EQ((index.error().message + index.error().hint).find(secret), std::string::npos)
          << index.error().message;
    }
  }
}

TEST_F(OpeningTest, WithoutRightsTheErrorSaysSo) {
  make_login(*database_.owner(), "holdfast_nobody");
  OpenPostgres options = database_.options();
  options.url = as_role(options.url, "holdfast_nobody");
  const auto refused = open_postgres_index(options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::unavailable);
  EXPECT_NE(refused.error().hint.find("roles.sql"), std::string::npos) << refused.error().message;
}

// data/fleet/roles.sql: writers see and change their own machine's rows alone, readers see all.
TEST_F(OpeningTest, TheRolesCanDoWhatTheyAreForAndNothingElse) {
  ASSERT_TRUE(open_postgres_index(database_.options("owner")).ok());
  const auto owner = database_.owner();
  for (const char* role : {"holdfast_alice", "holdfast_bob", "holdfast_rita"}) {
    make_login(*owner, role);
  }
  // Twice: it can be run again after an update.
  for (int time = 0; time < 2; ++time) {
    const auto made = run_roles_script(*owner);
    ASSERT_TRUE(made.ok()) << made.error().message;
  }
  ASSERT_TRUE(owner
                  ->execute("GRANT holdfast_writer TO holdfast_alice, holdfast_bob;"
                            "GRANT holdfast_reader TO holdfast_rita")
                  .ok());
  const auto options_of = [&](const std::string& machine, const std::string& role) {
    return options_as(database_, machine, role);
  };
  for (const char* name : {"alice", "bob"}) {
    const auto index = open_postgres_index(options_of(name, std::string("holdfast_") + name));
    ASSERT_TRUE(index.ok()) << index.error().message;
    auto batch = (*index)->begin();
    ASSERT_TRUE(batch.ok()) << batch.error().message;
    const auto put = (*batch)->put_event({.number = 1,
                                          .millis = 1'768'728'600'000,
                                          .at = "x",
                                          .project_id = "p",
                                          .run_uid = "run",
                                          .kind = "tool",
                                          .actor = "hook",
                                          .payload = "secret",
                                          .prev_hash = {},
                                          .hash = "h"});
    ASSERT_TRUE(put.ok());
    ASSERT_TRUE((*batch)->put(RunRow{.uid = "run", .project_id = "p", .started_at = "2026"}).ok());
    const auto committed = (*batch)->commit();
    ASSERT_TRUE(committed.ok()) << committed.error().message;
  }
  const auto rows_as = [&](const std::string& role, const std::string& sql) {
    return said_to(database_, role, sql);
  };
  EXPECT_EQ(rows_as("holdfast_alice", "SELECT string_agg(machine, ' ') FROM events"), "alice");
  EXPECT_EQ(rows_as("holdfast_alice", "SELECT string_agg(id, ' ') FROM machines"), "alice");
  EXPECT_EQ(rows_as("holdfast_alice", "DELETE FROM runs WHERE machine='bob'"), "0");
  EXPECT_EQ(rows_as("holdfast_alice", "INSERT INTO runs(machine, uid) VALUES('bob', 'x')"),
            "refused");
  EXPECT_EQ(rows_as("holdfast_alice", "SELECT payload FROM events_2026_01"), "refused");
  EXPECT_EQ(rows_as("holdfast_alice", "UPDATE machines SET owner='holdfast_bob'"), "refused");
  EXPECT_EQ(rows_as("holdfast_alice", "CREATE TABLE x()"), "refused");
  EXPECT_EQ(rows_as("holdfast_rita", "SELECT count(*) FROM events"), "2");
  EXPECT_EQ(rows_as("holdfast_rita", "DELETE FROM events"), "refused");
  // The id of another's machine cannot be had, and all can be read by who may.
  const auto stolen = open_postgres_index(options_of("alice", "holdfast_bob"));
  ASSERT_FALSE(stolen.ok());
  EXPECT_EQ(stolen.error().code, base::Code::unavailable);
  OpenPostgres all = options_of("rita", "holdfast_rita");
  all.reads = OpenPostgres::Reads::all;
  const auto lists = open_postgres_lists(all);
  ASSERT_TRUE(lists.ok()) << lists.error().message;
  EXPECT_EQ((*lists)->runs({})->size(), 2U);
}

}  // namespace
}  // namespace indexing

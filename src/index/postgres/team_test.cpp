// Handoffs and claims on a real server: one acceptor of many, who may say what, and a schema that
// had no room for them.
#include "index/team.h"

#include <mutex>
#include <thread>

#include "index/postgres/schema.h"
#include "index/postgres/test_roles.h"

namespace indexing {
namespace {

constexpr const char* kRepository = "repository-1";
constexpr const char* kAt = "2026-01-18T09:30:00.000Z";

TeamHandoff packet(const std::string& id, const std::string& goal = "Finish the form") {
  TeamHandoff handoff;
  handoff.id = id;
  handoff.repository = kRepository;
  handoff.project = "shop";
  handoff.created_at = kAt;
  handoff.packet = R"({"id":")" + id + R"(","goal":")" + goal + R"("})";
  return handoff;
}

TeamClaim claim(const std::string& run, const std::string& file, const std::string& at = kAt) {
  return {{}, run, kRepository, file, "", at};
}

class PostgresTeamTest : public ::testing::Test {
 protected:
  // As a machine that has joined.
  std::unique_ptr<Team> team(const OpenPostgres& options) {
    const auto index = open_postgres_index(options);
    EXPECT_TRUE(index.ok()) << index.error().message;
    auto opened = open_postgres_team(options);
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    return *std::move(opened);
  }
  std::unique_ptr<Team> team(const std::string& machine) {
    return team(database_.options(machine));
  }
  static void must(const base::Result<void>& done) {
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  TestDatabase database_;
};

TEST_F(PostgresTeamTest, OfSixteenThatAcceptAtOnceOneWinsAndAllAreToldWho) {
  constexpr int kAcceptors = 16;
  must(team("sender")->put_handoffs({packet("h-1")}));
  std::mutex mutex;
  std::vector<std::string> winners;
  std::vector<std::string> told;
  std::vector<std::thread> acceptors;
  for (int i = 0; i < kAcceptors; ++i) {
    acceptors.emplace_back([&, i] {
      OpenPostgres options = database_.options("machine-" + std::to_string(i));
      options.connect_timeout_s = 30;
      options.lock_timeout_ms = 60'000;
      const auto own = team(options);
      const auto row = own->accept({.sender = "sender", .id = "h-1"});
      const std::lock_guard guard(mutex);
      if (!row.ok()) return told.push_back(row.error().message);
      told.push_back(row->accepted_by.machine);
      if (row->accepted_by.machine == options.machine) winners.push_back(options.machine);
    });
  }
  for (std::thread& acceptor : acceptors) acceptor.join();
  ASSERT_EQ(winners.size(), 1U);
  EXPECT_EQ(told, std::vector<std::string>(kAcceptors, winners.front()));
  // Whoever has it gets it again, as after a crash.
  const auto again = team(winners.front())->accept({.sender = "sender", .id = "h-1"});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->accepted_at.size(), std::string(kAt).size()) << again->accepted_at;
  EXPECT_NE(again->packet.find("Finish the form"), std::string::npos);
}

TEST_F(PostgresTeamTest, AHandoffWaitsUntilItIsAcceptedAndThenStaysAsItWas) {
  const auto one = team("one");
  const auto two = team("two");
  const auto three = team("three");
  must(one->put_handoffs({packet("h-1"), packet("h-2", "Other")}));
  must(one->put_handoffs({packet("h-1", "Finish it soon")}));
  EXPECT_EQ(two->handoffs({.repository = kRepository})->size(), 2U);
  EXPECT_TRUE(two->handoffs({.repository = "another"})->empty());
  EXPECT_EQ(two->accept({.sender = "one", .id = "h-9"}).error().code, base::Code::not_found);
  const auto accepted = two->accept({.sender = "one", .id = "h-1"});
  ASSERT_TRUE(accepted.ok()) << accepted.error().message;
  EXPECT_NE(accepted->packet.find("soon"), std::string::npos);
  EXPECT_EQ(accepted->from.machine_name, "name of one");
  EXPECT_EQ(accepted->accepted_by.member, "postgres");
  must(one->put_handoffs({packet("h-1", "Too late")}));
  EXPECT_EQ(two->handoffs({})->size(), 1U);
  EXPECT_EQ(two->handoffs({.id = "1", .with_accepted = true})->size(), 1U);
  EXPECT_EQ(two->handoffs({.id = "h-", .with_accepted = true})->size(), 2U);
  EXPECT_TRUE(two->handoffs({.with_packets = false})->front().packet.empty());
  EXPECT_FALSE(one->put_handoffs({packet("h-3", std::string(600'000, 'x'))}).ok());
  EXPECT_EQ(three->handoffs({})->size(), 1U);
  const auto own = one->handoffs({.sender = "one", .with_accepted = true});
  ASSERT_EQ(own->size(), 2U);
  EXPECT_EQ(own->front().packet.find("Too late"), std::string::npos);
  must(two->forget_accepted_before("2027"));
  must(one->forget_accepted_before("2025"));
  EXPECT_EQ(one->handoffs({.with_accepted = true})->size(), 2U);
  must(one->forget_accepted_before("2027"));
  EXPECT_EQ(one->handoffs({.with_accepted = true})->size(), 1U);
}

TEST_F(PostgresTeamTest, WhatAMachineSaysOfItsRunsTakesThePlaceOfWhatItSaid) {
  const auto one = team("one");
  const auto two = team("two");
  must(one->set_presence({{{{}, "run-1", kRepository, "login-form", kAt}},
                          {claim("run-1", "file-a"), claim("run-1", "file-b", "2026-01-18T08")}}));
  // Odd bytes of a path keep nothing else out.
  TeamClaim odd = claim("run-2", "file-a");
  odd.path = std::string("a\0\xFF", 3);
  must(two->set_presence({{}, {odd}}));
  const auto known =
      two->presence({.repository = kRepository, .since = "2026-01-18T09", .until = "2027"});
  ASSERT_TRUE(known.ok()) << known.error().message;
  ASSERT_EQ(known->runs.size(), 1U);
  EXPECT_EQ(known->runs[0].work_slug, "login-form");
  EXPECT_EQ(known->runs[0].of.machine_name, "name of one");
  ASSERT_EQ(known->claims.size(), 2U) << "file-b was touched too long ago.";
  must(one->set_presence({{}, {claim("run-1", "file-b", "2026-01-18T09:31")}}));
  const auto later = two->presence({.repository = kRepository, .since = "2026", .until = "2027"});
  ASSERT_EQ(later->claims.size(), 2U);
  EXPECT_EQ(later->claims[0].file, "file-b");
  EXPECT_EQ(later->claims[0].touched_at, "2026-01-18T09:31");
  EXPECT_TRUE(later->runs.empty());
}

// data/fleet/roles.sql: all read what is for the team, and nobody speaks in another's name.
TEST_F(PostgresTeamTest, AWriterCannotForgeAnothersPacketOrAcceptForAnother) {
  const auto owner = database_.owner();
  static_cast<void>(team("owner"));
  make_login(*owner, "holdfast_alice");
  make_login(*owner, "holdfast_bob");
  must(run_roles_script(*owner));
  must(run_roles_script(*owner));
  must(owner->execute("GRANT holdfast_writer TO holdfast_alice, holdfast_bob"));
  const auto alice = team(options_as(database_, "alice", "holdfast_alice"));
  const auto bob = team(options_as(database_, "bob", "holdfast_bob"));
  must(alice->put_handoffs({packet("h-1"), packet("h-2")}));
  must(alice->put_handoffs({packet("h-1", "Finish it soon")}));
  must(alice->set_presence({{{{}, "run-1", kRepository, "slug", kAt}}, {claim("run-1", "file")}}));
  must(alice->set_presence({{{{}, "run-1", kRepository, "slug", kAt}}, {claim("run-1", "file")}}));
  EXPECT_EQ(bob->handoffs({})->size(), 2U);
  EXPECT_EQ(
      bob->presence({.repository = kRepository, .since = "2026", .until = "2027"})->claims.size(),
      1U);
  EXPECT_EQ(bob->handoffs({})->front().from.member, "holdfast_alice");

  const auto as_bob = [&](const std::string& sql) {
    return said_to(database_, "holdfast_bob", sql);
  };
  EXPECT_EQ(as_bob("INSERT INTO team_handoffs(machine, id) VALUES('alice', 'h-3')"), "refused");
  EXPECT_EQ(as_bob("INSERT INTO claims(machine, run_uid, file) VALUES('alice', 'r', 'f')"),
            "refused");
  EXPECT_EQ(as_bob("INSERT INTO team_handoffs(machine, id, member) VALUES('bob', 'h', 'x')"),
            "refused");
  EXPECT_EQ(as_bob("UPDATE team_handoffs SET packet='{}' WHERE machine='alice'"), "0");
  EXPECT_EQ(as_bob("DELETE FROM team_handoffs WHERE machine='alice'"), "0");
  EXPECT_EQ(as_bob("DELETE FROM claims"), "0");
  EXPECT_EQ(as_bob("UPDATE team_handoffs SET accepted_at=NULL"), "refused");
  EXPECT_EQ(as_bob("SELECT id FROM accept_handoff('alice', 'x', 'alice', 'h-1')"), "refused");
  EXPECT_EQ(as_bob("SELECT id FROM accept_handoff('owner', 'x', 'alice', 'h-1')"), "refused");
  const auto accepted = bob->accept({.sender = "alice", .id = "h-1"});
  ASSERT_TRUE(accepted.ok()) << accepted.error().message;
  EXPECT_EQ(accepted->accepted_by.machine, "bob");
  EXPECT_EQ(accepted->accepted_by.member, "holdfast_bob");
  EXPECT_EQ(said_to(database_, "holdfast_alice", "UPDATE team_handoffs SET accepted_at=NULL"),
            "refused");
}

TEST_F(PostgresTeamTest, AFilledSchemaOfVersionFourGetsTheTablesAndLosesNothing) {
  ASSERT_TRUE(open_postgres_index(database_.options()).ok());
  const auto owner = database_.owner();
  make_login(*owner, "holdfast_alice");
  must(run_roles_script(*owner));
  must(owner->execute(
      "GRANT holdfast_writer TO holdfast_alice; DROP FUNCTION accept_handoff(text, text, text, "
      "text); DROP TABLE team_handoffs, team_runs, claims; DELETE FROM schema_migrations "
      "WHERE version=5; INSERT INTO runs(machine, uid) SELECT 'machine-1', 'run-' || n FROM "
      "generate_series(1, 1000) n"));
  EXPECT_EQ(open_postgres_team(database_.options()).error().code, base::Code::unavailable);
  // Who may not make tables is told who can.
  const auto refused = open_postgres_index(options_as(database_, "alice", "holdfast_alice"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::unavailable);
  EXPECT_NE(refused.error().hint.find("older version"), std::string::npos) << refused.error().hint;
  EXPECT_EQ(database_.value("SELECT max(version) FROM schema_migrations"), "4");
  must(team("machine-1")->put_handoffs({packet("h-1")}));
  EXPECT_EQ(database_.value("SELECT max(version) FROM schema_migrations"), "5");
  EXPECT_EQ(database_.value("SELECT count(*) FROM runs"), "1000");
}

}  // namespace
}  // namespace indexing

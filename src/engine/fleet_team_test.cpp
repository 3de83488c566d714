// Handoffs and claims between two machines, with a server in memory: what leaves, what comes back,
// and what a hook says of it.
#include "engine/fleet_team.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/claims.h"
#include "engine/known_projects.h"
#include "engine/stores.h"
#include "engine/team_handoff.h"
#include "engine/test_closed_door.h"
#include "engine/test_scene.h"
#include "engine/test_team.h"
#include "policy/repository_name.h"
#include "store/claim_file.h"
#include "store/handoff_store.h"

namespace engine {
namespace {

using base::Code;
using model::FleetShare;
using model::HandoffPacket;

class TeamDoor final : public ClosedDoor {
 public:
  explicit TeamDoor(FakeTeamServer& server) : server_(server) {}
  base::Result<std::unique_ptr<indexing::Team>> open_team(
      const indexing::OpenPostgres& options) override {
    return open_fake_team(server_, options);
  }

 private:
  FakeTeamServer& server_;
};

constexpr const char* kRemote = "https://example.org/shop/web.git";
constexpr const char* kGitConfig = "[remote \"origin\"]\n\turl = ";

// A machine with the repository.
struct Machine : Scene {
  Machine(FakeTeamServer& server, const std::string& name, const std::string& remote = kRemote)
      : door(server) {
    fake.files.poke("/home/dev/project/.git/config", kGitConfig + remote + "\n");
    fake.files.poke("/home/dev/.config/holdfast/config.yaml",
                    "index:\n  url: postgresql://db/team\n");
    fake.processes.set_host_name(name);
    // Two machines have two keys: what comes by chance is not the same on both.
    std::string chance(64 * name.size(), '\0');
    fake.random.fill(chance.data(), chance.size());
    const auto joined = joined_fleet(fake.system(), store::homes_of(fake.environment));
    EXPECT_TRUE(joined.ok()) << joined.error().message;
    if (joined.ok()) fleet = *joined;
    auto opened = workspace();
    EXPECT_TRUE(remember_project(fake.system(), opened.stores().project).ok());
  }
  std::string exchange() { return exchange_with_team(fake.system(), door, fleet); }
  HandoffPacket add(const std::string& goal, bool team) {
    HandoffPacket packet;
    packet.goal = goal;
    packet.team = team;
    auto opened = workspace();
    auto added = add_packet(opened, std::nullopt, packet, {});
    EXPECT_TRUE(added.ok()) << added.error().message;
    return *added;
  }
  HandoffPacket packet(const std::string& id) {
    auto opened = workspace();
    const store::HandoffStore packets(opened.stores().system, opened.stores().layout);
    auto read = packets.read(id);
    EXPECT_TRUE(read.ok()) << read.error().message;
    return read.ok() ? *read : HandoffPacket{};
  }

  TeamDoor door;
  JoinedFleet fleet;
};

class FleetTeamTest : public ::testing::Test {
 protected:
  FakeTeamServer server_;
  Machine desk_{server_, "desk"};
  Machine laptop_{server_, "laptop", "git@Example.org:shop/web"};
};

TEST_F(FleetTeamTest, OnlyWhatIsMeantForTheTeamLeavesUnlessAllIsShared) {
  desk_.add("Mine alone", false);
  desk_.add("For all, password: hunter2hunter2", false);
  desk_.add("For all, password: hunter2hunter2", true);
  EXPECT_TRUE(desk_.exchange().empty());
  ASSERT_EQ(server_.handoffs.size(), 1U);
  const std::string& sent = server_.handoffs[0].packet;
  EXPECT_NE(sent.find("For all"), std::string::npos);
  EXPECT_EQ(sent.find("hunter2"), std::string::npos);
  EXPECT_EQ(sent.find("/home/dev"), std::string::npos);
  EXPECT_TRUE(desk_.exchange().empty());
  EXPECT_EQ(server_.handoffs.size(), 1U);
  desk_.fleet.place.share = FleetShare::full;
  EXPECT_TRUE(desk_.exchange().empty());
  EXPECT_EQ(server_.handoffs.size(), 2U);
}

TEST_F(FleetTeamTest, WhatOneMachineTookIsOverForItsSenderAndNotForTheOther) {
  const std::string id = desk_.add("Finish the form", true).id;
  desk_.exchange();
  auto workspace = laptop_.workspace();
  const auto listed = list_team_packets(laptop_.door, workspace, {});
  ASSERT_TRUE(listed.ok()) << listed.error().message;
  ASSERT_EQ(listed->packets.size(), 1U);
  EXPECT_EQ(listed->packets[0].who, "desk/role");
  const auto taken = accept_team_packet(laptop_.door, workspace, id.substr(11));
  ASSERT_TRUE(taken.ok()) << taken.error().message;
  const HandoffPacket kept = laptop_.packet(id);
  EXPECT_TRUE(kept.accepted_at.empty()) << "It waits for a session there.";
  ASSERT_TRUE(kept.origin);
  EXPECT_EQ(kept.origin->name, "desk");
  // After a crash before it was kept: the same machine has it again.
  EXPECT_TRUE(accept_team_packet(laptop_.door, workspace, id).ok());
  EXPECT_TRUE(desk_.packet(id).accepted_at.empty());
  desk_.exchange();
  EXPECT_FALSE(desk_.packet(id).accepted_at.empty());
  EXPECT_NE(desk_.packet(id).accepted_by.find("/role"), std::string::npos);
  // It is not sent once more by who took it.
  laptop_.fleet.place.share = FleetShare::full;
  laptop_.exchange();
  EXPECT_EQ(server_.handoffs.size(), 1U);
}

TEST_F(FleetTeamTest, WhoComesLateIsToldWhoHasIt) {
  const std::string id = desk_.add("Finish the form", true).id;
  desk_.exchange();
  server_.handoffs[0].accepted_at = "2026-01-18T09:30:00.000Z";
  server_.handoffs[0].accepted_by = {"m3", "attic", "bob"};
  auto workspace = laptop_.workspace();
  const auto late = accept_team_packet(laptop_.door, workspace, id);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, Code::refused);
  EXPECT_NE(late.error().message.find("attic/bob has accepted"), std::string::npos);
  EXPECT_EQ(accept_team_packet(laptop_.door, workspace, "h-none").error().code, Code::not_found);
}

TEST_F(FleetTeamTest, WhatIsAcceptedAtHomeIsTakenFromTheTeam) {
  const std::string id = desk_.add("Finish the form", true).id;
  desk_.exchange();
  auto workspace = desk_.workspace();
  ASSERT_TRUE(accept_packet(workspace, id, "cli", {}).ok());
  desk_.exchange();
  EXPECT_EQ(server_.handoffs[0].accepted_by.machine, desk_.fleet.place.machine);
}

TEST_F(FleetTeamTest, APacketOfAnotherMachineCannotDoHarm) {
  desk_.add("Finish the form", true);
  desk_.exchange();
  auto workspace = laptop_.workspace();
  for (const char* odd : {"", "no JSON", "[]", R"({"id":"h-x","goal":""})",
                          R"({"id":"h-y","goal":"x"})", R"({"id":"../h","goal":"x"})"}) {
    server_.handoffs[0].packet = odd;
    const auto listed = list_team_packets(laptop_.door, workspace, {});
    ASSERT_TRUE(listed.ok());
    EXPECT_EQ(listed->problems.size(), 1U) << odd;
    EXPECT_FALSE(accept_team_packet(laptop_.door, workspace, server_.handoffs[0].id).ok());
    EXPECT_TRUE(server_.handoffs[0].accepted_at.empty()) << "Nobody loses what cannot be read.";
  }
  // What it says of itself does not count, and its words are cut to our measure.
  base::Json forged{{"id", "h-20260118-1"},     {"goal", std::string(9000, 'x')},
                    {"accepted_at", "2026"},    {"read_by", "me"},
                    {"worktree", "/etc"},       {"team", true},
                    {"from", {{"name", "me"}}}, {"surprise", 1}};
  server_.handoffs[0].id = "h-20260118-1";
  server_.handoffs[0].packet = forged.dump();
  const auto taken = accept_team_packet(laptop_.door, workspace, "h-20260118-1");
  ASSERT_TRUE(taken.ok()) << taken.error().message;
  const HandoffPacket kept = laptop_.packet("h-20260118-1");
  EXPECT_LE(kept.goal.size(), 2000U);
  EXPECT_EQ(kept.accepted_at + kept.read_by + kept.worktree, "");
  EXPECT_EQ(kept.origin->name, "desk");
  EXPECT_FALSE(kept.team);
}

TEST_F(FleetTeamTest, ARepositoryWithoutARemoteIsItsOwn) {
  Machine attic(server_, "attic", "/srv/git/web.git");
  attic.add("Nobody gets it", true);
  EXPECT_TRUE(attic.exchange().empty());
  EXPECT_TRUE(server_.handoffs.empty());
  auto workspace = attic.workspace();
  EXPECT_EQ(list_team_packets(attic.door, workspace, {}).error().code, Code::refused);
  EXPECT_EQ(check_team_repository(workspace).error().code, Code::refused);
}

TEST_F(FleetTeamTest, AServerThatIsAwayIsAProblemAndNoMore) {
  server_.is_away = true;
  ASSERT_FALSE(desk_.exchange().empty());
  auto workspace = desk_.workspace();
  EXPECT_EQ(ask_for_claims(desk_.door, workspace).error().code, Code::unavailable);
  EXPECT_EQ(known_claims(workspace).as_of, "");
}

TEST_F(FleetTeamTest, ALiveRunsFilesAreClaimedWithoutTheirNames) {
  EXPECT_TRUE(desk_.allows("Write"));
  model::HostEvent outside = desk_.tool("Write");
  outside.call.targets = {"/etc/hosts", "../elsewhere", ".holdfast/config.yaml", "src/b.cpp"};
  desk_.send(outside);
  model::HostEvent shell = desk_.tool("Bash");
  shell.call.command = "echo x > src/c.cpp; cat src/d.cpp";
  desk_.send(shell);
  EXPECT_TRUE(desk_.allows("Read"));
  desk_.exchange();
  // The second call was denied as a whole, since one of its files is guarded.
  EXPECT_EQ(server_.claims.size(), 2U);
  for (const indexing::TeamClaim& claim : server_.claims) EXPECT_EQ(claim.path, "");
  EXPECT_EQ(server_.runs.size(), 1U);
  desk_.fleet.place.share = FleetShare::full;
  desk_.exchange();
  ASSERT_EQ(server_.claims.size(), 2U);
  EXPECT_EQ(server_.claims[0].path, "src/a.cpp");
  EXPECT_EQ(server_.claims[1].path, "src/c.cpp");
  desk_.send(desk_.event(model::EventKind::session_end));
  desk_.exchange();
  EXPECT_TRUE(server_.claims.empty());
  EXPECT_TRUE(server_.runs.empty());
}

TEST_F(FleetTeamTest, WhoTouchesAClaimedFileIsWarnedOnceAndNeverDenied) {
  EXPECT_TRUE(desk_.allows("Write"));
  desk_.exchange();
  EXPECT_EQ(laptop_.send(laptop_.tool("Write", Scene::kOtherRun)).context, "");
  laptop_.exchange();
  const auto warned = laptop_.send(laptop_.tool("Edit", Scene::kOtherRun));
  EXPECT_TRUE(warned.decision->allowed);
  EXPECT_NE(warned.context.find("desk/role's run 7d1054b6 touched src/a.cpp"), std::string::npos)
      << warned.context;
  EXPECT_EQ(laptop_.send(laptop_.tool("Write", Scene::kOtherRun)).context, "");
  EXPECT_EQ(laptop_.send(laptop_.tool("Read", Scene::kOtherRun)).context, "");
  // Another run of that machine has not been told; its own touch is no news to it.
  EXPECT_NE(laptop_.send(laptop_.tool("Write", "9f3276d8-2839-4e27-bcef-43e6e47ca4b4")).context,
            "");
  desk_.exchange();
  EXPECT_EQ(desk_.send(desk_.tool("Read")).context, "");
  const auto back = desk_.send(desk_.tool("Write"));
  EXPECT_NE(back.context.find("laptop/role's run 8e2165c7"), std::string::npos) << back.context;
  EXPECT_EQ(back.context.find("this machine"), std::string::npos);
}

TEST_F(FleetTeamTest, AGuardDeniesByFreshClaimsAloneAndCanBeApproved) {
  EXPECT_TRUE(desk_.allows("Write"));
  desk_.exchange();
  laptop_.exchange();
  laptop_.fake.files.poke(
      "/home/dev/project/.claude/requirements.yaml",
      "requirements:\n  alone: {enabled: true, type: guard, guard_type: unclaimed}\n");
  const auto denied = laptop_.send(laptop_.tool("Write", Scene::kOtherRun));
  ASSERT_FALSE(denied.decision->allowed);
  EXPECT_NE(denied.decision->guide.find("desk/role's run 7d1054b6 touched src/a.cpp"),
            std::string::npos)
      << denied.decision->guide;
  EXPECT_NE(denied.decision->next_step.find("req approve alone"), std::string::npos);
  model::HostEvent other = laptop_.tool("Write", Scene::kOtherRun);
  other.call.targets = {"src/other.cpp"};
  EXPECT_TRUE(laptop_.send(other).decision->allowed);
  laptop_.fake.clock.advance(std::chrono::minutes(31));
  EXPECT_TRUE(laptop_.allows("Write", Scene::kOtherRun)) << "Too long ago to deny by.";
  laptop_.fake.files.poke("/home/dev/project/.git/holdfast/cache/claims", "nonsense");
  EXPECT_TRUE(laptop_.allows("Write", Scene::kOtherRun));
}

// Nobody is kept from a file by a session of their own that is over.
TEST_F(FleetTeamTest, ARunOfThisMachineThatHasEndedSinceClaimsNothing) {
  EXPECT_TRUE(desk_.allows("Write"));
  desk_.exchange();
  const auto warned = desk_.send(desk_.tool("Write", Scene::kOtherRun));
  EXPECT_NE(warned.context.find("this machine's run 7d1054b6"), std::string::npos);
  desk_.send(desk_.event(model::EventKind::session_end));
  desk_.fake.files.poke(
      "/home/dev/project/.claude/requirements.yaml",
      "requirements:\n  alone: {enabled: true, type: guard, guard_type: unclaimed}\n");
  EXPECT_TRUE(desk_.allows("Write", "9f3276d8-2839-4e27-bcef-43e6e47ca4b4"));
}

TEST_F(FleetTeamTest, TwoPacketsOfOneIdAreToldApartByTheirMachines) {
  const std::string id = desk_.add("Finish the form", true).id;
  desk_.exchange();
  server_.handoffs.push_back(server_.handoffs.front());
  server_.handoffs.back().from.machine = "m1";
  auto workspace = laptop_.workspace();
  const auto which = accept_team_packet(laptop_.door, workspace, id);
  ASSERT_EQ(which.error().code, Code::ambiguous_id);
  EXPECT_NE(which.error().hint.find("m1:" + id), std::string::npos) << which.error().hint;
  EXPECT_TRUE(accept_team_packet(laptop_.door, workspace, "m1:" + id).ok());
  // The sender still follows its own row.
  desk_.exchange();
  EXPECT_TRUE(desk_.packet(id).accepted_at.empty());
}

TEST_F(FleetTeamTest, APacketThatCannotBeKeptIsNotTakenFromTheOthers) {
  desk_.add("Finish the form", true);
  desk_.exchange();
  indexing::TeamHandoff& row = server_.handoffs.front();
  const std::string id = row.id;
  row.packet.replace(row.packet.find(id), id.size(), "../../" + id);
  row.id = "../../" + id;
  auto workspace = laptop_.workspace();
  EXPECT_FALSE(accept_team_packet(laptop_.door, workspace, row.id).ok());
  EXPECT_TRUE(server_.handoffs.front().accepted_at.empty());
}

TEST_F(FleetTeamTest, WhoWorksOnTheSameWorkSessionIsNamedAtTheStart) {
  laptop_.send(laptop_.event(model::EventKind::session_start));
  server_.runs.push_back({{"m1", "desk", "ana"},
                          Scene::kOtherRun,
                          policy::repository_key(kRemote),
                          "login-form",
                          base::to_iso(laptop_.fake.clock.now())});
  laptop_.exchange();
  auto workspace = laptop_.workspace();
  EXPECT_EQ(work_mates_of(workspace, Scene::kRun, "other"), "");
  EXPECT_EQ(work_mates_of(workspace, Scene::kRun, "login-form"),
            "desk/ana's run 8e2165c7 works on login-form too, heard of 0 s ago.\n");
  EXPECT_EQ(work_mates_of(workspace, Scene::kRun, ""), "");
}

}  // namespace
}  // namespace engine

// The team on the dashboard: what another machine sent, and a server that is away.
#include <filesystem>

#include "engine/dashboard/denials.h"
#include "engine/dashboard/faults.h"
#include "engine/dashboard/now.h"
#include "engine/dashboard/parts.h"
#include "engine/dashboard/projects.h"
#include "engine/dashboard/runs.h"
#include "engine/dashboard/search.h"
#include "engine/dashboard/team_costs.h"
#include "engine/dashboard/team_detail.h"
#include "engine/dashboard/violations.h"
#include "engine/dashboard/work_list.h"
#include "engine/test_index_scene.h"
#include "engine/test_team_door.h"

namespace engine::dashboard {
namespace {

using base::Code;
using model::EventKind;

class DashboardTeamTest : public IndexScene {
 protected:
  DashboardTeamTest() {
    const base::Instant now = real_.system().clock.now();
    clock_.set(now);
    put("api/.holdfast/config.yaml", "gate:\n  initial_mode: planning\n");
    tell(EventKind::session_start, kRun);
    tell_write();
    put_work("api", "dark-mode", "Dark mode", "2026-02-14T10:00:00Z");
    updated();
  }
  void tell_write() {
    model::HostEvent event;
    event.kind = EventKind::before_tool;
    event.host = "claude-code";
    event.host_id = kRun;
    event.folder = at("api").native();
    event.call.tool = "Write";
    event.call.targets = {at("api/a.cpp").native()};
    handle_event(system(), event);
  }
  // What is here now is at the server, as another machine's.
  void join_and_push() {
    const auto joined = join_fleet(system(), door_, {.url = "postgresql://holdfast@db/team"});
    ASSERT_TRUE(joined.ok()) << joined.error().message;
    const auto sent = push_to_fleet(system(), door_, {});
    ASSERT_TRUE(sent.ok()) << sent.error().message;
  }
  os::System with_clock() {
    const os::System real = system();
    return {real.files, clock_, real.random, real.processes, real.environment};
  }
  base::Result<Page<RunSummary>> team_runs(RunsQuestion question = {}) {
    question.scope = Scope::team;
    return list_runs(dashboard_, question);
  }

  os::FakeClock clock_;
  TestTeamDoor door_{at("server.db").native()};
  Dashboard dashboard_{with_clock(), {}, &door_};
};

TEST_F(DashboardTeamTest, WhoJoinedNoServerIsToldSoAndSeesThisMachine) {
  EXPECT_FALSE(dashboard_.team({.look = true}));
  const auto runs = team_runs();
  ASSERT_FALSE(runs.ok());
  EXPECT_EQ(runs.error().code, Code::unavailable);
  EXPECT_EQ(runs.error().message, "this machine has joined no team's server");
  EXPECT_FALSE(runs.error().hint.empty());
  EXPECT_EQ(now(dashboard_, Scope::team).error().code, Code::unavailable);
  EXPECT_EQ(list_runs(dashboard_, {})->items.size(), 1U);
  EXPECT_EQ(list_runs(dashboard_, {})->items.at(0).machine_name, "");
  EXPECT_EQ(door_.asked, 0);
}

TEST_F(DashboardTeamTest, EveryListSaysWhoseARowIs) {
  join_and_push();
  const auto all = now(dashboard_, Scope::team);
  ASSERT_TRUE(all.ok()) << all.error().message;
  ASSERT_EQ(all->runs.size(), 1U);
  ASSERT_EQ(all->recent_denials.size(), 1U);
  EXPECT_EQ(all->recent_denials[0].machine, kOtherMachine);
  EXPECT_EQ(all->recent_denials[0].machine_name, "desk");
  EXPECT_EQ(all->today.denials, 1);
  const auto runs = team_runs();
  ASSERT_EQ(runs->items.size(), 1U);
  EXPECT_EQ(runs->items[0].machine, kOtherMachine);
  EXPECT_EQ(runs->items[0].machine_name, "desk");
  const auto work = list_work(dashboard_, {.scope = Scope::team});
  ASSERT_EQ(work->items.size(), 1U);
  EXPECT_EQ(work->items[0].machine_name, "desk");
  const auto hits = search(dashboard_, {.scope = Scope::team, .text = "dark"});
  ASSERT_TRUE(hits.ok()) << hits.error().message;
  ASSERT_EQ(hits->size(), 1U);
  EXPECT_EQ(hits->at(0).machine_name, "desk");
  EXPECT_TRUE(list_faults(dashboard_, {.scope = Scope::team})->empty());
  EXPECT_TRUE(list_violations(dashboard_, {.scope = Scope::team})->items.empty());
  const auto projects = list_projects(dashboard_, Scope::team);
  ASSERT_EQ(projects->size(), 1U);
  EXPECT_FALSE(projects->at(0).is_here);  // A folder of that name here is another one.
  EXPECT_EQ(team_runs({.project = "api"})->items.size(), 1U);
  EXPECT_EQ(team_runs({.project = "nobody"}).error().code, Code::not_found);
  EXPECT_EQ(list_denials(dashboard_, {.scope = Scope::team, .run = "7d1054b6"})->items.size(), 1U);
  EXPECT_EQ(list_denials(dashboard_, {.scope = Scope::team, .run = "nobody"}).error().code,
            Code::not_found);
}

// The process of the run is one of this machine, and its folder is here: neither may be looked at.
TEST_F(DashboardTeamTest, ARunOfAnotherMachineIsKnownByWhatItSentAlone) {
  join_and_push();
  EXPECT_EQ(list_runs(dashboard_, {})->items.at(0).branch, "main");
  EXPECT_EQ(team_runs()->items.at(0).branch, "");
  EXPECT_EQ(team_runs()->items.at(0).health, RunHealth::live);
  EXPECT_EQ(team_runs({.health = RunHealth::live})->items.size(), 1U);
  clock_.advance(std::chrono::minutes(16));
  EXPECT_EQ(team_runs()->items.at(0).health, RunHealth::idle);
  EXPECT_EQ(team_runs({.health = RunHealth::live})->items.size(), 0U);
  EXPECT_EQ(team_runs({.health = RunHealth::idle})->items.size(), 1U);
  EXPECT_EQ(now(dashboard_, Scope::team)->runs.at(0).health, RunHealth::idle);
}

TEST_F(DashboardTeamTest, ACursorIsForTheScopeThatGaveIt) {
  tell(EventKind::session_start, "8d1054b6-2839-4e27-bcef-43e6e47ca4b4");
  updated();
  join_and_push();
  const auto first = team_runs({.page = {.limit = 1}});
  ASSERT_TRUE(first.ok() && first->next);
  const auto second = team_runs({.page = {.cursor = first->next, .limit = 1}});
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_NE(second->items.at(0).id, first->items.at(0).id);
  EXPECT_FALSE(second->next);
  EXPECT_EQ(list_runs(dashboard_, {.page = {.cursor = first->next}}).error().code,
            Code::invalid_params);
  const auto own = list_runs(dashboard_, {.page = {.limit = 1}});
  EXPECT_EQ(team_runs({.page = {.cursor = own->next}}).error().code, Code::invalid_params);
}

TEST_F(DashboardTeamTest, AServerThatIsAwayIsNotAskedAgainForAWhile) {
  join_and_push();
  door_.is_away = true;
  door_.asked = 0;
  for (int i = 0; i < 5; ++i) {
    const auto runs = team_runs();
    ASSERT_FALSE(runs.ok());
    EXPECT_EQ(runs.error().code, Code::unavailable);
    EXPECT_EQ(runs.error().message, "the index on db: nobody answers");
  }
  EXPECT_EQ(door_.asked, 1);
  EXPECT_EQ(dashboard_.team({})->problem, "the index on db: nobody answers");
  EXPECT_EQ(list_runs(dashboard_, {})->items.size(), 1U);
  door_.is_away = false;
  clock_.advance(std::chrono::seconds(6));
  EXPECT_EQ(team_runs()->items.size(), 1U);
  EXPECT_EQ(dashboard_.team({})->problem, "");
  EXPECT_EQ(dashboard_.team({})->server, "postgresql://db/team");
}

TEST_F(DashboardTeamTest, AConnectionThatWasCutIsMadeAnewAndFewAreKept) {
  join_and_push();
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(team_runs().ok());
  EXPECT_EQ(door_.opened, 1);
  door_.cut();
  const auto runs = team_runs();
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  EXPECT_EQ(door_.opened, 2);
  EXPECT_EQ(dashboard_.parts().team.kept(), 1U);
  clock_.advance(std::chrono::seconds(31));
  dashboard_.rest();
  EXPECT_EQ(dashboard_.parts().team.kept(), 0U);
}

TEST_F(DashboardTeamTest, AProgramWithoutADoorSaysWhatIsMissing) {
  join_and_push();
  Dashboard without(with_clock(), {});
  const auto runs = list_runs(without, {.scope = Scope::team});
  ASSERT_FALSE(runs.ok());
  EXPECT_NE(runs.error().message.find("without the part that reaches the team"), std::string::npos);
  EXPECT_FALSE(without.team({.look = true})->problem.empty());
  EXPECT_EQ(list_runs(without, {})->items.size(), 1U);
}

TEST_F(DashboardTeamTest, ARunOfAnotherMachineIsShownFromItsRowsAlone) {
  join_and_push();
  const auto detail = team_run_detail(dashboard_, kOtherMachine, "7d1054b6");
  ASSERT_TRUE(detail.ok()) << detail.error().message;
  EXPECT_EQ(detail->run.id, kRun);
  EXPECT_EQ(detail->run.machine, kOtherMachine);
  EXPECT_EQ(detail->run.machine_name, "desk");
  EXPECT_FALSE(detail->is_readable);
  EXPECT_FALSE(detail->sent_at.empty());
  EXPECT_TRUE(detail->requirements.empty());
  EXPECT_FALSE(detail->agents.empty());
  EXPECT_EQ(list_denials(dashboard_, {.machine = kOtherMachine, .run = kRun})->items.at(0).machine,
            kOtherMachine);
  EXPECT_EQ(team_run_detail(dashboard_, "nobody", kRun).error().code, Code::not_found);
  EXPECT_EQ(team_run_detail(dashboard_, kOtherMachine, "nobody").error().code, Code::not_found);
  // By this machine's own id it is the run that is here.
  const std::string own = *dashboard_.parts().team.own_machine();
  EXPECT_TRUE(team_run_detail(dashboard_, own, kRun)->is_readable);

  const std::string project = detail->run.project;
  const auto work = team_work_detail(dashboard_, kOtherMachine, project, "dark-mode");
  ASSERT_TRUE(work.ok()) << work.error().message;
  EXPECT_EQ(work->summary.machine_name, "desk");
  EXPECT_FALSE(work->spec);
  EXPECT_EQ(team_work_detail(dashboard_, kOtherMachine, project, "../x").error().code,
            Code::not_found);
}

TEST_F(DashboardTeamTest, CostsAreSummedOfRunsThatBeganInThatTime) {
  join_and_push();
  {
    auto index = indexing::open_sqlite_index(
        {.path = at("server.db").native(), .now = "2026-01-18T09:30:00.000Z"});
    ASSERT_TRUE(index.ok());
    auto batch = (*index)->begin();
    ASSERT_TRUE((*batch)->set_usage({{kRun, "", "some-model", 1000, 50, 0.5}}).ok());
    ASSERT_TRUE((*batch)->commit().ok());
  }
  const auto by_machine = team_costs(dashboard_, {.by = TeamCostBy::machine});
  ASSERT_TRUE(by_machine.ok()) << by_machine.error().message;
  EXPECT_EQ(by_machine->since, "30d");
  ASSERT_EQ(by_machine->rows.size(), 1U);
  EXPECT_EQ(by_machine->rows[0].machine_name, "desk");
  EXPECT_EQ(by_machine->rows[0].usd, 0.5);
  EXPECT_EQ(by_machine->total.input_tokens, 1000);
  EXPECT_EQ(team_costs(dashboard_, {.by = TeamCostBy::day})->rows.size(), 1U);
  EXPECT_EQ(team_costs(dashboard_, {.by = TeamCostBy::session})->rows.at(0).key, kRun);
  EXPECT_EQ(team_costs(dashboard_, {.until = "2026-01-01"})->rows.size(), 0U);
  EXPECT_EQ(team_costs(dashboard_, {.since = "soon"}).error().code, Code::invalid_value);
  EXPECT_EQ(now(dashboard_, Scope::team)->today.usd, 0.5);
}

TEST_F(DashboardTeamTest, AMachineWithoutANameHasTheBeginningOfItsId) {
  door_.name = "";
  join_and_push();
  EXPECT_EQ(team_runs()->items.at(0).machine_name, "01234567");
  door_.name = std::string(5000, 'x');
  clock_.advance(std::chrono::minutes(2));
  EXPECT_EQ(team_runs()->items.at(0).machine_name.size(), 100U);
}

}  // namespace
}  // namespace engine::dashboard

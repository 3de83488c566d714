#include "engine/fleet_lag.h"

#include <gtest/gtest.h>

#include "engine/doctor.h"
#include "engine/known_projects.h"
#include "engine/status.h"
#include "engine/statusline.h"
#include "engine/test_scene.h"
#include "store/fleet_mark.h"

namespace engine {
namespace {

using base::Instant;
using base::Millis;
using model::EventKind;
using std::chrono::minutes;

struct FleetScene : Scene {
  store::FleetPushRecord record;

  store::Homes homes() { return store::homes_of(fake.environment); }
  Instant now() { return fake.clock.now(); }
  void join() {
    ASSERT_TRUE(store::keep_fleet_mark(fake.system(), homes()).ok());
    fake.files.poke("/home/dev/.config/holdfast/config.yaml",
                    "index:\n  url: postgresql://db/team\n");
    fake.files.poke("/usr/bin/holdfast-fleet", "program");
  }
  void pushed() {
    record = {.at = base::to_iso(now()), .began_at = base::to_iso(now())};
    keep();
  }
  void keep() { ASSERT_TRUE(store::keep_fleet_push(fake.system(), homes(), record).ok()); }
  void work(const char* run = kRun) { send(event(EventKind::prompt, run)); }
  void pass(minutes time) { fake.clock.advance(time); }
  os::Path journal() {
    return std::string("/home/dev/project/.git/holdfast/journal/") + kRun + ".jsonl";
  }
  std::optional<Instant> waiting(std::optional<Instant> until) {
    return waiting_since(fake.files, journal(), until);
  }
  std::string line() {
    model::HostStatus status;
    status.host = "claude-code";
    status.host_id = kRun;
    status.folder = "/home/dev/project";
    return statusline(fake.system(), status);
  }
  // "severity message" of what is said about the server.
  std::vector<std::string> findings(bool fix = false) {
    std::vector<std::string> told;
    for (const Finding& one :
         examine(fake.system(), {.start = "/home/dev/project", .hosts = {}, .fix = fix})) {
      if (one.subject != "team's server") continue;
      const char* const severity = one.severity == Severity::good     ? "good "
                                   : one.severity == Severity::remark ? "remark "
                                                                      : "problem ";
      told.push_back(severity + one.message);
    }
    return told;
  }
  std::string first_finding() {
    const std::vector<std::string> told = findings();
    return told.empty() ? "" : told.front();
  }
};

TEST(FleetLagTest, TheFirstLineAfterTheLastPushIsWhatHasWaitedLongest) {
  FleetScene scene;
  scene.send(scene.event(EventKind::session_start));
  const Instant begun = scene.now();
  scene.pass(minutes(10));
  const Instant pushed = scene.now();
  EXPECT_EQ(scene.waiting(pushed), std::nullopt);
  EXPECT_EQ(scene.waiting(std::nullopt), begun) << "Nothing was ever sent.";
  scene.pass(minutes(60));
  const Instant first = scene.now();
  // More than one block of them, of which one begins in the middle of a line now and then.
  for (int i = 0; i < 120; ++i) {
    model::HostEvent prompt = scene.event(EventKind::prompt);
    prompt.text = std::string(1000, 'x');
    scene.send(prompt);
    EXPECT_EQ(scene.waiting(pushed), first) << "Not since the push: an hour nothing happened.";
    scene.pass(minutes(1));
  }
  EXPECT_EQ(scene.waiting(scene.now() + Millis{1}), std::nullopt);
}

TEST(FleetLagTest, AJournalThatIsNoneTellsNothing) {
  FleetScene scene;
  EXPECT_EQ(scene.waiting(std::nullopt), std::nullopt);
  for (const std::string& bytes : {std::string(), std::string("\n\n"), std::string(200'000, 'x'),
                                   std::string("{\"at\":1}\n{")}) {
    scene.fake.files.poke(scene.journal(), bytes);
    EXPECT_EQ(scene.waiting(std::nullopt), std::nullopt);
    EXPECT_EQ(scene.waiting(scene.now()), std::nullopt);
  }
}

TEST(FleetLagTest, APushOfAClockThatWasSetBackProvesNothing) {
  FleetScene scene;
  scene.record.began_at = base::to_iso(scene.now() + minutes(1));
  EXPECT_EQ(sent_until(scene.record, scene.now()), std::nullopt);
  scene.record.began_at = "yesterday";
  EXPECT_EQ(sent_until(scene.record, scene.now()), std::nullopt);
}

TEST(FleetLagTest, RunsThatWaitAreCountedByProject) {
  FleetScene scene;
  scene.send(scene.event(EventKind::session_start));
  scene.send(scene.event(EventKind::session_start, Scene::kOtherRun));
  scene.pass(minutes(12));
  const FleetLag lag = fleet_lag(scene.fake.system(), scene.record);
  EXPECT_EQ(lag.runs, 2U);
  ASSERT_EQ(lag.projects.size(), 1U);
  EXPECT_EQ(lag.projects[0].name, "project");
  EXPECT_EQ(in_words(lag, scene.now()), "2 runs of 1 project, for 12 min");
  EXPECT_EQ(in_words({}, scene.now()), "nothing");
}

TEST(FleetLagTest, TheStatusLineSaysItOnlyToWhoJoinedAndOnlyAfterAWhile) {
  FleetScene scene;
  scene.send(scene.event(EventKind::session_start));
  scene.pass(minutes(60));
  EXPECT_EQ(scene.line(), "coding") << "Nothing was joined.";
  scene.join();
  EXPECT_EQ(scene.line(), "coding · ⇡ 60m behind");
  scene.pushed();
  EXPECT_EQ(scene.line(), "coding");
  scene.pass(minutes(60));
  scene.work();
  scene.pass(minutes(5));
  EXPECT_EQ(scene.line(), "coding");
  scene.pass(minutes(7));
  scene.work();
  EXPECT_EQ(scene.line(), "coding · ⇡ 12m behind");
  scene.pass(minutes(500));
  EXPECT_EQ(scene.line(), "coding · ⇡ 8h behind");
}

TEST(FleetLagTest, FailuresAreFaultsOfTheStatus) {
  FleetScene scene;
  scene.send(scene.event(EventKind::session_start));
  scene.record = {.problem = "nobody answers", .problem_at = "x", .failures = 4};
  scene.keep();
  Workspace workspace = scene.workspace();
  EXPECT_TRUE(status_of(workspace, model::RunId{Scene::kRun}).faults.empty()) << "None is joined.";
  scene.join();
  EXPECT_EQ(
      status_of(workspace, model::RunId{Scene::kRun}).faults,
      std::vector<std::string>{"the team's server: the last 4 pushes failed: nobody answers"});
}

TEST(FleetLagTest, DoctorSaysHowFarItIsAndWhatHinders) {
  FleetScene scene;
  scene.send(scene.event(EventKind::session_start));
  EXPECT_EQ(scene.findings(), std::vector<std::string>{});
  scene.join();
  EXPECT_EQ(scene.findings(),
            std::vector<std::string>{"good waiting to be sent: 1 run of 1 project, for 0 s"});
  scene.pass(minutes(6));
  scene.record = {.problem = "nobody answers", .failures = 1};
  scene.keep();
  ASSERT_TRUE(scene.fake.files.remove("/usr/bin/holdfast-fleet").ok());
  EXPECT_EQ(scene.findings(),
            (std::vector<std::string>{
                "problem there is no /usr/bin/holdfast-fleet, so nothing can be sent",
                "remark waiting to be sent: 1 run of 1 project, for 6 min; the last push failed: "
                "nobody answers"}));
}

TEST(FleetLagTest, DoctorMendsAMarkThatDoesNotFitTheSettings) {
  FleetScene scene;
  scene.join();
  ASSERT_TRUE(store::remove_fleet_mark(scene.fake.files, scene.homes()).ok());
  EXPECT_EQ(scene.first_finding(),
            "problem it was not joined by `fleet join`: nothing is sent by itself");
  scene.findings(true);
  EXPECT_TRUE(store::has_fleet_mark(scene.fake.files, scene.homes()));
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/.config/holdfast/config.yaml").ok());
  EXPECT_EQ(scene.first_finding(),
            "problem none is joined, but hooks start a push after each turn");
  scene.findings(true);
  EXPECT_FALSE(store::has_fleet_mark(scene.fake.files, scene.homes()));
  scene.fake.environment.set("HOLDFAST_INDEX_URL", "postgresql://db/team");
  EXPECT_EQ(scene.first_finding(), "remark HOLDFAST_INDEX_URL names it: nothing is sent by itself");
}

}  // namespace
}  // namespace engine

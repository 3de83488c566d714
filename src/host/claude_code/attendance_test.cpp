#include "host/claude_code/attendance.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace host::claude_code {
namespace {

constexpr const char* kSettingsOfDesk = "/p/.claude/settings.local.json";

struct Desk {
  os::FakeSystem fake;
  model::HostEvent event;

  Desk() {
    fake.environment.set("HOME", "/home/dev");
    fake.environment.set("CLAUDE_CODE_SESSION_ATTENDED", "1");
    event.kind = model::EventKind::before_tool;
    event.project_folder = "/p";
    event.call.tool = "Bash";
    event.call.command = "holdfast session mode coding";
  }
  bool can_ask(const char* permission_mode = "default") {
    os::System system = fake.system();
    return can_ask_person(event, permission_mode, system);
  }
};

std::string with_permission_hook(const std::string& command) {
  return R"({"hooks":{"PermissionRequest":[{"hooks":[{"type":"command","command":")" + command +
         R"("}]}]}})";
}

// U1
TEST(AttendanceTest, APersonIsAskedWhereTheClientSaysThatOneSitsThere) {
  Desk desk;
  EXPECT_TRUE(desk.can_ask());
  for (const char* value : {"0", "", "yes"}) {
    desk.fake.environment.set("CLAUDE_CODE_SESSION_ATTENDED", value);
    EXPECT_FALSE(desk.can_ask()) << value;
  }
}

// U1: a hook of somebody's may answer the question in the person's place.
TEST(AttendanceTest, NobodyIsAskedWhereAHookAnswersForThem) {
  for (const char* file :
       {kSettingsOfDesk, "/p/.claude/settings.json", "/home/dev/.claude/settings.json"}) {
    Desk desk;
    desk.fake.files.poke(file, with_permission_hook("/usr/bin/holdfast hook PermissionRequest"));
    EXPECT_TRUE(desk.can_ask()) << file;
    desk.fake.files.poke(file, with_permission_hook("./yes.sh"));
    EXPECT_FALSE(desk.can_ask()) << file;
    desk.fake.files.poke(file, R"({"hooks":{"PermissionRequest":[)");
    EXPECT_FALSE(desk.can_ask()) << file;
  }
}

TEST(AttendanceTest, PlansAreAskedAboutInPlanModeAlone) {
  Desk desk;
  desk.event.call.tool = "ExitPlanMode";
  EXPECT_TRUE(desk.can_ask("plan"));
  EXPECT_FALSE(desk.can_ask("default"));
  desk.event.kind = model::EventKind::after_tool;
  EXPECT_TRUE(desk.can_ask("default"));
  desk.event.agent_id = "a1";
  EXPECT_FALSE(desk.can_ask("plan"));
}

TEST(AttendanceTest, OtherCallsAskNobody) {
  Desk desk;
  desk.event.call.command = "make test";
  EXPECT_FALSE(desk.can_ask());
  desk.event.call.tool = "Write";
  EXPECT_FALSE(desk.can_ask());
}

// G6: an event that the agent's own shell pipes into us is not the client's.
TEST(AttendanceTest, TheClientStartsItsHooksItself) {
  os::FakeSystem fake;
  const auto add = [&](os::Pid pid, os::Pid parent) {
    os::ProcessInfo process;
    process.pid = pid;
    process.parent = parent;
    fake.processes.add(process);
  };
  model::HostEvent event;
  event.owner_pid = 50;
  add(50, 1);
  add(100, 50);
  EXPECT_TRUE(is_started_by_client(event, fake.processes));
  add(99, 50);
  add(100, 99);
  EXPECT_TRUE(is_started_by_client(event, fake.processes));
  add(98, 50);
  add(99, 98);
  EXPECT_FALSE(is_started_by_client(event, fake.processes));
  event.owner_pid = 0;
  EXPECT_FALSE(is_started_by_client(event, fake.processes));
}

}  // namespace
}  // namespace host::claude_code

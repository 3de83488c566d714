#include "store/session_registry.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "os/lock.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;

constexpr const char* kRegistryFile = "/home/dev/.claude/sessions.json";
constexpr const char* kRegistryLock = "/home/dev/.local/state/holdfast/locks/registry.lock";
constexpr const char* kUid = "cad0ac4d-3933-45ad-9a1c-14aec05bb940";

// What the other tool left: an entry of its own, and members that nobody told us of.
constexpr const char* kForeign =
    "{\n  \"note\": \"\\u00e9\",\n  \"version\": \"1.0\",\n  \"sessions\": {\n"
    "    \"beefbeef\": {\n      \"z\": 1.0,\n      \"pid\": 7,\n      \"ppid\": 8,\n"
    "      \"project_dir\": \"/p\",\n      \"branch\": \"main\",\n"
    "      \"started_at\": 1702345600,\n      \"last_active\": 1702345678\n    }\n  }\n}";

RegistryEntry registered_entry(std::string uid, std::int64_t ppid = 50) {
  RegistryEntry entry;
  entry.uid = std::move(uid);
  entry.pid = 100;
  entry.ppid = ppid;
  entry.project_dir = "/home/dev/project";
  entry.branch = "feature/auth";
  entry.started_at = 1768728600;
  entry.last_active = 1768728600;
  entry.pid_start = 4711;
  entry.boot_id = "boot-1";
  entry.host = "testhost";
  return entry;
}

bool nobody(const RegistryEntry&) { return false; }

class SessionRegistryTest : public ::testing::Test {
 protected:
  SessionRegistryTest() { disk().poke("/home/dev/.claude/settings.json", "{}"); }

  os::FakeDisk& disk() { return machine_.files; }
  void write(std::string_view text) { disk().poke(kRegistryFile, text); }
  std::string text() { return disk().peek(kRegistryFile).value_or("no file"); }
  base::Json json() { return base::parse_json(text()).value(); }
  std::vector<std::string> keys() {
    std::vector<std::string> keys;
    for (const RegistryEntry& entry : registry_.list()) keys.push_back(entry.key);
    return keys;
  }

  FakeMachine machine_;
  Homes homes_ = homes_of(machine_.environment);
  SessionRegistry registry_{machine_.system(), homes_};
};

using Keys = std::vector<std::string>;

// S4-1, S4-85
TEST_F(SessionRegistryTest, TheFirstEntryMakesTheFileInTheOtherToolsDialect) {
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  EXPECT_EQ(text(), R"({
  "version": "1.0",
  "sessions": {
    "cad0ac4d": {
      "pid": 100,
      "ppid": 50,
      "project_dir": "/home/dev/project",
      "branch": "feature/auth",
      "started_at": 1768728600,
      "last_active": 1768728600,
      "uid": "cad0ac4d-3933-45ad-9a1c-14aec05bb940",
      "pid_start": 4711,
      "boot_id": "boot-1",
      "host": "testhost"
    }
  }
})");
  EXPECT_EQ(disk().info(kRegistryFile)->mode, 0600U);
  EXPECT_TRUE(disk().exists(kRegistryLock));
}

// B4-14: what tells the host's process from a later one of its number is there.
TEST_F(SessionRegistryTest, AnEntryIsReadAsItWasWritten) {
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  const std::vector<RegistryEntry> entries = registry_.list();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].key, "cad0ac4d");
  EXPECT_EQ(entries[0].uid, kUid);
  EXPECT_EQ(entries[0].pid, 100);
  EXPECT_EQ(entries[0].ppid, 50);
  EXPECT_EQ(entries[0].project_dir, "/home/dev/project");
  EXPECT_EQ(entries[0].branch, "feature/auth");
  EXPECT_EQ(entries[0].started_at, 1768728600);
  EXPECT_EQ(entries[0].last_active, 1768728600);
  EXPECT_EQ(entries[0].pid_start, 4711U);
  EXPECT_EQ(entries[0].boot_id, "boot-1");
  EXPECT_EQ(entries[0].host, "testhost");
}

TEST_F(SessionRegistryTest, WhatIsNotOursStaysByteForByte) {
  write(kForeign);
  ASSERT_TRUE(disk().set_mode(kRegistryFile, 0640).ok());
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  EXPECT_EQ(keys(), (Keys{"beefbeef", "cad0ac4d"}));
  EXPECT_EQ(disk().info(kRegistryFile)->mode, 0640U);
  ASSERT_TRUE(registry_.leave(kUid, nobody).ok());
  EXPECT_EQ(text(), kForeign);
  EXPECT_EQ(disk().info(kRegistryFile)->mode, 0640U);
}

TEST_F(SessionRegistryTest, ARefreshKeepsTheStartAndWhatOthersAddedToTheEntry) {
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  base::Json changed = json();
  changed["sessions"]["cad0ac4d"]["theirs"] = 1;
  write(changed.dump());
  RegistryEntry later = registered_entry(kUid, 51);
  later.started_at = later.last_active = 1768728700;
  later.branch = "main";
  later.pid_start = 0;
  ASSERT_TRUE(registry_.enter(later, nobody).ok());
  const base::Json own = json()["sessions"]["cad0ac4d"];
  EXPECT_EQ(own["started_at"], 1768728600);
  EXPECT_EQ(own["last_active"], 1768728700);
  EXPECT_EQ(own["branch"], "main");
  EXPECT_EQ(own["ppid"], 51);
  EXPECT_EQ(own["theirs"], 1);
  EXPECT_FALSE(own.contains("pid_start")) << "It is that of another process.";
  EXPECT_EQ(keys(), Keys{"cad0ac4d"});
}

TEST_F(SessionRegistryTest, NothingIsWrittenWhereNothingChanges) {
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  const std::string otherwise_spelt = json().dump();
  write(otherwise_spelt);
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  EXPECT_EQ(text(), otherwise_spelt);
}

// B4-2, SC-80
TEST_F(SessionRegistryTest, TwoSessionsThatBeginAlikeHaveEntriesOfTheirOwn) {
  const Keys uids{kUid,
                  "cad0ac4d-ffff-45ad-9a1c-14aec05bb940",
                  "cad0ac4d-ffff-45ad-9a1c-000000000000",
                  "cad0ac4d-ffff-45ad-9a1c-111111111111",
                  "2025-12-21-session-01",
                  "2025-12-21-session-02",
                  "cad0ac4d",
                  "CAD0AC4D-FFFF-45AD-9A1C-222222222222"};
  for (int round = 0; round < 2; ++round) {
    for (const std::string& uid : uids)
      ASSERT_TRUE(registry_.enter(registered_entry(uid), nobody).ok());
    EXPECT_EQ(keys(), (Keys{"cad0ac4d", "cad0ac4d-ffff", "cad0ac4d-ffff-45ad-9a1c-000000000000",
                            "cad0ac4d-ffff-45ad-9a1c-111111111111", "2025-12-21-session-01",
                            "2025-12-21-session-02", "cad0ac4d-2",
                            "cad0ac4d-ffff-45ad-9a1c-222222222222"}));
  }
  ASSERT_TRUE(registry_.leave(uids[1], nobody).ok());
  EXPECT_EQ(keys().size(), uids.size() - 1);
  EXPECT_EQ(registry_.list()[0].uid, kUid);
}

constexpr const char* kTheirs =
    R"({"version":"1.0","sessions":{"cad0ac4d":{"pid":7,"ppid":50,"project_dir":"/p",)"
    R"("branch":"main","started_at":5,"last_active":6}}})";

// S4-85
TEST_F(SessionRegistryTest, TheOtherToolsEntryOfTheSameSessionIsTakenOver) {
  write(kTheirs);
  ASSERT_TRUE(registry_.enter(registered_entry(kUid, 50), nobody).ok());
  const std::vector<RegistryEntry> entries = registry_.list();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].key, "cad0ac4d");
  EXPECT_EQ(entries[0].uid, kUid);
  EXPECT_EQ(entries[0].started_at, 5);
}

// B4-2
TEST_F(SessionRegistryTest, TheOtherToolsEntryOfAnotherSessionIsLeftAlone) {
  for (const std::int64_t ppid : {51, 0}) {
    SCOPED_TRACE(ppid);
    write(kTheirs);
    ASSERT_TRUE(registry_.enter(registered_entry(kUid, ppid), nobody).ok());
    EXPECT_EQ(keys(), (Keys{"cad0ac4d", "cad0ac4d-3933"}));
    ASSERT_TRUE(registry_.leave(kUid, nobody).ok());
    EXPECT_EQ(json(), base::parse_json(kTheirs).value());
  }
}

// B4-2: two unknown processes are not the same one.
TEST_F(SessionRegistryTest, AnEntryWithoutAProcessIsNotTakenForOurs) {
  write(R"({"version":"1.0","sessions":{"cad0ac4d":{"pid":7}}})");
  ASSERT_TRUE(registry_.enter(registered_entry(kUid, 0), nobody).ok());
  EXPECT_EQ(keys(), (Keys{"cad0ac4d", "cad0ac4d-3933"}));
}

// S4-9, S4-60: the other tool writes an entry anew, without what we added to it.
TEST_F(SessionRegistryTest, LeavingTakesOutAnEntryThatTheOtherToolWroteAnew) {
  write(kTheirs);
  ASSERT_TRUE(registry_.leave(kUid, nobody).ok());
  EXPECT_EQ(json()["sessions"], base::Json::object());
}

TEST_F(SessionRegistryTest, LeavingWithoutHavingEnteredChangesNothing) {
  ASSERT_TRUE(registry_.leave(kUid, nobody).ok());
  EXPECT_EQ(text(), "no file");
  EXPECT_FALSE(disk().exists(kRegistryLock));
  write(kForeign);
  ASSERT_TRUE(registry_.leave(kUid, nobody).ok());
  EXPECT_EQ(text(), kForeign);
}

// S4-42, S4-104
TEST_F(SessionRegistryTest, TheDeadAreDroppedByWhoeverWritesNext) {
  const auto dead = [](const RegistryEntry& entry) { return entry.ppid == 8; };
  write(kForeign);
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), dead).ok());
  EXPECT_EQ(keys(), Keys{"cad0ac4d"});
  EXPECT_EQ(json()["note"], "é");
  write(kForeign);
  ASSERT_TRUE(registry_.leave(kUid, dead).ok());
  EXPECT_EQ(keys(), Keys{});
}

TEST_F(SessionRegistryTest, WhoEntersIsNotAskedWhetherItIsDead) {
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  RegistryEntry later = registered_entry(kUid);
  later.started_at += 100;
  ASSERT_TRUE(registry_.enter(later, [](const RegistryEntry&) { return true; }).ok());
  ASSERT_EQ(keys(), Keys{"cad0ac4d"});
  EXPECT_EQ(registry_.list()[0].started_at, 1768728600);
  ASSERT_TRUE(registry_.enter(registered_entry("other"), nullptr).ok());
  EXPECT_EQ(keys(), (Keys{"cad0ac4d", "other"}));
}

// A dead session's short key is free again.
TEST_F(SessionRegistryTest, TheKeyOfADeadSessionIsGivenAnew) {
  write(kTheirs);
  ASSERT_TRUE(
      registry_
          .enter(registered_entry(kUid, 51), [](const RegistryEntry& e) { return e.ppid == 50; })
          .ok());
  EXPECT_EQ(keys(), Keys{"cad0ac4d"});
  EXPECT_EQ(registry_.list()[0].started_at, 1768728600);
}

// B4-4, SC-79, S4-23
TEST_F(SessionRegistryTest, AFileThatCannotBeParsedIsSetAsideAndNeverOverAnEarlierOne) {
  const std::string first = std::string(kRegistryFile) + ".corrupt-20260118T093000Z";
  int number = 0;
  for (const char* bad :
       {"{", "", "[]", "null", R"({"sessions":{}})", R"({"version":"1.0","sessions":[]})",
        "{\"version\":\"1.0\",\"a\":\xff}"}) {
    SCOPED_TRACE(bad);
    write(bad);
    EXPECT_TRUE(registry_.list().empty());
    EXPECT_EQ(text(), bad) << "Looking changes nothing.";
    ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
    EXPECT_EQ(keys(), Keys{"cad0ac4d"});
    EXPECT_EQ(disk().peek(first + (number == 0 ? "" : "-" + std::to_string(number))), bad);
    ++number;
  }
}

// B4-4
TEST_F(SessionRegistryTest, AVersionThatIsNotUnderstoodIsLeftAlone) {
  for (const char* newer :
       {R"({"version":"2.0","sessions":{}})", R"({"version":1,"sessions":[]})"}) {
    SCOPED_TRACE(newer);
    write(newer);
    EXPECT_TRUE(registry_.list().empty());
    EXPECT_EQ(registry_.enter(registered_entry(kUid), nobody).error().code, Code::unavailable);
    EXPECT_EQ(registry_.leave(kUid, nobody).error().code, Code::unavailable);
    EXPECT_EQ(text(), newer);
  }
}

// B4-5, SC-79
TEST_F(SessionRegistryTest, WhileAnotherHoldsTheLockNothingIsWritten) {
  write(kForeign);
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  const std::string before = text();
  const os::System system = machine_.system();
  const auto held =
      os::lock_file(system.files, system.clock, system.random, kRegistryLock, base::Millis{0});
  ASSERT_TRUE(held.ok());
  const auto start = system.clock.steady();
  EXPECT_EQ(registry_.enter(registered_entry("other"), nobody).error().code, Code::lock_timeout);
  EXPECT_LE(system.clock.steady() - start, std::chrono::milliseconds(2100));
  EXPECT_EQ(registry_.leave(kUid, nobody).error().code, Code::lock_timeout);
  EXPECT_EQ(text(), before);
}

TEST_F(SessionRegistryTest, WhereThereIsNoSuchHostNothingIsWritten) {
  FakeMachine bare;
  SessionRegistry registry(bare.system(), homes_);
  EXPECT_TRUE(registry.enter(registered_entry(kUid), nobody).ok());
  EXPECT_TRUE(registry.leave(kUid, nobody).ok());
  EXPECT_TRUE(registry.list().empty());
  EXPECT_TRUE(bare.files.all_files().empty());

  const Homes homeless;
  SessionRegistry nowhere(machine_.system(), homeless);
  EXPECT_TRUE(nowhere.enter(registered_entry(kUid), nobody).ok());
  EXPECT_EQ(disk().all_files().size(), 1U);
}

TEST_F(SessionRegistryTest, EntriesOfAnOddShapeAreReadAsFarAsTheyGoAndKept) {
  write(R"({"version":"1.0","sessions":{"cad0ac4d":7,"a":{"pid":"x","ppid":1e300,"branch":3,)"
        R"("last_active":6.9,"pid_start":-1,"uid":5},"b":null}})");
  const std::vector<RegistryEntry> entries = registry_.list();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].pid, 0);
  EXPECT_EQ(entries[0].ppid, 0);
  EXPECT_EQ(entries[0].branch, "");
  EXPECT_EQ(entries[0].last_active, 6);
  EXPECT_EQ(entries[0].pid_start, 0U);
  EXPECT_EQ(entries[0].uid, "");
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  EXPECT_EQ(keys(), (Keys{"a", "cad0ac4d-3933"}));
  EXPECT_EQ(json()["sessions"]["cad0ac4d"], 7);
  EXPECT_EQ(json()["sessions"]["a"]["ppid"], 1e300);
}

TEST_F(SessionRegistryTest, AnUnsafeIdIsRefused) {
  for (const char* uid : {"", "../x", "a b", "a\n"}) {
    EXPECT_EQ(registry_.enter(registered_entry(uid), nobody).error().code, Code::invalid_params);
    EXPECT_EQ(registry_.leave(uid, nobody).error().code, Code::invalid_params);
  }
  EXPECT_EQ(text(), "no file");
}

// A link in its place leads to somebody's dotfiles: those are what to change.
TEST_F(SessionRegistryTest, ALinkStaysALink) {
  disk().poke("/home/dev/dotfiles/sessions.json", kForeign);
  disk().make_link(kRegistryFile, "/home/dev/dotfiles/sessions.json");
  ASSERT_TRUE(registry_.enter(registered_entry(kUid), nobody).ok());
  EXPECT_EQ(disk().link_info(kRegistryFile)->kind, os::FileKind::link);
  EXPECT_EQ(keys(), (Keys{"beefbeef", "cad0ac4d"}));
  EXPECT_NE(disk().peek("/home/dev/dotfiles/sessions.json"), kForeign);
}

TEST_F(SessionRegistryTest, AFolderInItsPlaceIsAnErrorAndStays) {
  disk().poke(std::string(kRegistryFile) + "/x", "kept");
  EXPECT_EQ(registry_.enter(registered_entry(kUid), nobody).error().code, Code::io);
  EXPECT_TRUE(registry_.list().empty());
  EXPECT_EQ(disk().peek(std::string(kRegistryFile) + "/x"), "kept");
}

}  // namespace
}  // namespace store

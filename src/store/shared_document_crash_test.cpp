// The files that we share with the other tool, while the process is ended at every system call of a
// write in turn, and every call is made to fail in turn: the old bytes or the new ones stand
// afterwards, nothing reported as written is gone, and a bad file is kept.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/requirement_session.h"
#include "store/session_registry.h"
#include "store/test_crash.h"
#include "store/test_support.h"

namespace store {
namespace {

using os::Fault;

constexpr const char* kRegistry = "/home/dev/.claude/sessions.json";

bool enter(FakeMachine& machine) {
  const Homes homes = homes_of(machine.environment);
  RegistryEntry entry;
  entry.uid = kRun.text;
  entry.ppid = 50;
  return SessionRegistry(machine.system(), homes).enter(entry, nullptr).ok();
}

RequirementSession session(FakeMachine& machine) {
  return {machine.system(), kRequirementsFolder, "cad0ac4d"};
}

struct SharedWrite {
  const char* name;  // Words of letters.
  std::string file;
  std::string before;  // Empty: there is no file.
  bool (*run)(FakeMachine& machine);
  bool is_bad = false;  // What was there cannot be parsed: it is set aside.
};

const std::vector<SharedWrite>& shared_writes() {
  static const std::vector<SharedWrite> kWrites = {
      {"first entry", kRegistry, "", enter},
      {"another entry", kRegistry, R"({"version":"1.0","sessions":{"a":{"pid":1}}})", enter},
      {"entry in a bad file", kRegistry, "{", enter, true},
      {"leaving", kRegistry,
       R"({"version":"1.0","sessions":{"cad0ac4d":{"uid":")" + kRun.text + R"("}}})",
       [](FakeMachine& machine) {
         const Homes homes = homes_of(machine.environment);
         return SessionRegistry(machine.system(), homes).leave(kRun.text, nullptr).ok();
       }},
      {"first metrics", kMetricsFile, "",
       [](FakeMachine& machine) {
         const auto count = [](base::Json& json) { json["compaction_count"] = 1; };
         return session(machine).update_metrics(count).ok();
       }},
      {"metrics in a bad file", kMetricsFile, "[",
       [](FakeMachine& machine) {
         const auto count = [](base::Json& json) { json["compaction_count"] = 1; };
         return session(machine).update_metrics(count).ok();
       },
       true},
      {"pause", kPausedFile, "",
       [](FakeMachine& machine) {
         return session(machine).set_pause({.paused_at = "2026-01-18T09:30:00Z"}).ok();
       }},
      {"another pause", kPausedFile, "{\"reason\": \"manual\"}",
       [](FakeMachine& machine) {
         return session(machine).set_pause({.paused_at = "2026-01-18T09:30:00Z"}).ok();
       }},
      {"end of a pause", kPausedFile, "{\"reason\": \"manual\"}",
       [](FakeMachine& machine) { return session(machine).end_pause().ok(); }},
  };
  return kWrites;
}

void prepare(FakeMachine& machine, const SharedWrite& write) {
  machine.files.poke("/home/dev/.claude/settings.json", "{}");
  machine.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
  if (!write.before.empty()) machine.files.poke(write.file, write.before);
}

std::string bytes_of(FakeMachine& machine, const os::Path& path) {
  return machine.files.peek(path).value_or("");
}

// Whether the bad bytes are still there, under whatever name.
bool is_kept(FakeMachine& machine, const SharedWrite& write) {
  for (const os::Path& path : machine.files.all_files()) {
    if (path.native().starts_with(write.file) && bytes_of(machine, path) == write.before) {
      return true;
    }
  }
  return false;
}

void run_with(const SharedWrite& write, const std::string& after, Fault fault, End end) {
  SCOPED_TRACE("call " + std::to_string(fault.at_call) + ", end " +
               std::to_string(static_cast<int>(end)));
  FakeMachine machine;
  prepare(machine, write);
  machine.files.arm(fault);
  const bool written = write.run(machine);
  end_process(machine.files, end);
  const std::string found = bytes_of(machine, write.file);
  const bool is_old = found == write.before || (write.is_bad && found.empty());
  EXPECT_TRUE(found == after || (!written && is_old)) << found;
  EXPECT_TRUE(!write.is_bad || is_kept(machine, write)) << "B4-4";
  if (end == End::none) {
    for (const os::Path& path : machine.files.all_files()) {
      EXPECT_FALSE(path.filename().native().starts_with(".tmp-")) << path;
    }
  }
  // Whatever happened, the next one finds a way.
  EXPECT_TRUE(write.run(machine));
  EXPECT_EQ(bytes_of(machine, write.file), after);
}

class SharedDocumentCrashTest : public ::testing::TestWithParam<SharedWrite> {
 protected:
  SharedDocumentCrashTest() {
    FakeMachine machine;
    prepare(machine, GetParam());
    machine.files.reset_calls();
    CHECK(GetParam().run(machine));
    calls_ = machine.files.calls();
    after_ = bytes_of(machine, GetParam().file);
    CHECK(after_ != GetParam().before);
  }
  std::size_t calls_ = 0;
  std::string after_;
};

INSTANTIATE_TEST_SUITE_P(Of, SharedDocumentCrashTest, ::testing::ValuesIn(shared_writes()),
                         name_of_case<SharedWrite>);

// S4-3, SC-79
TEST_P(SharedDocumentCrashTest, AKillAtAnyCallLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call <= calls_; ++call) {
    run_with(GetParam(), after_, {Fault::Kind::crash, call}, End::kill);
  }
}

TEST_P(SharedDocumentCrashTest, APowerCutAtAnyCallLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call <= calls_; ++call) {
    run_with(GetParam(), after_, {Fault::Kind::crash, call}, End::power_cut);
  }
}

TEST_P(SharedDocumentCrashTest, AnErrorOfAnyCallLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call < calls_; ++call) {
    run_with(GetParam(), after_, {Fault::Kind::error, call}, End::none);
    run_with(GetParam(), after_, {Fault::Kind::error, call}, End::power_cut);
  }
}

TEST_P(SharedDocumentCrashTest, ADiskThatFillsUpLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call < calls_; ++call) {
    run_with(GetParam(), after_, {Fault::Kind::short_write, call}, End::none);
  }
}

}  // namespace
}  // namespace store

// Pins, mirrors and the archive, while the process is ended at every system call of a write in
// turn, and every call is made to fail in turn: nothing that was reported as saved is lost, no file
// is half written, and no session is in neither place, or in both after the next run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/test_continuity.h"
#include "store/test_crash.h"

namespace store {
namespace {

using os::Fault;
using ::testing::ElementsAre;

struct ContinuityWrite {
  const char* name;  // Words of letters.
  void (*prepare)(ContinuityMachine& machine);
  bool (*run)(ContinuityFiles& files);  // Whether it was reported as saved.
  // What a later process finds.
  void (*expect_sound)(ContinuityMachine& machine, bool saved);
};

void expect_pins(ContinuityMachine& machine, const std::vector<std::string>& before, bool saved) {
  const ContinuityFiles files(machine.system());
  const auto pins = files.pins.read();
  ASSERT_TRUE(pins.ok()) << pins.error().message;
  std::vector<std::string> after = before;
  after.emplace_back("new");
  const std::vector<std::string> found = contents_of(*pins);
  EXPECT_TRUE(found == after || (!saved && found == before)) << found.size();
  ASSERT_TRUE(files.pins.update({}, add_pin(pin_of("next"))).ok());
  EXPECT_EQ(files.pins.read()->size(), found.size() + 1);
}

void expect_mirror(ContinuityMachine& machine, const std::string& before, bool saved) {
  const ContinuityFiles files(machine.system());
  const auto state = files.mirrors.read(kSession);
  if (!state.ok()) {
    ASSERT_EQ(state.error().code, base::Code::not_found) << state.error().message;
    EXPECT_TRUE(!saved && before.empty());
  } else {
    ASSERT_EQ(state->hot_topics.size(), 1U);
    const std::string& topic = state->hot_topics[0];
    EXPECT_TRUE(topic == "new" || (!saved && topic == before)) << topic;
  }
  ASSERT_TRUE(files.mirrors.update(kSession, {}, set_topics({"next"})).ok());
  EXPECT_THAT(files.mirrors.read(kSession)->hot_topics, ElementsAre("next"));
}

int archived_lines(ContinuityMachine& machine, const std::string& session) {
  const ContinuityFiles files(machine.system());
  int count = 0;
  for (const os::Path& path : machine.files.all_files()) {
    if (path.parent_path() != files.places.archive) continue;
    const std::string text = *machine.files.peek(path);
    for (const std::string_view line : base::split(text, '\n')) {
      const auto json = base::parse_json(line);
      if (json.ok() && json->at("session_id") == session) ++count;
    }
  }
  return count;
}

void expect_archived(ContinuityMachine& machine, bool saved) {
  const ContinuityFiles files(machine.system());
  for (int number = 1; number <= 3; ++number) {
    const std::string session = session_number(number);
    const bool is_mirror = files.mirrors.read(session).ok();
    EXPECT_TRUE(is_mirror || files.mirrors.read_archived(session).ok()) << "in neither place";
    if (saved && number < 3) {
      EXPECT_TRUE(files.mirrors.read_archived(session).ok());
    }
  }
  const auto again = files.mirrors.archive(kBefore, kArchiveBefore);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(again->problems.empty());
  EXPECT_THAT(files.mirrors.list(), ElementsAre(session_number(3)));
  EXPECT_EQ(archived_lines(machine, session_number(1)), 1);
  EXPECT_EQ(archived_lines(machine, session_number(2)), 1);
  EXPECT_EQ(archived_lines(machine, session_number(3)), 0);
}

const std::vector<ContinuityWrite>& continuity_writes() {
  static const std::vector<ContinuityWrite> kWrites = {
      {"first pin", [](ContinuityMachine&) {},
       [](ContinuityFiles& files) { return files.pins.update({}, add_pin(pin_of("new"))).ok(); },
       [](ContinuityMachine& machine, bool saved) { expect_pins(machine, {}, saved); }},
      {"pin beside another",
       [](ContinuityMachine& machine) {
         CHECK(ContinuityFiles(machine.system()).pins.update({}, add_pin(pin_of("old"))).ok());
       },
       [](ContinuityFiles& files) { return files.pins.update({}, add_pin(pin_of("new"))).ok(); },
       [](ContinuityMachine& machine, bool saved) { expect_pins(machine, {"old"}, saved); }},
      {"pin in the place of garbage",
       [](ContinuityMachine& machine) {
         machine.put(ContinuityFiles(machine.system()).places.pins, "garbage");
       },
       [](ContinuityFiles& files) { return files.pins.update({}, add_pin(pin_of("new"))).ok(); },
       [](ContinuityMachine& machine, bool saved) {
         const ContinuityFiles files(machine.system());
         const auto pins = files.pins.read();
         if (!pins.ok()) {
           EXPECT_FALSE(saved);
           EXPECT_EQ(machine.files.peek(files.places.pins), "garbage");
         } else {
           EXPECT_TRUE(!saved || contents_of(*pins) == std::vector<std::string>{"new"});
           EXPECT_EQ(machine.files.peek(files.places.pins.native() + ".corrupt-20260118T093000Z"),
                     "garbage");
         }
       }},
      {"first mirror", [](ContinuityMachine&) {},
       [](ContinuityFiles& files) {
         return files.mirrors.update(kSession, {.sync = true}, set_topics({"new"})).ok();
       },
       [](ContinuityMachine& machine, bool saved) { expect_mirror(machine, "", saved); }},
      {"mirror",
       [](ContinuityMachine& machine) {
         const ContinuityFiles files(machine.system());
         CHECK(files.mirrors.update(kSession, {.sync = true}, set_topics({"old"})).ok());
       },
       [](ContinuityFiles& files) {
         return files.mirrors.update(kSession, {.sync = true}, set_topics({"new"})).ok();
       },
       [](ContinuityMachine& machine, bool saved) { expect_mirror(machine, "old", saved); }},
      {"archive",
       [](ContinuityMachine& machine) {
         const ContinuityFiles files(machine.system());
         const auto end = [&](int number, const char* at) {
           CHECK(files.mirrors.update(session_number(number), {.sync = true}, end_at(at)).ok());
         };
         end(1, "2025-11-30T10:00:00.000Z");
         end(2, "2025-11-29T10:00:00.000Z");
         end(3, "2026-01-01T10:00:00.000Z");
       },
       [](ContinuityFiles& files) {
         const auto done = files.mirrors.archive(kBefore, kArchiveBefore);
         return done.ok() && done->problems.empty();
       },
       [](ContinuityMachine& machine, bool saved) { expect_archived(machine, saved); }},
  };
  return kWrites;
}

std::size_t calls_of(const ContinuityWrite& write) {
  ContinuityMachine machine;
  write.prepare(machine);
  ContinuityFiles files(machine.system());
  machine.files.reset_calls();
  CHECK(write.run(files));
  return machine.files.calls();
}

void run_with(const ContinuityWrite& write, Fault fault, End end) {
  SCOPED_TRACE(std::string(write.name) + ", call " + std::to_string(fault.at_call) + ", end " +
               std::to_string(static_cast<int>(end)));
  ContinuityMachine machine;
  write.prepare(machine);
  bool saved = false;
  {
    ContinuityFiles files(machine.system());
    machine.files.arm(fault);
    saved = write.run(files);
  }
  end_process(machine.files, end);
  write.expect_sound(machine, saved);
}

class ContinuityCrashTest : public ::testing::TestWithParam<ContinuityWrite> {};

INSTANTIATE_TEST_SUITE_P(Of, ContinuityCrashTest, ::testing::ValuesIn(continuity_writes()),
                         name_of_case<ContinuityWrite>);

// B3-26, B3-27
TEST_P(ContinuityCrashTest, AKillAtAnyCallLosesNothing) {
  const std::size_t calls = calls_of(GetParam());
  ASSERT_GT(calls, 8U);
  for (std::size_t call = 0; call <= calls; ++call) {
    run_with(GetParam(), {Fault::Kind::crash, call}, End::kill);
  }
}

// B3-26, B3-27, S3-125
TEST_P(ContinuityCrashTest, APowerCutAtAnyCallLosesNothing) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call <= calls; ++call) {
    run_with(GetParam(), {Fault::Kind::crash, call}, End::power_cut);
  }
}

// S3-123
TEST_P(ContinuityCrashTest, AnErrorOfAnyCallLosesNothing) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call < calls; ++call) {
    run_with(GetParam(), {Fault::Kind::error, call}, End::none);
    run_with(GetParam(), {Fault::Kind::error, call}, End::power_cut);
  }
}

TEST_P(ContinuityCrashTest, AFullDiskLosesNothing) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call < calls; ++call) {
    run_with(GetParam(), {Fault::Kind::short_write, call}, End::none);
    run_with(GetParam(), {Fault::Kind::short_write, call}, End::kill);
  }
}

}  // namespace
}  // namespace store

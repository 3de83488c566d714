#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "store/journal.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Json;
using os::Fault;

NewEvent numbered_event(int number) {
  return {"state", "cli", base::JsonBox(Json{{"number", number}})};
}

// A machine whose journal has `lines` synced lines; the calls of the next append are counted.
struct Attempt {
  explicit Attempt(int lines) {
    TestStore store(machine.system());
    for (int number = 1; number <= lines; ++number) {
      CHECK(store.journal.append(kRun, numbered_event(number), {.sync = true}).ok());
    }
    machine.files.reset_calls();
  }

  bool append() {
    TestStore store(machine.system());
    return store.journal.append(kRun, numbered_event(100), {.sync = true}).ok();
  }

  std::vector<int> numbers() {
    TestStore store(machine.system());
    std::vector<int> all;
    CHECK(store.journal
              .read(kRun, 0,
                    [&](const model::JournalEvent& one) {
                      if (one.kind == "state") all.push_back(one.payload.get()["number"]);
                      return true;
                    })
              .ok());
    return all;
  }

  // No line lost, none twice, and the next writer goes on as if nothing had been.
  void expect_whole(int lines, bool appended) {
    std::vector<int> expected;
    for (int number = 1; number <= lines; ++number) expected.push_back(number);
    std::vector<int> with = expected;
    with.push_back(100);
    const std::vector<int> found = numbers();
    EXPECT_TRUE(found == with || (!appended && found == expected));
    TestStore store(machine.system());
    ASSERT_TRUE(store.journal.append(kRun, numbered_event(200), {.sync = true}).ok());
    EXPECT_EQ(numbers().back(), 200);
    EXPECT_EQ(numbers().size(), found.size() + 1);
    EXPECT_TRUE(store.journal.verify(kRun, std::nullopt).value().empty());
  }

  FakeMachine machine;
};

std::size_t calls_of_append(int lines) {
  Attempt attempt(lines);
  CHECK(attempt.append());
  return attempt.machine.files.calls();
}

TEST(JournalCrashTest, NoLineIsLostWhereverAnAppendIsCutShort) {
  for (const int lines : {0, 2}) {
    const std::size_t calls = calls_of_append(lines);
    ASSERT_GT(calls, 4U);
    for (std::size_t call = 0; call < calls; ++call) {
      SCOPED_TRACE(std::to_string(lines) + " lines, call " + std::to_string(call));
      Attempt killed(lines);
      killed.machine.files.arm({Fault::Kind::crash, call});
      const bool appended = killed.append();
      killed.machine.files.kill();
      killed.expect_whole(lines, appended);

      Attempt cut(lines);
      cut.machine.files.arm({Fault::Kind::crash, call});
      const bool saved = cut.append();
      cut.machine.files.crash();
      cut.expect_whole(lines, saved);
    }
  }
}

TEST(JournalCrashTest, NoLineIsLostWhereverAnAppendFails) {
  for (const Fault::Kind kind : {Fault::Kind::error, Fault::Kind::short_write}) {
    for (const int lines : {0, 2}) {
      const std::size_t calls = calls_of_append(lines);
      for (std::size_t call = 0; call < calls; ++call) {
        SCOPED_TRACE(std::to_string(lines) + " lines, call " + std::to_string(call));
        Attempt attempt(lines);
        attempt.machine.files.arm({kind, call});
        const bool appended = attempt.append();
        attempt.machine.files.disarm();
        attempt.expect_whole(lines, appended);
      }
    }
  }
}

// A line that was appended and synced survives a power cut that comes at any later time.
TEST(JournalCrashTest, ASyncedLineSurvivesAPowerCut) {
  Attempt attempt(3);
  TestStore store(attempt.machine.system());
  ASSERT_TRUE(store.journal.append(kRun, numbered_event(4), {.sync = false}).ok());
  attempt.machine.files.crash();
  attempt.expect_whole(3, /*appended=*/false);
}

// Two processes on the disk of this machine: every number once and no gap.
TEST(JournalCrashTest, WritersOfTwoProcessesShareOneChain) {
  constexpr int kLines = 200;
  RealMachine machine;
  const auto write = [&](int writer) {
    TestStore store(machine.system(), machine.place());
    for (int i = 0; i < kLines; ++i) {
      const NewEvent one{"gate", "hook", base::JsonBox(Json{{"writer", writer}, {"i", i}})};
      if (!store.journal.append(kRun, one, {.lock_timeout = base::Millis{60'000}}).ok()) {
        ::_exit(1);
      }
    }
  };
  {
    os::ChildProcess first([&] { write(1); });
    os::ChildProcess second([&] { write(2); });
    EXPECT_EQ(first.wait(), 0);
    EXPECT_EQ(second.wait(), 0);
  }
  TestStore store(machine.system(), machine.place());
  std::map<int, int> next;
  std::uint64_t seq = 0;
  ASSERT_TRUE(store.journal
                  .read(kRun, 0,
                        [&](const model::JournalEvent& one) {
                          EXPECT_EQ(one.seq, ++seq);
                          EXPECT_EQ(one.payload.get()["i"], next[one.payload.get()["writer"]]++);
                          return true;
                        })
                  .ok());
  EXPECT_EQ(seq, 2U * kLines);
  EXPECT_TRUE(store.journal.verify(kRun, std::nullopt).value().empty());
}

}  // namespace
}  // namespace store

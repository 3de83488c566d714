#include "policy/lease.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace policy {
namespace {

constexpr std::int64_t kNowMs = 1'768'728'600'000;
constexpr base::Millis kLimit{15 * 60 * 1000};

base::Instant now_plus(std::int64_t offset_ms) {
  return base::Instant(base::Millis(kNowMs + offset_ms));
}

model::Run run_held_by(const char* host, const char* boot, std::int64_t heartbeat_offset_ms) {
  model::Run run;
  run.owner = model::Lease{.host = host, .boot_id = boot, .pid = 42, .pid_start = 777, .extra = {}};
  run.heartbeat_at = base::to_iso(now_plus(heartbeat_offset_ms));
  return run;
}

LeaseView view_with(std::optional<std::uint64_t> pid_start) {
  return {.this_host = "here", .this_boot_id = "b1", .pid_start = pid_start, .now = now_plus(0)};
}

TEST(LeaseTest, TheTruthTable) {
  // C-11, SC-66
  const std::int64_t fresh = -1;
  const std::int64_t stale = -kLimit.count();
  struct Row {
    const char* what;
    const char* host;
    const char* boot;
    std::int64_t heartbeat;
    std::optional<std::uint64_t> pid_start;
    Liveness expected;
  };
  const Row rows[] = {
      {"same process, fresh", "here", "b1", fresh, 777, Liveness::live},
      {"same process, however old the heartbeat", "here", "b1", stale * 100, 777, Liveness::live},
      {"the pid was given to another", "here", "b1", fresh, 778, Liveness::dead},
      {"no process has the pid", "here", "b1", fresh, std::nullopt, Liveness::dead},
      {"the machine was started again", "here", "b0", fresh, 777, Liveness::dead},
      {"this boot is not known: fresh", "here", "", fresh, std::nullopt, Liveness::live},
      {"this boot is not known: stale", "here", "", stale, 777, Liveness::unknown},
      {"another machine, fresh", "there", "b9", fresh, std::nullopt, Liveness::live},
      {"another machine, just within", "there", "b9", stale + 1, std::nullopt, Liveness::live},
      {"another machine, at the limit", "there", "b9", stale, std::nullopt, Liveness::unknown},
      {"another machine, same numbers", "there", "b1", stale, 777, Liveness::unknown},
      {"another machine, from the future", "there", "b9", 999'999, std::nullopt, Liveness::live},
      {"nobody's machine", "", "b1", stale, 777, Liveness::unknown},
  };
  for (const Row& row : rows) {
    const model::Run run = run_held_by(row.host, row.boot, row.heartbeat);
    EXPECT_EQ(liveness_of(run, view_with(row.pid_start)), row.expected) << row.what;
  }
}

TEST(LeaseTest, WithoutAnOwnerTheHeartbeatSpeaks) {
  model::Run run = run_held_by("here", "b1", -1);
  run.owner.reset();
  EXPECT_EQ(liveness_of(run, view_with(777)), Liveness::live);
  run.heartbeat_at = base::to_iso(now_plus(-kLimit.count()));
  EXPECT_EQ(liveness_of(run, view_with(777)), Liveness::unknown);
  run.heartbeat_at = "not a time";
  EXPECT_EQ(liveness_of(run, view_with(777)), Liveness::unknown);
  run.heartbeat_at.clear();
  EXPECT_EQ(liveness_of(run, view_with(777)), Liveness::unknown);
}

TEST(LeaseTest, ACopyIsHeardOfWithinTheLimitOnBothSidesOfNow) {
  const base::Instant now = *base::instant_from_iso("2026-01-18T10:00:00.000Z");
  struct Row {
    const char* at;
    bool heard;
  };
  for (const Row& row :
       {Row{"2026-01-18T09:45:00.001Z", true}, Row{"2026-01-18T09:45:00.000Z", false},
        Row{"2026-01-18T10:14:59.999Z", true}, Row{"2026-01-18T10:15:00.000Z", false},
        Row{"2099-01-01T00:00:00.000Z", false}, Row{"", false}, Row{"soon", false}}) {
    EXPECT_EQ(is_heard_of(row.at, now, std::chrono::minutes(15)), row.heard) << row.at;
  }
}

TEST(LeaseTest, AnEndedRunIsDeadWhateverElseIsSeen) {
  for (const char* host : {"here", "there"}) {
    model::Run run = run_held_by(host, "b1", -1);
    run.ended_at = base::to_iso(now_plus(-5));
    EXPECT_EQ(liveness_of(run, view_with(777)), Liveness::dead) << host;
  }
}

TEST(LeaseTest, AnotherMachinesRunIsNeverCalledDead) {
  // B3-2
  EXPECT_TRUE(rc::check("whatever is seen", [](std::int32_t heartbeat, std::uint64_t pid_start) {
    const model::Run run = run_held_by("there", "b1", heartbeat);
    RC_ASSERT(liveness_of(run, view_with(pid_start)) != Liveness::dead);
  }));
}

}  // namespace
}  // namespace policy

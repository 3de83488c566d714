// A journal that is fed in the calls that the engine makes, for tests.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "index/postgres/test_postgres.h"

namespace indexing {

class FeedTest : public ::testing::Test {
 protected:
  static constexpr const char* kProject = "aaaaaaaaaaaaaaaa";
  static constexpr std::int64_t kStartMs = 1'768'728'600'000;  // 2026-01-18

  static void must(const base::Result<void>& result) {
    ASSERT_TRUE(result.ok()) << result.error().message;
  }
  std::unique_ptr<Index> open(const std::string& machine = "machine-1") {
    auto index = open_postgres_index(database_.options(machine));
    EXPECT_TRUE(index.ok()) << (index.ok() ? "" : index.error().message);
    return index.ok() ? *std::move(index) : nullptr;
  }
  // The whole of a journal of one run, in the calls that the engine makes; false at the first
  // error.
  static bool feed(
      Batch& batch, const std::string& run, int first, int last,
      const std::function<void()>& between = [] {}) {
    const auto ok = [&](const base::Result<void>& result) {
      between();
      return result.ok();
    };
    if (!ok(batch.put(ProjectRow{.id = kProject, .root = "/r", .name = "api"}))) return false;
    if (!ok(batch.put_journal_only({.uid = run,
                                    .project_id = kProject,
                                    .started_at = "2026-01-18",
                                    .heartbeat_at = "2026-01-18",
                                    .trust = std::string(kJournalOnly)}))) {
      return false;
    }
    for (int line = first; line <= last; ++line) {
      const std::string hash = run + std::to_string(line);
      if (!ok(batch.put_event({.number = static_cast<std::uint64_t>(line),
                               .millis = kStartMs + line * 1000,
                               .at = "2026-01-18T09:30:00.000Z",
                               .project_id = kProject,
                               .run_uid = run,
                               .kind = "tool",
                               .actor = "hook",
                               .payload = "{}",
                               .prev_hash = {},
                               .hash = hash}))) {
        return false;
      }
      if (!ok(batch.put_log({.agent_id = run, .type = "tool", .at = "x"}))) return false;
      if (!ok(batch.put(DenialRow{
              .project_id = kProject, .run_uid = run, .line = static_cast<std::uint64_t>(line)}))) {
        return false;
      }
    }
    if (!ok(batch.put_activity(run, LastToolRow{.tool = "Edit", .at = "2026"}))) return false;
    return ok(batch.put(FileMark{.project_id = kProject,
                                 .kind = "journal",
                                 .name = run,
                                 .offset = static_cast<std::uint64_t>(last)}));
  }
  // What is there of a machine: events, logs, denials, and what was counted.
  std::string state(const std::string& machine = "machine-1") {
    return database_.value(
        "SELECT (SELECT count(*) FROM events WHERE machine='" + machine +
        "') || ' ' || (SELECT count(*) FROM agent_logs WHERE machine='" + machine +
        "') || ' ' || (SELECT count(*) FROM denials WHERE machine='" + machine +
        "') || ' ' || (SELECT coalesce(sum(denials), 0) FROM run_activity WHERE machine='" +
        machine + "')");
  }

  TestDatabase database_;
};

}  // namespace indexing

// What an index in PostgreSQL costs: feeding events through batches into a server of its own, which
// keeps them safe as it does by default, and the pages of lists at two sizes.
//
//   fleet_bench [--quick] [--check]
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/time.h"
#include "bench/report.h"
#include "bench/temporary_folder.h"
#include "bench/throwaway_postgres.h"
#include "index/postgres/connection.h"
#include "index/postgres/postgres_index.h"

namespace {

using Clock = std::chrono::steady_clock;
using indexing::Batch;

constexpr std::size_t kEventsOfRun = 500;
constexpr std::size_t kRunsOfBatch = 40;
constexpr std::size_t kMachines = 10;
constexpr std::size_t kProjects = 40;
constexpr double kEventsMin = 20'000;  // A second.
constexpr double kPageMsMax = 20;

std::string project_id(std::size_t number) {
  return "project" + std::to_string(100'000'000 + number);
}
std::string run_id(std::size_t number) {
  return "7d1054b6-2839-4e27-bcef-" + std::to_string(100'000'000'000 + number);
}

// As journals have them: every second line is a decision of the gate, the others are calls.
void tell_line(Batch& batch, const std::string& run, const std::string& project,
               const std::string& agent, std::size_t line, base::Instant at) {
  static const std::string hash(64, 'a');
  const std::string time = base::to_iso(at);
  const bool is_gate = line % 2 == 0;
  const bool is_denied = line % 100 == 0;
  const bool is_prompt = line % 41 == 0 && !is_gate;
  std::string payload = "{\"tool\":\"Edit\",\"call\":\"toolu_0000000000" + std::to_string(line) +
                        (is_gate ? "\",\"allowed\":true,\"rule\":\"allowed\",\"mode\":\"coding\","
                                   "\"targets\":[\"src/engine/part.cpp\"]}"
                                 : "\",\"duration_ms\":17}");
  CHECK(batch
            .put_event({.number = line,
                        .millis = at.time_since_epoch().count(),
                        .at = time,
                        .project_id = project,
                        .run_uid = run,
                        .kind = is_gate     ? "gate"
                                : is_prompt ? "prompt"
                                            : "tool",
                        .actor = "hook",
                        .payload = payload,
                        .prev_hash = hash,
                        .hash = hash})
            .ok());
  if (!is_gate) {
    CHECK(batch
              .put_log({.agent_id = agent,
                        .sdk_session_id = run,
                        .category = "hook",
                        .type = is_prompt ? "prompt" : "tool",
                        .payload = payload,
                        .summary = "ok",
                        .tool = "Edit",
                        .entry_index = line,
                        .at = time,
                        .duration_ms = 17})
              .ok());
  }
  if (is_denied) {
    CHECK(batch
              .put(indexing::DenialRow{.project_id = project,
                                       .run_uid = run,
                                       .line = line,
                                       .at = time,
                                       .tool = "Edit",
                                       .rule = "mode_table",
                                       .message = "Not in this mode.",
                                       .next_step = "Change the mode."})
              .ok());
  }
  if (is_prompt) {
    CHECK(batch
              .put_event_document({.kind = "prompt",
                                   .project_id = project,
                                   .owner = run,
                                   .part = std::to_string(line),
                                   .title = {},
                                   .body = "please look at part " + std::to_string(line) +
                                           " and make it quicker without changing what it says",
                                   .at = time})
              .ok());
  }
}

void tell_run(Batch& batch, std::size_t number) {
  const std::string run = run_id(number);
  const std::string project = project_id(number % kProjects);
  const std::string agent = indexing::agent_id(run, "");
  const base::Instant start{
      base::Millis{1'752'000'000'000 + static_cast<std::int64_t>(number) * 600'000}};
  CHECK(batch.agent(agent).ok());
  for (std::size_t line = 1; line <= kEventsOfRun; ++line) {
    tell_line(batch, run, project, agent, line,
              start + base::Millis{static_cast<std::int64_t>(line) * 1200});
  }
  CHECK(batch.put(indexing::AgentRow{.id = agent, .run_uid = run, .role = "main"}).ok());
  CHECK(batch.put_activity(run, indexing::LastToolRow{.tool = "Edit", .at = base::to_iso(start)})
            .ok());
  CHECK(batch
            .put(indexing::RunRow{
                .uid = run,
                .project_id = project,
                .mode = "coding",
                .started_at = base::to_iso(start),
                .ended_at = number % 50 == 0 ? "" : base::to_iso(start + std::chrono::minutes(10)),
                .host = "machine",
                .heartbeat_at = base::to_iso(start),
                .channel = "claude-code",
                .trust = "verified"})
            .ok());
  CHECK(batch
            .put(indexing::FileMark{
                .project_id = project, .kind = "journal", .name = run, .offset = 1})
            .ok());
}

indexing::OpenPostgres options_of(const bench::ThrowawayPostgres& server, std::size_t machine) {
  return {.url = server.url(),
          .machine = "machine-" + std::to_string(machine),
          .machine_name = "machine " + std::to_string(machine),
          .now = "2026-01-18T09:30:00.000Z",
          .reads = indexing::OpenPostgres::Reads::all};
}

// Feeds runs up to `events`; gives events a second.
double feed(const bench::ThrowawayPostgres& server, std::size_t& runs, std::size_t events) {
  std::vector<std::unique_ptr<indexing::Index>> machines;
  for (std::size_t i = 0; i < kMachines; ++i) {
    machines.push_back(*indexing::open_postgres_index(options_of(server, i)));
  }
  const std::size_t before = runs;
  const auto started = Clock::now();
  for (std::size_t turn = 0; runs * kEventsOfRun < events; ++turn) {
    auto batch = machines[turn % kMachines]->begin();
    CHECK(batch.ok());
    for (std::size_t i = 0; i < kProjects && turn < kMachines; ++i) {
      CHECK((*batch)->put(indexing::ProjectRow{.id = project_id(i), .name = project_id(i)}).ok());
    }
    for (std::size_t i = 0; i < kRunsOfBatch; ++i) tell_run(**batch, runs++);
    const auto committed = (*batch)->commit();
    if (!committed.ok()) std::fprintf(stderr, "%s\n", committed.error().message.c_str());
    CHECK(committed.ok());
  }
  const std::chrono::duration<double> seconds = Clock::now() - started;
  return static_cast<double>((runs - before) * kEventsOfRun) / seconds.count();
}

// What a server does by itself within a minute: without it a search for a common word is planned as
// one for a rare word, and takes ten times as long. That minute is not what is measured here.
void look_at_tables(const bench::ThrowawayPostgres& server) {
  const auto connection =
      indexing::Connection::open({.url = server.url(), .schema = options_of(server, 0).schema});
  CHECK(connection.ok());
  CHECK((*connection)->execute("ANALYZE").ok());
}

struct Page {
  const char* name;
  std::function<bool(indexing::Lists&, std::size_t)> ask;
};

double p95_ms(indexing::Lists& lists, const Page& page) {
  constexpr std::size_t kTimes = 200;
  constexpr double kPart = 0.95;
  constexpr double kNsOfMs = 1e6;
  std::vector<std::chrono::nanoseconds> times;
  for (std::size_t i = 0; i < kTimes; ++i) {
    const auto started = Clock::now();
    CHECK(page.ask(lists, i));
    times.push_back(Clock::now() - started);
  }
  return static_cast<double>(bench::percentile(std::move(times), kPart).count()) / kNsOfMs;
}

std::vector<Page> pages(std::size_t runs) {
  const auto cursor = [runs](std::size_t i) {
    const std::size_t number = (i * 7919) % runs;
    const base::Instant start{
        base::Millis{1'752'000'000'000 + static_cast<std::int64_t>(number) * 600'000}};
    return indexing::RunCursor{base::to_iso(start), run_id(number), ""};
  };
  using indexing::Lists;
  return {
      {"runs, first page", [](Lists& lists, std::size_t) { return lists.runs({}).ok(); }},
      {"runs, any page",
       [cursor](Lists& lists, std::size_t i) { return lists.runs({.after = cursor(i)}).ok(); }},
      {"runs of a project, any page",
       [cursor](Lists& lists, std::size_t i) {
         return lists.runs({.project = project_id(i % kProjects), .after = cursor(i)}).ok();
       }},
      {"open runs, any page",
       [cursor](Lists& lists, std::size_t i) {
         return lists.runs({.standing = indexing::RunStanding::open, .after = cursor(i)}).ok();
       }},
      {"denials, first page", [](Lists& lists, std::size_t) { return lists.denials({}).ok(); }},
      {"denials of a project",
       [](Lists& lists, std::size_t i) {
         return lists.denials({.project = project_id(i % kProjects)}).ok();
       }},
      {"faults", [](Lists& lists, std::size_t) { return lists.faults(50).ok(); }},
      {"search, a word of every prompt",
       [](Lists& lists, std::size_t) { return lists.search({.text = "quicker"}).ok(); }},
  };
}

}  // namespace

int main(int argc, char** argv) {
  bool is_quick = false;
  bool is_checked = false;
  for (int i = 1; i < argc; ++i) {
    is_quick = is_quick || std::string_view(argv[i]) == "--quick";
    is_checked = is_checked || std::string_view(argv[i]) == "--check";
  }
  const std::array<std::size_t, 2> sizes = is_quick
                                               ? std::array<std::size_t, 2>{100'000, 400'000}
                                               : std::array<std::size_t, 2>{1'000'000, 10'000'000};
  const auto folder = bench::TemporaryFolder::create();
  CHECK(folder.ok());
  const bench::ThrowawayPostgres server(folder->path());
  std::size_t runs = 0;
  bool is_good = true;
  for (const std::size_t size : sizes) {
    const double rate = feed(server, runs, size);
    is_good = is_good && rate >= kEventsMin;
    std::printf("%-34s %10.0f events/s  (must %.0f)\n",
                ("feed to " + std::to_string(runs * kEventsOfRun)).c_str(), rate, kEventsMin);
    look_at_tables(server);
    const auto lists = indexing::open_postgres_lists(options_of(server, 0));
    CHECK(lists.ok());
    for (const Page& page : pages(runs)) {
      const double ms = p95_ms(**lists, page);
      is_good = is_good && ms <= kPageMsMax;
      std::printf("  %-32s %10.2f ms p95   (must %.0f)\n", page.name, ms, kPageMsMax);
    }
    std::fflush(stdout);
  }
  return is_checked && !is_good ? 1 : 0;
}

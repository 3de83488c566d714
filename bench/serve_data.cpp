// An index of many runs, without the files that it would be made from: serve_data HOME RUNS
// It lies where the server looks for it, HOLDFAST_INDEX_PATH or HOME/.local/share/holdfast. What a
// run has follows from its number, so that two calls make the same but for the time of the last
// one, which is now.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/text.h"
#include "base/time.h"
#include "bench/index_data.h"
#include "index/sqlite/batch.h"
#include "index/sqlite/schema.h"
#include "index/sqlite/sqlite_index.h"

namespace {

namespace fs = std::filesystem;
using indexing::Batch;

constexpr std::size_t kProjects = 40;
constexpr std::size_t kRunsOfReport = 100'000;
constexpr std::size_t kRunsOfWork = 50;
constexpr std::int64_t kSpanMs = 2LL * 365 * 24 * 3600 * 1000;
constexpr std::int64_t kSpacingMaxMs = 15LL * 60 * 1000;

constexpr std::array<const char*, 5> kTools{"Bash", "Edit", "Read", "Write", "Grep"};
constexpr std::array<const char*, 4> kModes{"coding", "planning", "review", "testing"};
constexpr std::array<const char*, 4> kPhases{"spec", "plan", "build", "docs"};

template <typename T>
void must(const base::Result<T>& result) {
  if (result.ok()) return;
  std::fprintf(stderr, "serve_data: %s\n", result.error().message.c_str());
  std::exit(1);
}

// Numbers that look like chance and are not.
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15ULL;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9ULL;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBULL;
  return number ^ (number >> 31);
}

std::string run_id(std::size_t number) {
  return base::uuid_from_name({"serve_data", std::to_string(number)});
}

class Data {
 public:
  Data(std::size_t runs, base::Instant now)
      : runs_(runs),
        now_(now),
        spacing_(std::min<std::int64_t>(
            kSpacingMaxMs, kSpanMs / static_cast<std::int64_t>(std::max<std::size_t>(runs, 1)))) {}

  void put_projects(Batch& batch) const {
    for (std::size_t i = 0; i < kProjects; ++i) {
      const std::string root = "/home/dev/project-" + bench::number_text(i, 2);
      must(batch.put(indexing::ProjectRow{.id = bench::project_id(i),
                                          .root = root,
                                          .git_common_dir = root + "/.git",
                                          .name = "project-" + bench::number_text(i, 2),
                                          .working_dir = root,
                                          .created_at = base::to_iso(now_)}));
    }
  }

  void put_run(Batch& batch, std::size_t number) const {
    const std::uint64_t chance = mixed(number);
    const std::string uid = run_id(number);
    const std::size_t project = project_of(number);
    const base::Instant start = started(number);
    indexing::RunRow row;
    row.uid = uid;
    row.project_id = bench::project_id(project);
    row.note_id = "session-" + uid;
    row.version = static_cast<std::int64_t>(chance % 40 + 1);
    row.signature = std::string(64, 'a');
    row.mode = kModes[chance % kModes.size()];
    row.started_at = base::to_iso(start);
    const base::Instant end = std::min(now_, start + std::chrono::minutes(chance % 90 + 1));
    row.heartbeat_at = base::to_iso(end);
    const bool is_among_the_last = number + 5 >= runs_;
    if (chance % 50 != 0 && !is_among_the_last) {
      row.ended_at = row.heartbeat_at;
      row.end_reason = "prompt_input_exit";
    }
    if (is_among_the_last) row.heartbeat_at = base::to_iso(now_);
    row.host = "elsewhere";
    row.boot_id = "0b9a1d52-7c3e-4f60-8a2b-5d6e7f80" + bench::number_text(number / 1000 % 1000, 4);
    row.pid = static_cast<std::int64_t>(chance % 30'000 + 100);
    row.pid_start = std::to_string(chance % 1'000'000);
    row.channel = "claude-code";
    row.branch = "feature/" + bench::number_text(number % 400, 3);
    row.worktree = "/home/dev/project-" + bench::number_text(project, 2);
    row.transcript = row.worktree + "/" + uid + ".jsonl";
    if (chance % 3 == 0) row.work_slug = slug(number / kRunsOfWork);
    row.trust = chance % 2000 == 1 ? "SIGNATURE_INVALID" : "verified";
    must(batch.put(row));
    put_agent(batch, row, chance);
    put_activity(batch, row, number, start);
  }

  void put_work(Batch& batch) const {
    for (std::size_t i = 0; i * kRunsOfWork < runs_; ++i) {
      const std::size_t project = project_of(i * kRunsOfWork);
      indexing::WorkRow row;
      row.project_id = bench::project_id(project);
      row.slug = slug(i);
      row.id = indexing::work_id(row.project_id, row.slug);
      row.title = "Piece of work " + std::to_string(i);
      row.description = "Make part " + std::to_string(i % 97) + " of it quicker";
      row.type = "full";
      row.phase = kPhases[mixed(i) % kPhases.size()];
      row.status = mixed(i) % 5 == 0 ? "active" : "complete";
      row.session_dir = "/home/dev/project-" + bench::number_text(project, 2) + "/" + row.slug;
      row.git_branch = "feature/" + bench::number_text(i % 400, 3);
      row.checkpoints_total = 5;
      row.checkpoints_completed = static_cast<std::int64_t>(mixed(i) % 6);
      row.updated_at = row.created_at = base::to_iso(started(i * kRunsOfWork));
      must(batch.put(row, {}));
    }
  }

  // What hosts keep of transcripts is of the last weeks.
  void put_costs(Batch& batch) const {
    constexpr std::size_t kRunsMax = 100'000;
    std::vector<indexing::UsageRow> rows;
    for (std::size_t i = runs_ > kRunsMax ? runs_ - kRunsMax : 0; i < runs_; ++i) {
      const std::uint64_t chance = mixed(i);
      rows.push_back({.run_uid = run_id(i),
                      .agent = {},
                      .model = {},
                      .input_tokens = static_cast<std::int64_t>(chance % 1'000'000),
                      .output_tokens = static_cast<std::int64_t>(chance % 50'000),
                      .cost = static_cast<double>(chance % 500) / 100});
    }
    must(batch.set_usage(rows));
  }

 private:
  static std::size_t project_of(std::size_t number) { return mixed(number / 7) % kProjects; }
  static std::string slug(std::size_t number) {
    return "2026-02-14_piece_" + bench::number_text(number, 6);
  }
  base::Instant started(std::size_t number) const {
    return now_ - base::Millis(spacing_ * static_cast<std::int64_t>(runs_ - number));
  }

  static void put_agent(Batch& batch, const indexing::RunRow& run, std::uint64_t chance) {
    indexing::AgentRow agent;
    agent.id = indexing::agent_id(run.uid, "");
    agent.run_uid = run.uid;
    agent.role = agent.name = "main";
    agent.status = run.ended_at.empty() ? "executing" : "complete";
    agent.sdk_session_id = run.uid;
    agent.session_slug = run.work_slug;
    agent.created_at = agent.started_at = run.started_at;
    agent.model = chance % 4 == 0 ? "claude-haiku-4-5" : "claude-sonnet-4-5";
    must(batch.put(agent));
  }

  // Events are many in life; here only what a list shows has one.
  void put_activity(Batch& batch, const indexing::RunRow& run, std::size_t number,
                    base::Instant start) const {
    const std::uint64_t chance = mixed(number + runs_);
    const std::size_t denials = chance % 10 == 0 ? chance % 3 + 1 : 0;
    for (std::size_t i = 0; i < denials; ++i) put_denial(batch, run, i + 1, start);
    if (chance % 100 == 0) put_fault(batch, run, denials + 1, start);
    const std::string tool = kTools[chance % kTools.size()];
    must(batch.put_activity(
        run.uid, indexing::LastToolRow{.tool = tool,
                                       .at = run.heartbeat_at,
                                       .allowed = chance % 25 != 0,
                                       .summary = "allowed " + tool + " src/part-" +
                                                  std::to_string(number % 977) + ".cpp"}));
  }

  static void put_event(Batch& batch, const indexing::RunRow& run, std::size_t line,
                        base::Instant at, std::string_view kind, const std::string& payload) {
    const std::string time = base::to_iso(at);
    const std::string hash = run.uid + std::to_string(line);
    must(batch.put_event({.number = line,
                          .millis = at.time_since_epoch().count(),
                          .at = time,
                          .project_id = run.project_id,
                          .run_uid = run.uid,
                          .kind = kind,
                          .actor = "hook",
                          .payload = payload,
                          .prev_hash = {},
                          .hash = hash}));
  }

  static void put_denial(Batch& batch, const indexing::RunRow& run, std::size_t line,
                         base::Instant start) {
    const base::Instant at = start + std::chrono::seconds(line * 20);
    put_event(batch, run, line, at, "gate",
              R"({"tool":"Write","allowed":false,"rule":"mode_table","mode":"planning"})");
    must(batch.put(indexing::DenialRow{.project_id = run.project_id,
                                       .run_uid = run.uid,
                                       .line = line,
                                       .at = base::to_iso(at),
                                       .tool = "Write",
                                       .rule = "mode_table",
                                       .message = "Files are not changed while planning.",
                                       .next_step = "Change the mode to coding first."}));
  }

  static void put_fault(Batch& batch, const indexing::RunRow& run, std::size_t line,
                        base::Instant start) {
    put_event(batch, run, line, start + std::chrono::seconds(line * 20), "fault",
              R"({"message":"the disk was full"})");
  }

  std::size_t runs_;
  base::Instant now_;
  std::int64_t spacing_;
};

fs::path place(const fs::path& home) {
  const char* const given = std::getenv("HOLDFAST_INDEX_PATH");
  return given != nullptr && *given != '\0' ? fs::path(given)
                                            : home / ".local/share/holdfast/holdfast.db";
}

// Indexes that take longer to be kept up to date row by row than to be made in the end.
std::vector<std::string> drop_indexes(indexing::Database& database) {
  auto find = database.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type='index' AND sql IS NOT NULL AND "
      "tbl_name IN ('runs', 'agents')");
  must(find);
  std::vector<std::string> made;
  std::string drops;
  find->start();
  while (*find->next()) {
    drops += "DROP INDEX " + find->text(0) + ";";
    made.push_back(find->text(1));
  }
  find->done();
  must(database.execute(drops.c_str()));
  return made;
}

// All in one transaction, and in memory until its end.
void fill(indexing::Database& database, std::size_t runs, base::Instant now) {
  const Data data(runs, now);
  must(database.execute("PRAGMA cache_size=-2000000"));
  must(database.begin());
  const std::vector<std::string> indexes = drop_indexes(database);
  indexing::SqliteBatch batch(database);
  data.put_projects(batch);
  data.put_work(batch);
  for (std::size_t i = 0; i < runs; ++i) {
    data.put_run(batch, i);
    if ((i + 1) % kRunsOfReport == 0) std::printf("%zu runs\n", i + 1), std::fflush(stdout);
  }
  for (const std::string& sql : indexes) must(database.execute(sql.c_str()));
  data.put_costs(batch);
  must(batch.commit());
}

}  // namespace

int main(int count, char** arguments) {
  const auto runs = count == 3 ? base::to_number(arguments[2]) : std::nullopt;
  if (!runs) {
    std::fprintf(stderr, "usage: serve_data HOME RUNS\n");
    return 64;
  }
  const fs::path path = place(arguments[1]);
  fs::create_directories(path.parent_path());
  const base::Instant now = std::chrono::floor<base::Millis>(std::chrono::system_clock::now());
  {
    auto database = indexing::Database::open(path.native(), {.create = true, .is_private = true});
    must(database);
    must(indexing::migrate(**database, base::to_iso(now)));
    fill(**database, static_cast<std::size_t>(*runs), now);
  }
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  // As the server leaves it, so that readers need not wait for it.
  must(indexing::open_sqlite_index({.path = path.native(), .now = base::to_iso(now)}));
  return 0;
}

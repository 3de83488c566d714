// What the index costs, at two sizes each: onboarding of manifests beside reading and asking about
// the same files, questions to a large index, and taking journals in. Everything is made here, in a
// temporary folder; what is compared runs in processes of its own, each started by this one.
//
//   index_bench [--quick] [--check]
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "base/time.h"
#include "bench/index_data.h"
#include "bench/report.h"
#include "bench/spawn.h"
#include "engine/index.h"
#include "engine/onboarding.h"
#include "index/sqlite/sqlite_index.h"
#include "os/real.h"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kThreads = 2;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "holdfast-bench.XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// What a process of its own does.

void each_folder(const fs::path& sessions, int threads,
                 const std::function<void(os::FileSystem&, const os::Path&)>& visit) {
  os::RealSystem real;
  os::FileSystem& files = real.system().files;
  const auto names = files.list(sessions);
  CHECK(names.ok());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next.fetch_add(1)) < names->size();) {
      visit(files, sessions / (*names)[i] / "state.json");
    }
  };
  std::vector<std::thread> workers;
  for (int i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
}

int run_child(const std::string& what, const std::string& folder) {
  os::RealSystem real;
  if (what == "read") {
    each_folder(folder, kThreads,
                [](os::FileSystem& files, const os::Path& path) { CHECK(files.read(path).ok()); });
  } else if (what == "stat") {
    each_folder(folder, 1, [](os::FileSystem& files, const os::Path& path) {
      CHECK(files.link_info(path).ok());
    });
  } else if (what == "onboard") {
    const auto report = engine::onboard(real.system(), {.working_dir = folder});
    CHECK(report.ok());
    CHECK(report->errors.empty());
    std::printf("%zu\n", report->added + report->updated);
  } else {
    const auto update = engine::update_index(real.system(), {});
    CHECK(update.ok());
    CHECK(update->problems.empty());
    std::printf("%zu\n", update->events);
  }
  return 0;
}

// Measuring.

struct Measured {
  double ms = 0;
  long peak_kib = 0;
  std::size_t count = 0;
};

class Bench {
 public:
  Bench(std::string program, bool is_quick) : program_(std::move(program)), quick_(is_quick) {}

  bool run() {
    for (const std::size_t count :
         {std::size_t{10'000}, std::size_t{quick_ ? 20'000U : 100'000U}}) {
      onboarding(count);
    }
    for (const std::size_t count :
         {std::size_t{100'000}, std::size_t{quick_ ? 200'000U : 500'000U}}) {
      ingest(count);
    }
    for (const std::size_t count :
         {std::size_t{100'000}, std::size_t{quick_ ? 200'000U : 1'000'000U}}) {
      questions(count);
    }
    return is_kept_;
  }

 private:
  Measured child(const char* what, const fs::path& folder, const fs::path& home) {
    const auto outcome = bench::spawn({{program_, "--child", what, folder.string()}, folder, ""},
                                      {"HOME=" + home.string(), "PATH=/usr/bin:/bin"});
    CHECK(outcome.ok());
    if (outcome->exit_code != 0) std::fprintf(stderr, "%s\n", outcome->output.c_str());
    CHECK(outcome->exit_code == 0);
    return {std::chrono::duration<double, std::milli>(outcome->elapsed).count(), outcome->peak_kib,
            static_cast<std::size_t>(std::strtoull(outcome->output.c_str(), nullptr, 10))};
  }

  // The median of three; `prepare` is not measured.
  Measured median(
      const std::function<Measured()>& measure, const std::function<void()>& prepare = [] {}) {
    std::array<Measured, 3> all;
    for (Measured& one : all) {
      prepare();
      one = measure();
    }
    std::sort(all.begin(), all.end(),
              [](const Measured& a, const Measured& b) { return a.ms < b.ms; });
    return all[1];
  }

  void verdict(const char* what, double value, double must, const char* unit, bool is_most) {
    const bool is_good = is_most ? value <= must : value >= must;
    is_kept_ = is_kept_ && is_good;
    std::printf("  %-52s %10.2f %-9s %s %g%s\n", what, value, unit,
                is_most ? "must be <=" : "must be >=", must, is_good ? "" : "  MISSED");
    std::fflush(stdout);
  }

  void onboarding(std::size_t count) {
    const TemporaryFolder folder;
    const fs::path root = folder.path() / "project";
    const fs::path home = folder.path() / "home";
    const fs::path index = home / ".local/share/holdfast";
    const fs::path sessions = bench::make_manifests(root, count);
    const Measured read = median([&] { return child("read", sessions, home); });
    const Measured cold =
        median([&] { return child("onboard", root, home); }, [&] { fs::remove_all(index); });
    CHECK(cold.count == count);
    child("onboard", root, home);
    const Measured stat = median([&] { return child("stat", sessions, home); });
    const Measured again = median([&] { return child("onboard", root, home); });
    CHECK(again.count == 0);
    std::printf(
        "%zu manifests of 2 KB: read with 2 threads %.0f ms, stat %.0f ms, onboarding cold "
        "%.0f ms, again %.0f ms\n",
        count, read.ms, stat.ms, cold.ms, again.ms);
    constexpr double kMiB = 1024;
    verdict("onboarding, cold index / read", cold.ms / read.ms, 3, "x", true);
    verdict("onboarding, memory", static_cast<double>(cold.peak_kib) / kMiB, 200, "MiB", true);
    verdict("the same again / stat", again.ms / stat.ms, 1.5, "x", true);
    verdict("the same again, memory", static_cast<double>(again.peak_kib) / kMiB, 200, "MiB", true);
  }

  void ingest(std::size_t events) {
    constexpr std::size_t kJournals = 50;
    const TemporaryFolder folder;
    const fs::path root = folder.path() / "project";
    const fs::path home = folder.path() / "home";
    fs::create_directories(root / ".git" / "holdfast" / "journal");
    fs::create_directories(root / ".holdfast");
    bench::write_file(root / ".git" / "HEAD", "ref: refs/heads/main\n");
    bench::write_file(root / ".holdfast" / "config.yaml", "gate: {}\n");
    for (std::size_t run = 0; run < kJournals; ++run) {
      bench::make_journal(root / ".git/holdfast/journal" /
                              ("7d1054b6-2839-4e27-bcef-" + bench::number_text(run, 12) + ".jsonl"),
                          run, events / kJournals);
    }
    const Measured taken = median([&] { return child("update", root, home); },
                                  [&] { fs::remove_all(home / ".local/share/holdfast"); });
    CHECK(taken.count == events);
    std::printf("%zu events in %zu journals: %.0f ms\n", events, kJournals, taken.ms);
    verdict("journal ingest", static_cast<double>(events) / taken.ms, 100, "events/ms", false);
    verdict("journal ingest, memory", static_cast<double>(taken.peak_kib) / 1024, 200, "MiB", true);
  }

  void questions(std::size_t runs);
  double p95(const std::function<void(std::size_t round)>& ask);

  std::string program_;
  bool quick_ = false;
  bool is_kept_ = true;
};

double Bench::p95(const std::function<void(std::size_t round)>& ask) {
  std::vector<std::chrono::nanoseconds> times;
  for (std::size_t round = 0; round < 300; ++round) {
    const auto begin = Clock::now();
    ask(round);
    times.push_back(Clock::now() - begin);
  }
  return std::chrono::duration<double, std::milli>(bench::percentile(times, 0.95)).count();
}

void Bench::questions(std::size_t runs) {
  const TemporaryFolder folder;
  auto index = indexing::open_sqlite_index({.path = (folder.path() / "holdfast.db").string(),
                                            .now = "2026-01-18T09:30:00.000Z",
                                            .create = true});
  CHECK(index.ok());
  bench::fill_with_runs(**index, runs);
  std::printf("%zu indexed runs, %ju bytes\n", runs,
              static_cast<std::uintmax_t>(fs::file_size(folder.path() / "holdfast.db")));
  indexing::RunQuery query;
  verdict("page of 50 by project, p95", p95([&](std::size_t round) {
            // Ten pages of a project, then another one.
            if (round % 10 == 0) query = {.project = bench::project_id(round / 10)};
            const auto page = (*index)->runs(query);
            CHECK(page.ok() && page->size() == 50);
            query.after = {page->back().started_at, page->back().uid};
          }),
          5, "ms", true);
  verdict("7-day lookback, p95", p95([&](std::size_t round) {
            indexing::RecentRunQuery recent;
            recent.since = "2026-02-1" + std::to_string(round % 8) + "T00:00:00.000Z";
            recent.limit = 500;
            if (round % 2 == 0) recent.project = bench::project_id(round % 40);
            const auto rows = (*index)->recent_runs(recent);
            CHECK(rows.ok() && !rows->empty());
          }),
          10, "ms", true);
  const std::array<std::string, 6> texts{
      "unicorn", "please", "parser merge", "\"please make\"", "the signal window thread",
      "nowhere"};
  for (const std::string& text : texts) {
    for (const bool in_project : {false, true}) {
      const std::string name = "search " + text + (in_project ? " in a project" : "") + ", p95";
      verdict(name.c_str(), p95([&](std::size_t round) {
                indexing::DocumentQuery wanted{.text = text};
                if (in_project) wanted.project = bench::project_id(round % 40);
                CHECK((*index)->search(wanted).ok());
              }),
              50, "ms", true);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "--child") return run_child(words[1], words[2]);
  const auto has = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const bool is_kept = Bench(fs::canonical("/proc/self/exe").string(), has("--quick")).run();
  return has("--check") && !is_kept ? 1 : 0;
}

// Measures what a hook costs, as a ratio to starting /bin/true in the same run. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>

#include "bench/fixture.h"
#include "bench/report.h"
#include "bench/spawn.h"
#include "bench/temporary_folder.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

constexpr int kWarmUpRounds = 10;

struct Options {
  fs::path program = "build/release/holdfast";
  fs::path json;
  fs::path prepare;
  int runs = 300;
  bool check = false;
};

base::Result<void> write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return base::Error{base::Code::io, "cannot write " + path.string(), ""};
  return {};
}

// Another time of change in each round, and none of the last moment: what has just changed is not
// kept compiled.
void touch(const fs::path& file, int round) {
  std::error_code ignored;
  const auto hour_ago = fs::file_time_type::clock::now() - std::chrono::hours{1};
  fs::last_write_time(file, hour_ago + std::chrono::seconds{round}, ignored);
}

// Every round runs every case once, so that what slows the machine down slows down all of them, and
// in another order: what a case leaves to the disk and the caches is not always paid by the same
// neighbour.
std::vector<std::size_t> order_of(int round, std::size_t cases) {
  std::vector<std::size_t> order(cases);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(static_cast<std::mt19937::result_type>(round + kWarmUpRounds));
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

base::Result<std::vector<Samples>> measure(const Fixture& fixture, int runs) {
  std::vector<Case> cases = fixture.cases();
  std::vector<Samples> samples;
  for (const Case& measured : cases) {
    samples.push_back({measured.name, measured.limits, measured.peak_bytes_max, {}, 0});
  }
  for (int round = -kWarmUpRounds; round < runs; ++round) {
    for (const std::size_t i : order_of(round, cases.size())) {
      Command command = cases[i].command;
      if (!cases[i].touched.empty()) touch(cases[i].touched, round);
      if (cases[i].numbered) command.arguments.back() += std::to_string(round + kWarmUpRounds);
      const bool has_own = !cases[i].environment.empty();
      TRY_ASSIGN(const auto outcome,
                 spawn(command, has_own ? cases[i].environment : fixture.environment()));
      TRY(check_answer(cases[i], outcome));
      if (round < 0) continue;
      samples[i].times.push_back(outcome.elapsed);
      samples[i].peak_bytes = std::max(samples[i].peak_bytes, outcome.peak_kib * 1024);
    }
  }
  return samples;
}

// What bench/callgrind_guard.sh counts: one event, and the projects that it needs.
base::Result<void> prepare(const Options& options) {
  TRY_ASSIGN(const auto fixture, Fixture::create(options.program, fs::absolute(options.prepare)));
  return write_file(options.prepare / "allowed.json", fixture.allowed_event());
}

base::Result<int> run(Options options) {
  std::error_code error;
  options.program = fs::canonical(options.program, error);
  if (error) return base::Error{base::Code::not_found, "--program: " + error.message(), ""};
  if (!options.prepare.empty()) {
    TRY(prepare(options));
    return 0;
  }
  TRY_ASSIGN(const auto folder, TemporaryFolder::create());
  TRY_ASSIGN(const auto fixture, Fixture::create(options.program, folder.path()));
  TRY_ASSIGN(const auto samples, measure(fixture, options.runs));
  const std::vector<Row> rows = summarise(samples);
  fmt::print("{}", as_table(rows));
  if (!options.json.empty()) TRY(write_file(options.json, as_json(rows, options.runs)));
  const bool missed = std::any_of(rows.begin(), rows.end(),
                                  [](const Row& row) { return row.verdict == Verdict::missed; });
  return options.check && missed ? 1 : 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures what a hook costs, as a ratio to starting /bin/true");
  app.add_option("--program", options.program, "The holdfast to measure")->capture_default_str();
  app.add_option("--runs", options.runs, "Runs of each case")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  app.add_option("--json", options.json, "Write the numbers to this file too");
  app.add_option("--prepare", options.prepare, "Measure nothing; fill this empty folder");
  app.add_flag("--check", options.check, "Exit 1 where a limit is missed");
  CLI11_PARSE(app, argc, argv);
  const auto result = bench::run(options);
  if (result.ok()) return *result;
  fmt::print(stderr, "hook_bench: {}\n", result.error().message);
  return 1;
}

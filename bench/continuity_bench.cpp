// Measures what it costs to remember: a session that begins among many that ended, and the capture
// at a turn's end, as ratios to starting /bin/true in the same run. See README.md.
#include <fmt/format.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/time.h"
#include "bench/report.h"
#include "bench/spawn.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

constexpr int kWarmUpRounds = 5;
constexpr int kCallsOfATurn = 10;
constexpr int kFew = 50;
constexpr int kMany = 100'000;
constexpr std::string_view kTurns = "0000ca11-0000-4000-8000-000000000001";

struct Options {
  fs::path program = "build/release/holdfast";
  int runs = 200;
  int many = kMany;
  bool check = false;
};

std::string past_id(int number) { return fmt::format("0000fade-0000-4000-8000-{:012}", number); }

// One project with so many sessions behind it, the newest an hour ago: few of one week, many of one
// year.
class Past {
 public:
  Past(fs::path program, fs::path folder, int sessions)
      : program_(std::move(program)), folder_(std::move(folder)), sessions_(sessions) {
    const fs::path home = folder_ / "home";
    environment_ = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home.string(),
                    "XDG_CONFIG_HOME=" + (home / ".config").string(),
                    "XDG_STATE_HOME=" + (home / ".local/state").string(),
                    "XDG_DATA_HOME=" + (home / ".local/share").string()};
  }

  base::Result<void> prepare() {
    fs::create_directories(folder_ / "home");
    fs::create_directories(project());
    TRY(must({{"git", "init", "-q"}, project(), ""}));
    TRY(must({{program_.string(), "init", "--yes"}, project(), ""}));
    // One session as the program itself writes it tells how the others look.
    const std::string first = past_id(0);
    TRY(must(hook("SessionStart", first, R"("source":"startup")")));
    TRY(must(hook("UserPromptSubmit", first, R"("prompt":"Mend the tokenizer of the parser")")));
    for (int i = 0; i < 5; ++i) {
      TRY(must({{program_.string(), "pins", "pin",
                 fmt::format("The grammar of part {} is not stable yet: keep its tests", i),
                 "--label", fmt::format("part-{}", i), "--session", first},
                project(),
                ""}));
    }
    TRY(must(hook("Stop", first, R"("stop_hook_active":false)")));
    TRY(must(hook("SessionEnd", first, R"("reason":"other")")));
    TRY_ASSIGN(const std::string mirror, read(mirror_file(first)));
    TRY_ASSIGN(const std::string line, read(roster_file()));
    return multiply(mirror, line);
  }

  Command start(int round) const {
    return hook("SessionStart", fresh_id(round), R"("source":"startup")");
  }
  // Takes back what the round has changed, so that all rounds are alike.
  base::Result<void> undo(int round) const {
    TRY(must(hook("SessionEnd", fresh_id(round), R"("reason":"other")")));
    std::error_code error;
    fs::resize_file(roster_file(), roster_bytes_, error);
    fs::remove(mirror_file(fresh_id(round)), error);
    return {};
  }

  base::Result<void> play_turn() const {
    for (int i = 0; i < kCallsOfATurn; ++i) {
      TRY(must(hook("PreToolUse", std::string(kTurns),
                    fmt::format(R"("tool_name":"Write","tool_use_id":"toolu_{}",)"
                                R"("tool_input":{{"file_path":"{}/src/parser_{}.cpp"}})",
                                i, project().string(), i))));
    }
    return {};
  }
  Command stop() const { return hook("Stop", std::string(kTurns), R"("stop_hook_active":false)"); }

  const Environment& environment() const { return environment_; }
  fs::path project() const { return folder_ / "project"; }
  int sessions() const { return sessions_; }

 private:
  static std::string fresh_id(int round) {
    return fmt::format("0000beef-0000-4000-8000-{:012}", round + kWarmUpRounds);
  }
  fs::path mirror_file(const std::string& id) const {
    return folder_ / "home/.local/share/holdfast/sessions" / (id + ".json");
  }
  fs::path note_file(const std::string& id) const {
    return project() / ".git/holdfast/notes/sessions" / ("session-" + id + ".json");
  }
  fs::path roster_file() const { return project() / ".git/holdfast/continuity/ended.jsonl"; }

  Command hook(const std::string& name, const std::string& run, const std::string& more) const {
    return {{program_.string(), "hook", name},
            project(),
            fmt::format(R"({{"session_id":"{}","cwd":"{}","hook_event_name":"{}",{}}})", run,
                        project().string(), name, more)};
  }

  base::Result<void> must(const Command& command) const {
    TRY_ASSIGN(const auto outcome, spawn(command, environment_));
    if (outcome.exit_code == 0) return {};
    return base::Error{base::Code::failed, command.arguments[1] + ": " + outcome.output, ""};
  }

  static base::Result<std::string> read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    if (text.empty()) return base::Error{base::Code::io, "cannot read " + path.string(), ""};
    return text;
  }

  static void replace(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), to);
      at += to.size();
    }
  }

  // The value of a member of one line of JSON.
  static std::string member(const std::string& json, const std::string& key) {
    const std::size_t from = json.find("\"" + key + "\":");
    const std::size_t begin = json.find('"', from + key.size() + 3) + 1;
    return json.substr(begin, json.find('"', begin) - begin);
  }

  base::Result<void> multiply(const std::string& mirror, const std::string& line) {
    const base::Instant now =
        std::chrono::time_point_cast<base::Millis>(std::chrono::system_clock::now());
    const std::string ended = member(line, "end");
    const std::string listed = member(line, "at");
    const std::chrono::milliseconds span =
        sessions_ == kFew ? std::chrono::days(7) - std::chrono::hours(2) : std::chrono::days(365);
    const std::chrono::milliseconds apart = span / sessions_;
    std::ofstream roster(roster_file(), std::ios::binary | std::ios::trunc);
    for (int number = sessions_ - 1; number >= 0; --number) {
      const std::string at = base::to_iso(now - std::chrono::hours(1) - number * apart);
      std::string entry = line;
      std::string state = mirror;
      for (std::string* text : {&entry, &state}) {
        replace(*text, past_id(0), past_id(number));
        replace(*text, ended, at);
        replace(*text, listed, at);
      }
      roster << entry;
      std::ofstream file(mirror_file(past_id(number)), std::ios::binary);
      file << state;
      // Its note is there too, as a name: nothing may look for it.
      if (number > 0) std::ofstream(note_file(past_id(number)));
      fs::permissions(mirror_file(past_id(number)), fs::perms::owner_read | fs::perms::owner_write);
    }
    roster.close();
    if (!roster) return base::Error{base::Code::io, "cannot write the roster", ""};
    roster_bytes_ = fs::file_size(roster_file());
    return {};
  }

  fs::path program_;
  fs::path folder_;
  int sessions_;
  Environment environment_;
  std::uintmax_t roster_bytes_ = 0;
};

// A restoration that found nothing must not pass for a fast one.
base::Result<void> check_restored(const Outcome& outcome) {
  const bool is_restored = outcome.output.find("session-continuity") != std::string::npos &&
                           outcome.output.find("5 pins inherited") != std::string::npos;
  if (outcome.exit_code == 0 && is_restored) return {};
  return base::Error{base::Code::failed, "nothing was restored: " + outcome.output, ""};
}

void take(Samples& samples, const Outcome& outcome, int round) {
  if (round < 0) return;
  samples.times.push_back(outcome.elapsed);
  samples.peak_bytes = std::max(samples.peak_bytes, outcome.peak_kib * 1024);
}

base::Result<std::vector<Row>> measure(const std::vector<Past>& pasts, int runs) {
  std::vector<Samples> samples{
      {.name = "/bin/true", .times = {}},
      {.name = "Stop, a turn of 10 calls", .limits = Limits{3.0, 2.5}, .times = {}}};
  for (const Past& past : pasts) {
    samples.push_back(
        {.name = fmt::format("SessionStart, restore among {}", past.sessions()),
         .limits = past.sessions() == kFew ? std::optional(Limits{10.0, 8.0}) : std::nullopt,
         .times = {}});
  }
  const Past& few = pasts.front();
  for (int round = -kWarmUpRounds; round < runs; ++round) {
    TRY_ASSIGN(const auto nothing, spawn({{"/bin/true"}, few.project(), ""}, few.environment()));
    take(samples[0], nothing, round);
    TRY(few.play_turn());
    TRY_ASSIGN(const auto stopped, spawn(few.stop(), few.environment()));
    take(samples[1], stopped, round);
    for (std::size_t i = 0; i < pasts.size(); ++i) {
      TRY_ASSIGN(const auto begun, spawn(pasts[i].start(round), pasts[i].environment()));
      TRY(check_restored(begun));
      take(samples[2 + i], begun, round);
      TRY(pasts[i].undo(round));
    }
  }
  return summarise(samples);
}

base::Result<int> run(Options options) {
  options.program = fs::canonical(options.program);
  std::string pattern = (fs::temp_directory_path() / "holdfast-bench.XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    return base::Error{base::Code::io, "no temporary folder: " + pattern, ""};
  }
  const fs::path folder = pattern;
  std::vector<Past> pasts;
  base::Result<std::vector<Row>> rows = std::vector<Row>();
  for (const int sessions : {kFew, options.many}) {
    pasts.emplace_back(options.program, folder / std::to_string(sessions), sessions);
    const auto prepared = pasts.back().prepare();
    if (!prepared.ok()) rows = prepared.error();
  }
  if (rows.ok()) rows = measure(pasts, options.runs);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  if (!rows.ok()) return rows.error();
  fmt::print("{}", as_table(*rows));
  constexpr double kManyMicrosecondsMax = 30'000;
  const bool is_slow = rows->back().p95_us > kManyMicrosecondsMax;
  fmt::print("among {}: p95 {:.1f} ms, at most 30 ms: {}\n", options.many,
             rows->back().p95_us / 1000, is_slow ? "missed" : "met");
  const bool missed = is_slow || std::any_of(rows->begin(), rows->end(), [](const Row& row) {
                        return row.verdict == Verdict::missed;
                      });
  return options.check && missed ? 1 : 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures what restoring and capturing cost, as ratios to starting /bin/true");
  app.add_option("--program", options.program, "The holdfast to measure")->capture_default_str();
  app.add_option("--runs", options.runs, "Runs of each case")->capture_default_str();
  app.add_option("--many", options.many, "Sessions of the larger past")->capture_default_str();
  app.add_flag("--check", options.check, "Exit 1 where a limit is missed");
  CLI11_PARSE(app, argc, argv);
  const auto result = bench::run(options);
  if (result.ok()) return *result;
  fmt::print(stderr, "continuity_bench: {}\n", result.error().message);
  return 1;
}

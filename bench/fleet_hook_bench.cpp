// Measures that a team's server costs a hook nothing: the same events on machines that joined none,
// and one that answers, one that never does and one that is gone. See README.md.
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "bench/report.h"
#include "bench/spawn.h"
#include "bench/temporary_folder.h"
#include "bench/throwaway_postgres.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

constexpr int kWarmUpRounds = 10;
constexpr double kNoiseMax =
    0.05;  // Of a ratio, between a machine that joined and one that did not.
constexpr std::string_view kRun = "00000004-0000-4000-8000-000000000001";

struct Options {
  fs::path program = "build/release/holdfast";
  int runs = 300;
  bool check = false;
};

base::Error broken(const std::string& message) { return {base::Code::failed, message, ""}; }

// Takes connections, as a server that is overloaded does, and never says a word.
class SilentServer {
 public:
  explicit SilentServer(const fs::path& folder) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = folder / ".s.PGSQL.5432";
    name.copy(address.sun_path, sizeof address.sun_path - 1);
    is_open_ = ::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
               ::listen(socket_, SOMAXCONN) == 0;
    thread_ = std::thread([this] { take_all(); });
  }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;
  ~SilentServer() {
    is_over_ = true;
    thread_.join();
    for (const int taken : taken_) ::close(taken);
    ::close(socket_);
  }
  bool is_open() const { return is_open_; }

 private:
  void take_all() {
    constexpr int kLookMs = 50;
    while (!is_over_) {
      pollfd waited{socket_, POLLIN, 0};
      if (::poll(&waited, 1, kLookMs) > 0) {
        const int taken = ::accept(socket_, nullptr, nullptr);
        if (taken >= 0) taken_.push_back(taken);
      }
    }
  }

  int socket_;
  bool is_open_ = false;
  std::atomic<bool> is_over_ = false;
  std::vector<int> taken_;
  std::thread thread_;
};

// A machine with one project and one run, whose note has about 4 KB.
class Machine {
 public:
  Machine(std::string name, fs::path program, fs::path folder)
      : name_(std::move(name)), program_(std::move(program)), folder_(std::move(folder)) {
    const fs::path home = folder_ / "home";
    environment_ = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home.string(),
                    "XDG_CONFIG_HOME=" + (home / ".config").string(),
                    "XDG_STATE_HOME=" + (home / ".local/state").string(),
                    "XDG_DATA_HOME=" + (home / ".local/share").string()};
  }

  base::Result<void> prepare() const {
    constexpr std::size_t kTextBytes = 1300;
    std::error_code error;
    fs::create_directories(folder_ / "home", error);
    fs::create_directories(project(), error);
    TRY(must({{"git", "init", "-q"}, project(), ""}));
    TRY(must({{program_.string(), "init", "--yes"}, project(), ""}));
    TRY(must(hook("SessionStart", R"("source":"startup")")));
    const std::string text(kTextBytes, 'x');
    return must(
        {{program_.string(), "decision", "add", "--session", std::string(kRun), "--input", "-"},
         project(),
         fmt::format(R"({{"type":"technical","description":"{}","rationale":"{}",)"
                     R"("decidedBy":"architect"}})",
                     text, text)});
  }
  // What a first push makes is there, so that every later one is alike.
  base::Result<void> join(const std::string& url) const {
    TRY(must({{program_.string(), "fleet", "join", url}, project(), ""}));
    return must({{program_.string(), "fleet", "push"}, project(), ""});
  }
  // As `fleet join` leaves it, where the server is no longer what it was.
  base::Result<void> move_server(const std::string& from, const std::string& to) const {
    const fs::path path = folder_ / "home/.config/holdfast/config.yaml";
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return broken(path.string() + " has no address");
    text.replace(at, from.size(), to);
    std::ofstream(path, std::ios::binary) << text;
    return {};
  }

  Command hook(const std::string& event, const std::string& more) const {
    return {{program_.string(), "hook", event},
            project(),
            fmt::format(R"({{"session_id":"{}","transcript_path":"{}/transcript.jsonl","cwd":"{}",)"
                        R"("permission_mode":"default","hook_event_name":"{}",{}}})",
                        kRun, project().string(), project().string(), event, more)};
  }
  const std::string& name() const { return name_; }
  const Environment& environment() const { return environment_; }
  fs::path project() const { return folder_ / "project"; }

 private:
  base::Result<void> must(const Command& command) const {
    TRY_ASSIGN(const auto outcome, spawn(command, environment_));
    if (outcome.exit_code == 0) return {};
    return broken(command.arguments[1] + ": " + outcome.output);
  }

  std::string name_;
  fs::path program_;
  fs::path folder_;
  Environment environment_;
};

struct Measured {
  const Machine* machine;
  Command command;
  Samples samples;
};

std::vector<Measured> cases_of(const std::vector<Machine>& machines) {
  std::vector<Measured> cases;
  for (const Machine& machine : machines) {
    cases.push_back(
        {&machine,
         machine.hook("PreToolUse", fmt::format(R"("tool_name":"Write","tool_use_id":"toolu_1",)"
                                                R"("tool_input":{{"file_path":"{}/hello.txt",)"
                                                R"("content":"hello\n"}})",
                                                machine.project().string())),
         {.name = "PreToolUse, " + machine.name(), .limits = Limits{1.5, 1.2}}});
  }
  for (const Machine& machine : machines) {
    cases.push_back({&machine,
                     machine.hook("Stop", R"("stop_hook_active":false)"),
                     {.name = "Stop, " + machine.name(), .limits = Limits{3.0, 2.0}}});
  }
  return cases;
}

// Every round begins with another case: what one leaves running in the background must not fall on
// the same one each time.
base::Result<std::vector<Row>> measure(const std::vector<Machine>& machines, int runs) {
  Samples nothing{.name = "/bin/true"};
  std::vector<Measured> cases = cases_of(machines);
  for (int round = -kWarmUpRounds; round < runs; ++round) {
    const Machine& first = machines.front();
    TRY_ASSIGN(const auto start, spawn({{"/bin/true"}, first.project(), ""}, first.environment()));
    if (round >= 0) nothing.times.push_back(start.elapsed);
    nothing.peak_bytes = std::max(nothing.peak_bytes, start.peak_kib * 1024);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const auto turn = static_cast<std::size_t>(round + kWarmUpRounds);
      Measured& one = cases[(i + turn) % cases.size()];
      TRY_ASSIGN(const auto outcome, spawn(one.command, one.machine->environment()));
      if (outcome.exit_code != 0 || outcome.output.find("\"deny\"") != std::string::npos) {
        return broken(one.samples.name + ": " + outcome.output);
      }
      if (round < 0) continue;
      one.samples.times.push_back(outcome.elapsed);
      one.samples.peak_bytes = std::max(one.samples.peak_bytes, outcome.peak_kib * 1024);
    }
  }
  std::vector<Samples> samples{std::move(nothing)};
  for (Measured& one : cases) samples.push_back(std::move(one.samples));
  return summarise(samples);
}

// Whether joined machines are as quick as the one that is not, which is the first of each event.
bool is_alike(const std::vector<Row>& rows, std::size_t machines) {
  bool is_good = true;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::size_t alone = 1 + (i - 1) / machines * machines;
    const double more = rows[i].ratio / rows[alone].ratio - 1;
    if (i != alone) fmt::print("{:<34}{:>+9.1f} % of not joined\n", rows[i].name, more * 100);
    is_good = is_good && more <= kNoiseMax;
  }
  return is_good;
}

base::Result<int> run(Options options) {
  std::error_code error;
  options.program = fs::canonical(options.program, error);
  if (error) return base::Error{base::Code::not_found, "--program: " + error.message(), ""};
  TRY_ASSIGN(const auto folder, TemporaryFolder::create());
  const ThrowawayPostgres server(folder.path());
  const fs::path silent_folder = folder.path() / "silent";
  fs::create_directory(silent_folder);
  const SilentServer silent(silent_folder);
  if (!silent.is_open()) return broken("no socket in " + silent_folder.string());
  const std::string place = server.url().substr(server.url().find("host=") + 5);
  const std::string address = place.substr(0, place.find('&'));
  std::vector<Machine> machines;
  for (const char* name : {"not joined", "server up", "server silent", "server gone"}) {
    machines.emplace_back(name, options.program, folder.path() / name);
    TRY(machines.back().prepare());
    if (machines.size() > 1) TRY(machines.back().join(server.url()));
  }
  TRY(machines[2].move_server(address, silent_folder.string()));
  TRY(machines[3].move_server(address, (folder.path() / "gone").string()));
  TRY_ASSIGN(const auto rows, measure(machines, options.runs));
  fmt::print("{}", as_table(rows));
  bool is_good = is_alike(rows, machines.size());
  for (const Row& row : rows) is_good = is_good && row.verdict != Verdict::missed;
  return options.check && !is_good ? 1 : 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures that a team's server costs a hook nothing, up, silent or gone");
  app.add_option("--program", options.program, "The holdfast to measure")->capture_default_str();
  app.add_option("--runs", options.runs, "Runs of each case")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  app.add_flag("--check", options.check,
               "Exit 1 where a limit is missed or joining costs anything");
  CLI11_PARSE(app, argc, argv);
  const auto result = bench::run(options);
  if (result.ok()) return *result;
  fmt::print(stderr, "fleet_hook_bench: {}\n", result.error().message);
  return 1;
}

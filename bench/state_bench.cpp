// S0-94, S0-97, S0-98: what a run's state costs as it grows, at two sizes and more: compaction,
// reading for the gate, reading as a whole, changing durably. On the real disk.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "base/check.h"
#include "os/real.h"
#include "policy/compaction.h"
#include "store/run_store.h"

namespace {

const model::RunId kRun{"7d1054b6-2839-4e27-bcef-43e6e47ca4b4"};

model::Run run_with_invocations(std::size_t count) {
  model::Run run;
  run.id = kRun;
  run.mode = model::Mode::coding;
  run.workflow.emplace();
  for (std::size_t i = 0; i < count; ++i) {
    model::AgentInvocation invocation;
    invocation.id = "i-" + std::to_string(i);
    invocation.agent = model::Agent::implementer;
    invocation.status = model::InvocationStatus::completed;
    invocation.input.prompt = std::string(500, 'p');
    run.workflow->agent_history.push_back(std::move(invocation));
  }
  return run;
}

// A project of its own in a temporary folder, removed at the end.
struct Project {
  os::RealSystem real;
  os::Path root;
  store::Homes homes;
  store::Layout layout;
  store::Keyring keys;
  store::Journal journal;
  store::RunStore runs;

  explicit Project(std::size_t note_bytes)
      : root(make_folder()),
        homes{root, root / "config", root / "state", root / "data"},
        layout({root / "local", root / "local" / "notes", homes.state, {"0123456789abcdef"}}),
        keys(real.system(), homes, {}),
        journal(real.system(), layout, keys),
        runs(real.system(), layout, keys, journal, {}) {
    CHECK(keys.create_file().ok());
    model::Run run = run_with_invocations(0);
    constexpr std::size_t kDecisionBytes = 4000;
    for (std::size_t size = 0; size + kDecisionBytes < note_bytes; size += kDecisionBytes) {
      model::Decision decision;
      decision.id = "d-" + std::to_string(size);
      decision.type = model::DecisionType::technical;
      decision.description = std::string(kDecisionBytes - 300, 'd');
      decision.decided_by = model::Agent::architect;
      run.workflow->decisions.push_back(std::move(decision));
    }
    CHECK(runs.create(std::move(run), {.actor = "bench", .what = "start"}).ok());
  }

  ~Project() { std::filesystem::remove_all(root); }

  static os::Path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "holdfast-bench.XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    return name;
  }
};

// Prints the median of `rounds` calls.
void measure(const char* what, std::size_t size, int rounds, const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  work();  // Fills what can be filled beforehand.
  std::vector<double> times_us;
  for (int i = 0; i < rounds; ++i) {
    const auto start = Clock::now();
    work();
    times_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::nth_element(times_us.begin(), times_us.begin() + rounds / 2, times_us.end());
  std::printf("%-32s %9zu %12.1f\n", what, size, times_us[static_cast<std::size_t>(rounds / 2)]);
}

void measure_compaction(std::size_t invocations) {
  const model::Run run = run_with_invocations(invocations);
  measure("compaction, invocations", invocations, 200,
          [&] { CHECK(policy::compact(run, {}).ok()); });
}

void measure_note(std::size_t note_bytes) {
  constexpr int kRounds = 50;
  Project project(note_bytes);
  measure("read for the gate, note bytes", note_bytes, kRounds,
          [&] { CHECK(project.runs.summary(kRun).ok()); });
  measure("read and verify, note bytes", note_bytes, kRounds,
          [&] { CHECK(project.runs.load(kRun).ok()); });
  int number = 0;
  const auto change = [&](model::Run run) -> base::Result<model::Run> {
    run.active_task = std::to_string(++number);
    return run;
  };
  measure("change durably, note bytes", note_bytes, kRounds, [&] {
    CHECK(project.runs.update(kRun, {.actor = "bench", .what = "task"}, change).ok());
  });
}

}  // namespace

int main() {
  std::printf("%-32s %9s %12s\n", "what", "size", "median us");
  for (const std::size_t invocations : {11U, 20U, 50U}) measure_compaction(invocations);
  for (const std::size_t bytes : {4U << 10U, 64U << 10U, 1U << 20U}) measure_note(bytes);
}

// What the tests of the store need: a machine with a key and a project, and stores on its disk.
#pragma once
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <utility>

#include "base/check.h"
#include "model/run.h"
#include "model/test_support.h"
#include "os/fake.h"
#include "os/real.h"
#include "os/test_support.h"
#include "store/alias_store.h"
#include "store/journal.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/run_store.h"
#include "store/side_notes.h"

namespace store {

inline constexpr const char* kSecret = "a secret of the tests, longer than 32 characters";
inline constexpr const char* kOtherSecret = "another secret of the tests, as long as the first";
inline constexpr const char* kProjectId = "0123456789abcdef";
inline const model::RunId kRun{"cad0ac4d-3933-45ad-9a1c-14aec05bb940"};
inline const model::RunId kOtherRun{"11111111-2222-4333-8444-555555555555"};

// In the project at the usual place: what the other tool keeps of one of its sessions.
inline const std::string kRequirementsFolder = "/home/dev/project/.git/requirements";
inline const std::string kMetricsFile = kRequirementsFolder + "/sessions/cad0ac4d.json";
inline const std::string kPausedFile = kRequirementsFolder + "/sessions/cad0ac4d.paused";

// Where a store lies and how it waits; the home is that of the environment.
struct TestPlace {
  os::Path root = "/home/dev/project";
  std::string project = kProjectId;
  LockingOptions locking;
};

// All the store's parts as one process has them. Two over the same doors are two processes.
struct TestStore {
  explicit TestStore(os::System doors, const TestPlace& place = {})
      : system(doors),
        homes(homes_of(doors.environment)),
        layout({.local = place.root / ".git" / "holdfast",
                .notes = place.root / ".git" / "holdfast" / "notes",
                .state_home = homes.state,
                .project = {place.project}}),
        keys(system, homes, {}),
        journal(system, layout, keys),
        runs(system, layout, keys, journal, place.locking),
        side_notes(system, layout, keys),
        aliases(system, layout, runs) {}

  os::System system;
  Homes homes;
  Layout layout;
  Keyring keys;
  Journal journal;
  RunStore runs;
  SideNotes side_notes;
  AliasStore aliases;
};

struct FakeMachine : os::FakeSystem {
  FakeMachine() { environment.set("BRAIN_SESSION_SECRET", kSecret); }
};

// This machine's own disk, clock and processes below a folder that goes away.
class RealMachine {
 public:
  RealMachine() {
    environment_.set("HOME", (folder_ / "home").native());
    environment_.set_user(real_.system().environment.user_id());
    environment_.set("BRAIN_SESSION_SECRET", kSecret);
  }
  os::System system() {
    const os::System real = real_.system();
    return {real.files, real.clock, real.random, real.processes, environment_};
  }
  TestPlace place() const {
    // Several that share two cores with a sanitizer wait longer than people would.
    return {.root = folder_ / "project", .locking = {.timeout = base::Millis{60'000}}};
  }

 private:
  os::TemporaryFolder folder_;
  os::RealSystem real_;
  os::FakeEnvironment environment_;
};

inline Keyring keyring_of(os::FakeSystem& machine) {
  return {machine.system(), homes_of(machine.environment), {}};
}

// Every value that is no list and no object, by its path; empty lists and objects count.
inline void collect_leaves(const base::Json& json, const base::Json::json_pointer& at,
                           std::vector<base::Json::json_pointer>& leaves) {
  if (!json.is_structured() || json.empty()) {
    leaves.push_back(at);
    return;
  }
  if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) collect_leaves(json[i], at / i, leaves);
    return;
  }
  for (const auto& item : json.items()) collect_leaves(item.value(), at / item.key(), leaves);
}

inline model::Run new_run(const model::RunId& id = kRun) {
  model::Run run;
  run.id = id;
  run.mode = model::Mode::coding;
  return run;
}

// A template, so that the JSON library is needed only where it is called.
template <typename Json = base::Json>
model::Run full_run() {
  const base::Result<Json> document = base::parse_json(model::kFullRunText);
  return model::run_from_json(document.value()).value();
}

inline RunStore::Change add_decision(const std::string& id) {
  return [id](model::Run run) -> base::Result<model::Run> {
    if (!run.workflow) run.workflow.emplace();
    model::Decision decision;
    decision.id = id;
    decision.type = model::DecisionType::technical;
    decision.decided_by = model::Agent::architect;
    run.workflow->decisions.push_back(std::move(decision));
    return run;
  };
}

inline std::vector<std::string> decision_ids(const model::Run& run) {
  std::vector<std::string> ids;
  if (!run.workflow) return ids;
  for (const model::Decision& decision : run.workflow->decisions) ids.push_back(decision.id);
  return ids;
}

inline model::AgentInvocation invocation(const std::string& id, model::Agent agent) {
  model::AgentInvocation one;
  one.id = id;
  one.agent = agent;
  one.status = model::InvocationStatus::completed;
  return one;
}

// `create` and `versions - 1` updates, which add the decisions d2, d3 ….
inline void save_versions(TestStore& store, int versions, const model::RunId& id = kRun) {
  CHECK(store.runs.create(new_run(id), {.actor = "test", .what = "create"}).ok());
  for (int version = 2; version <= versions; ++version) {
    CHECK(store.runs
              .update(id, {.actor = "test", .what = "add"},
                      add_decision("d" + std::to_string(version)))
              .ok());
  }
}

}  // namespace store

// One bundle's items taken in, one noun a class. Private to the engine.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/bundle_import.h"
#include "engine/continuity_scene.h"
#include "engine/stores.h"
#include "store/bundle.h"
#include "store/handoff_store.h"
#include "store/imported_runs.h"

namespace engine {

// What all of them share; outlives them.
struct BundleIntake {
  Stores& stores;
  const store::BundleHeader& header;
  bool dry_run = false;
  bool is_own = false;            // This very project's, on this very machine.
  const std::string own_machine;  // Empty where this one has signed nothing yet.
  ImportReport& report;

  void tell(std::string problem) { report.problems.push_back(std::move(problem)); }
};

// Notes and journals: beside ours, never among them.
class RunIntake {
 public:
  explicit RunIntake(BundleIntake& intake);

  base::Result<void> take(const store::BundleItem& item);
  // Once, behind the last item.
  base::Result<void> finish();

 private:
  base::Result<void> prepare();
  base::Result<void> finish_journal();
  bool is_here(const model::RunId& run) const;
  void count(const std::string& run, store::Intake outcome);

  BundleIntake& intake_;
  store::ImportedRuns runs_;
  bool is_prepared_ = false;
  std::string journal_run_;
  std::unique_ptr<store::ImportedRuns::JournalIntake> journal_;
  std::map<std::string, store::Intake> outcomes_;
};

// Files of work sessions: theirs, ours, or both merged.
class WorkIntake {
 public:
  explicit WorkIntake(BundleIntake& intake) : intake_(intake) {}

  // `with_manifest`: the slugs whose manifest is in the bundle.
  base::Result<void> take(const store::BundleItem& item,
                          const std::set<std::string>& with_manifest);

 private:
  struct Outcome;
  base::Result<std::optional<std::string>> decide(const store::BundleItem& item,
                                                  const std::vector<std::string>& seen,
                                                  const std::optional<std::string>& current,
                                                  Outcome& outcome) const;
  base::Result<void> keep_beside(const store::BundleItem& item);
  base::Result<void> record(const store::BundleItem& item, const Outcome& outcome);
  base::Result<void> remember(const store::BundleItem& item, std::vector<std::string> seen,
                              const Outcome& outcome) const;

  BundleIntake& intake_;
};

// Mirrors and packets.
class ContinuityIntake {
 public:
  explicit ContinuityIntake(BundleIntake& intake);

  base::Result<void> take_mirror(const store::BundleItem& item);
  base::Result<void> take_handoff(const store::BundleItem& item);

 private:
  model::SessionState as_ours(model::SessionState state) const;
  base::Result<void> list_session(const model::SessionState& state);
  bool is_listed(const model::SessionState& state);

  BundleIntake& intake_;
  store::HandoffStore packets_;
  std::unique_ptr<ContinuityScene> scene_;  // None where there is no home.
  // The roster's end times; read when the first mirror comes.
  std::optional<std::map<std::string, std::string>> roster_;
};

}  // namespace engine

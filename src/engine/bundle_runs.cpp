// Runs of another machine. They are kept apart and never become ours: no note, no head, no journal
// that a gate reads is touched.
#include "engine/bundle_items.h"

namespace engine {

using store::Intake;

RunIntake::RunIntake(BundleIntake& intake)
    : intake_(intake),
      runs_(intake.stores.system, intake.stores.layout, intake.header.machine,
            {.dry_run = intake.dry_run}) {}

// When the first run comes: a bundle without any leaves nothing here.
base::Result<void> RunIntake::prepare() {
  if (is_prepared_) return {};
  is_prepared_ = true;
  return runs_.prepare({.id = intake_.header.machine,
                        .name = intake_.header.machine_name,
                        .fingerprint = intake_.report.signer.fingerprint});
}

// One's own bundle of one's own project says nothing new about runs that are here.
bool RunIntake::is_here(const model::RunId& run) const {
  if (!intake_.is_own) return false;
  os::FileSystem& files = intake_.stores.system.files;
  const store::Layout& layout = intake_.stores.layout;
  return files.link_info(layout.note(run)).ok() || files.link_info(layout.journal(run)).ok() ||
         files.link_info(layout.journal_archive() / layout.journal(run).filename()).ok();
}

void RunIntake::count(const std::string& run, Intake outcome) {
  // Of note and journal what says more: an enumerator that was met counts over "same".
  const auto rank = [](Intake one) {
    switch (one) {
      case Intake::same:
      case Intake::older:
        return 0;
      case Intake::updated:
        return 1;
      case Intake::added:
        return 2;
      case Intake::forked:
        return 3;
    }
    return 0;
  };
  const auto [known, is_new] = outcomes_.emplace(run, outcome);
  if (!is_new && rank(outcome) > rank(known->second)) known->second = outcome;
}

base::Result<void> RunIntake::finish_journal() {
  if (!journal_) return {};
  const auto open = std::move(journal_);
  const auto outcome = open->finish();
  if (!outcome.ok() && outcome.error().code == base::Code::refused) {
    intake_.tell(outcome.error().message);
    return {};
  }
  TRY(outcome);
  count(journal_run_, *outcome);
  return {};
}

base::Result<void> RunIntake::take(const store::BundleItem& item) {
  const model::RunId run{item.name};
  if (is_here(run)) {
    count(run.text, Intake::same);
    return {};
  }
  TRY(prepare());
  if (item.kind == store::BundleKind::note) {
    const auto outcome = runs_.take_note(run, item.bytes);
    if (outcome.ok()) {
      count(run.text, *outcome);
      return {};
    }
    if (outcome.error().code == base::Code::io) return outcome.error();
    intake_.tell(outcome.error().message);
    return {};
  }
  if (!journal_ || journal_run_ != run.text) {
    TRY(finish_journal());
    TRY_ASSIGN(journal_, runs_.take_journal(run));
    journal_run_ = run.text;
  }
  return journal_->add(item.bytes);
}

base::Result<void> RunIntake::finish() {
  TRY(finish_journal());
  for (const auto& [run, outcome] : outcomes_) {
    ImportCount& runs = intake_.report.runs;
    switch (outcome) {
      case Intake::added:
        runs.added += 1;
        break;
      case Intake::updated:
        runs.updated += 1;
        break;
      case Intake::same:
      case Intake::older:
        runs.same += 1;
        break;
      case Intake::forked:
        runs.both += 1;
        intake_.report.changed = true;
        intake_.report.conflicts.push_back(
            {"run " + run, intake_.stores.layout.imported(intake_.header.machine).native()});
        break;
    }
  }
  return {};
}

}  // namespace engine

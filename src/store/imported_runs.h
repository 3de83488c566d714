// Runs of another machine, as its bundles brought them: `<local>/imported/{machine}/`. To be read,
// never to be gone on with: they are no notes and no journals of ours, no head speaks of them, and
// no gate looks here. See docs/format/bundle.md.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

// Who they came from.
struct ImportedMachine {
  std::string id;    // See machine_id_of.
  std::string name;  // As it called itself last.
  std::string fingerprint;
};

enum class Intake {
  added,    // There was none.
  updated,  // It goes on from ours.
  same,
  older,   // Ours goes on from it.
  forked,  // Neither goes on from the other: both are kept.
};

class ImportedRuns {
 public:
  struct Options {
    bool dry_run = false;  // Say what would be, and write nothing.
  };
  // `layout` outlives this. `machine` is an id that was checked.
  ImportedRuns(os::System system, const Layout& layout, std::string machine, Options options)
      : system_(system), folder_(layout.imported(machine)), options_(options) {}

  // Also takes away what an import that was killed left half-written. One import at a time: the
  // caller holds a lock.
  base::Result<void> prepare(const ImportedMachine& machine) const;

  // The higher version counts; two of one version are both kept. parse_error, too_large.
  base::Result<Intake> take_note(const model::RunId& run, std::string_view bytes) const;

  // A journal on its way, part by part. Nothing is in place before `finish`.
  class JournalIntake {
   public:
    ~JournalIntake();
    JournalIntake(const JournalIntake&) = delete;
    JournalIntake& operator=(const JournalIntake&) = delete;

    base::Result<void> add(std::string_view bytes);
    // The longer one counts where the other is its beginning; else both are kept.
    base::Result<Intake> finish();

   private:
    friend class ImportedRuns;
    struct State;
    explicit JournalIntake(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
  };
  base::Result<std::unique_ptr<JournalIntake>> take_journal(const model::RunId& run) const;

  os::Path note(const model::RunId& run) const { return notes() / (run.text + ".json"); }
  os::Path journal(const model::RunId& run) const { return journals() / (run.text + ".jsonl"); }

 private:
  os::Path notes() const { return folder_ / "notes"; }
  os::Path journals() const { return folder_ / "journal"; }

  os::System system_;
  os::Path folder_;
  Options options_;
};

// Every machine that runs were taken from, sorted by id; what cannot be read is passed over.
std::vector<ImportedMachine> imported_machines(os::FileSystem& files, const Layout& layout);
// The runs that a machine's folder has, sorted by id; forks are not among them.
std::vector<model::RunId> imported_runs(os::FileSystem& files, const Layout& layout,
                                        const std::string& machine);

}  // namespace store

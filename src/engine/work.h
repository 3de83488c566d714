// Work sessions as tools and people use them: document S2's state manager, one use case a function.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/session.h"
#include "model/plan.h"
#include "model/work_session.h"
#include "model/work_spec.h"

namespace engine {

// Who changes a work session, and in which run: the run is linked to it (C-3) and its journal has
// the change.
struct WorkCaller {
  Caller caller;
  std::optional<model::RunId> run;
};

struct WorkView {
  std::string slug;
  std::string folder;  // Absolute.
  model::WorkSession session;
  std::string etag;
  bool is_v1 = false;
  std::vector<std::string> next_phases;  // Where a transition may lead without reopen and force.
  std::vector<std::string> warnings;     // The folder was renamed, a worktree is not there, …
};

struct WorkResult {
  WorkView work;
  std::string previous;  // Of a transition or a status: what it was.
  bool changed = true;
  bool duplicate = false;  // add_work_commit
  std::vector<std::string> warnings;
};

// `id`: a slug or the session's folder (`session_dir`), wherever one is asked for. not_found names
// both id and path.
base::Result<WorkView> show_work(Workspace& workspace, const std::string& id);

struct CreateWork {
  std::string topic;
  std::string description;
  std::string type = "full";
  std::string slug;                   // Empty: made of date, topic and six random characters.
  std::optional<std::string> branch;  // None: the worktree's.
  std::optional<std::string> base_branch;
};
base::Result<WorkView> create_work(Workspace& workspace, const CreateWork& wanted,
                                   const WorkCaller& caller);

struct WorkTransition {
  std::string phase;
  bool reopen = false;
  bool force = false;
};
base::Result<WorkResult> transition_work(Workspace& workspace, const std::string& id,
                                         const WorkTransition& wanted, const WorkCaller& caller);
base::Result<WorkResult> complete_work_phase(Workspace& workspace, const std::string& id,
                                             const std::string& phase, const WorkCaller& caller);
base::Result<WorkResult> init_work_build(Workspace& workspace, const std::string& id,
                                         std::optional<std::int64_t> total,
                                         const WorkCaller& caller);
base::Result<WorkResult> start_work_checkpoint(Workspace& workspace, const std::string& id,
                                               std::int64_t checkpoint, const WorkCaller& caller);
base::Result<WorkResult> complete_work_checkpoint(Workspace& workspace, const std::string& id,
                                                  std::int64_t checkpoint,
                                                  const WorkCaller& caller);

struct NewWorkCommit {
  std::string sha;
  std::string message;                     // Empty: the commit's own subject, where it is known.
  std::optional<std::int64_t> checkpoint;  // None: the current one, if there is one.
};
base::Result<WorkResult> add_work_commit(Workspace& workspace, const std::string& id,
                                         const NewWorkCommit& commit, const WorkCaller& caller);

struct WorkStatusChange {
  std::string status;
  bool reopen = false;
};
base::Result<WorkResult> set_work_status(Workspace& workspace, const std::string& id,
                                         const WorkStatusChange& wanted, const WorkCaller& caller);

struct WorkGitChange {
  // Outer: whether it was given. Inner: null clears.
  std::optional<std::optional<std::string>> branch;
  std::optional<std::optional<std::string>> worktree;
  std::optional<std::optional<std::string>> base_branch;
};
base::Result<WorkResult> update_work_git(Workspace& workspace, const std::string& id,
                                         const WorkGitChange& wanted, const WorkCaller& caller);

// A person's correction; a run's host may not (mode_forbidden). Audited.
struct WorkEdit {
  std::optional<std::string> topic;
  std::optional<std::string> description;
};
base::Result<WorkResult> edit_work(Workspace& workspace, const std::string& id,
                                   const WorkEdit& edit, const WorkCaller& caller);
// Writes the folder's name into a manifest that has another.
base::Result<WorkResult> fix_work(Workspace& workspace, const std::string& id,
                                  const WorkCaller& caller);

// Ties a run to a work session (activeFeature, workSession), or loosens it with an empty id.
base::Result<void> link_run_to_work(Workspace& workspace, const model::RunId& run,
                                    const std::string& id, const Caller& caller);

struct WorkMigration {
  bool migrated = false;
  std::string backup;
  std::vector<std::string> spec_sections;
};
base::Result<WorkMigration> migrate_work(Workspace& workspace, const std::string& id,
                                         const WorkCaller& caller);

// The path of plan.md.
base::Result<std::string> write_work_plan(Workspace& workspace, const std::string& id);

// Goals, questions and decisions of spec.md, for display.
base::Result<model::WorkSpec> view_work_spec(Workspace& workspace, const std::string& id);

// For git's merge driver: reads the three files and writes the merged text to `ours`.
struct MergeFiles {
  os::Path base;
  os::Path ours;
  os::Path theirs;
};
base::Result<void> merge_work(os::System system, const MergeFiles& files);

struct MergeDriver {
  std::string attributes;  // The file that names it.
  std::string line;        // What was added there.
  bool changed = true;     // False: it was there already.
};
// Tells this repository's git, and no other, to merge state.json with us. Nothing in the tree is
// changed. unavailable outside git.
base::Result<MergeDriver> install_merge_driver(Workspace& workspace);

struct WorkArtifact {
  std::string text;
  std::string media_type;
};
// `kind`: "state", "spec" or "plan" (S2's `session://work/{slug}/…`).
base::Result<WorkArtifact> read_work_artifact(Workspace& workspace, const std::string& id,
                                              const std::string& kind);
// Another text whenever the artifact is another, made of the file's time and size alone; "" where
// there is none.
std::string work_artifact_stamp(Workspace& workspace, const std::string& id,
                                const std::string& kind);
// Every slug that has a folder here, sorted.
std::vector<std::string> work_slugs(Workspace& workspace);

}  // namespace engine

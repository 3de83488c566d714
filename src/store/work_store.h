// Work sessions on disk: `{work.root}/{slug}/` in the tree, the truth about them. One way to write
// a state.json, for tools, commands and hooks alike: lock, read, change, compare, replace.
//
// The file's bytes are edited in place (base/json_text.h), so that a change is a small diff and
// everything that we know nothing of stays as it is. See docs/format/work_session.md.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/plan.h"
#include "model/work_session.h"
#include "model/work_spec.h"
#include "os/system.h"

namespace store {

inline constexpr std::uint64_t kWorkStateBytesMax = 1024ULL * 1024;  // B2-19
// spec.md, plan.json and plan.md.
inline constexpr std::uint64_t kWorkArtifactBytesMax = 4ULL * 1024 * 1024;

struct WorkFolder {
  std::string slug;  // The folder's name: it counts, whatever the file says (S2-104).
  os::Path path;     // Absolute, without links; inside the root.
};

struct StoredWork {
  WorkFolder folder;
  model::WorkSession session;
  std::string etag;    // sha256 of the bytes, hexadecimal (B2-2).
  std::string bytes;   // Of state.json.
  bool is_v1 = false;  // Of the older schema: readable here, changed only once it is migrated.
};

using model::WorkSpec;

class WorkStore {
 public:
  struct Places {
    os::Path root;   // The worktree's `{work.root}`, absolute.
    os::Path locks;  // <local>/locks: nothing of ours lies in the tree.
    // What the root must lie in, whatever links the repository has; empty: not asked.
    os::Path tree{};
  };
  WorkStore(os::System system, Places places) : system_(system), places_(std::move(places)) {}

  const os::Path& root() const { return places_.root; }

  // By slug, or by the folder's path (absolute, or relative to `from`); not_found names id and
  // path (S2-69), invalid_value for what is no slug. A folder that is a link, or that leads out of
  // the root, is refused.
  base::Result<WorkFolder> find(std::string_view id, const os::Path& from) const;
  // Folders that have a state.json, sorted by name; links and other files are passed over.
  base::Result<std::vector<WorkFolder>> list() const;

  // parse_error, too_large, state_conflict for git's conflict markers (SC-59), not_found.
  base::Result<StoredWork> read(const WorkFolder& folder) const;

  // Makes the folder with state.json and, where there is none, spec.md of the template. exists.
  base::Result<WorkFolder> create(const model::WorkSession& session) const;

  struct Options {
    std::optional<std::string> if_etag;  // version_conflict where the bytes have another.
    base::Millis lock_timeout{2000};
    // Touches only: nothing is written where `updated_at` is younger than this (B2-4).
    std::optional<base::Millis> debounce;
  };
  using Change = std::function<base::Result<model::WorkSession>(const StoredWork& current)>;
  // Under the lock: the newest state is given to `change`, and what comes back is put in place of
  // what it was, all or nothing. Nothing is written where it is the same. v1 is unavailable, with
  // the command that migrates it.
  base::Result<StoredWork> update(const WorkFolder& folder, const Options& options,
                                  const Change& change) const;

  // not_found where there is none; the artifact must resolve inside the folder (B2-18).
  base::Result<model::Plan> read_plan(const StoredWork& work) const;
  base::Result<std::string> read_artifact(const StoredWork& work, std::string_view artifact) const;
  bool has_artifact(const StoredWork& work, std::string_view artifact) const;
  // plan.md of plan.json (S2-75); the path that was written. Unchanged text is not written again.
  base::Result<os::Path> write_plan_md(const StoredWork& work) const;

  struct Migration {
    bool migrated = false;                   // False: it was v2 already.
    os::Path backup;                         // state.v1.json
    std::vector<std::string> spec_sections;  // What was appended to spec.md.
  };
  // v1 to v2 once: goals, questions and decisions go to spec.md first (B2-26), then the backup,
  // then the manifest. Keys that v2 does not know stay. A crash between two steps is finished by
  // the next call.
  base::Result<Migration> migrate(const WorkFolder& folder, const std::string& now) const;

  // What a session's folder holds, by paths inside it.
  struct Files {
    std::vector<std::string> paths;     // Regular files of plain names and a size that can travel.
    std::vector<std::string> left_out;  // The others.
  };
  Files files_of(const WorkFolder& folder) const;
  base::Result<std::string> read_file(const WorkFolder& folder, const std::string& path) const;

  struct FileName {
    std::string slug;
    std::string path;  // Inside the session's folder: "state.json", "research/notes.md".
  };
  struct TakeOptions {
    bool dry_run = false;  // Ask `decide`, and write nothing.
    base::Millis lock_timeout{2000};
  };
  // Gets what is there, if anything, and gives what shall be there, or nothing to leave it.
  using Decide = std::function<base::Result<std::optional<std::string>>(
      const std::optional<std::string>& current)>;
  // One whole file of a session that came from another machine, under the session's lock; folders
  // are made. Whether it was (or would be) written. A manifest must be one. refused where a link or
  // something else stands in the way, version_conflict where somebody without the lock was quicker.
  base::Result<bool> take_in(const FileName& file, const TakeOptions& options,
                             const Decide& decide) const;

 private:
  base::Result<void> make_root() const;
  // Without links and inside the tree; not_found where there is none yet.
  base::Result<os::Path> real_root() const;
  base::Result<std::unique_ptr<os::File>> lock(const os::Path& folder, base::Millis timeout) const;
  base::Result<StoredWork> update_once(const WorkFolder& folder, const Options& options,
                                       const Change& change) const;
  bool is_young(const StoredWork& work, const Options& options) const;

  os::System system_;
  Places places_;
};

// Goals, questions and decisions of a spec.md; what is not there is empty.
WorkSpec read_work_spec(std::string_view markdown);
std::string work_spec_template(const model::WorkSession& session);
std::string plan_markdown(const model::Plan& plan);

// The three files of a merge, as git gives them. An empty `base`: both sides added the file.
struct WorkVersions {
  std::string_view base;
  std::string_view ours;
  std::string_view theirs;
};
// What decides: policy::merge_work, which this layer does not know.
using WorkMerge =
    std::function<model::WorkSession(const model::WorkSession& base, const model::WorkSession& ours,
                                     const model::WorkSession& theirs)>;
// The merged text: ours, edited in place; what only theirs has is added, also keys that we know
// nothing of. state_conflict where one of them cannot be read, or is of the older schema.
base::Result<std::string> merge_work_files(const WorkVersions& versions, const WorkMerge& merge);

}  // namespace store

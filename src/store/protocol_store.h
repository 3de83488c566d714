// What the session protocol keeps beside the runs' notes, in <local>/protocol/: which session is
// active in a worktree, which files were changed before it began, and what past ones came to.
// See docs/format/protocol.md.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

class ProtocolStore {
 public:
  // Both outlive the store.
  ProtocolStore(os::System system, const Layout& layout) : system_(system), layout_(layout) {}

  // One for all worktrees of the project: held while a session starts or ends.
  base::Result<std::unique_ptr<os::File>> lock(base::Millis timeout);

  // The run that was last made active in the worktree at `root`. Only a pointer: the run's own note
  // says whether it still is.
  std::optional<model::RunId> active(const os::Path& root);
  base::Result<void> set_active(const os::Path& root, const model::RunId& run);
  os::Path pointer(const os::Path& root) const;
  // Only where it points to `run`.
  base::Result<void> clear_active(const os::Path& root, const model::RunId& run);

  // The highest session number of a day that was ever given out or that a log in `logs` has.
  std::int64_t highest_number(std::string_view date, const os::Path& logs);

  // Path to a hash of its content, for what was changed before the session began.
  using Baseline = std::map<std::string, std::string>;
  // Gives the SHA-256 that the note keeps, so that nobody can change it unseen.
  base::Result<std::string> save_baseline(const std::string& session_id, const Baseline& baseline);
  // Empty where it is gone or not the one that the note speaks of: then every change counts.
  Baseline load_baseline(const std::string& session_id, const std::string& sha256);

  // Past sessions, one JSON object a line, oldest first. Appended under `lock`.
  base::Result<void> add_history(const base::Json& entry);
  std::vector<base::JsonBox> history();
  os::Path history_file() const { return folder() / "history.jsonl"; }
  // Imported logs in full.
  base::Result<void> add_import(const base::Json& entry);

 private:
  os::Path folder() const { return layout_.local() / "protocol"; }
  base::Result<void> append_line(const os::Path& path, const base::Json& entry);

  os::System system_;
  const Layout& layout_;
};

}  // namespace store

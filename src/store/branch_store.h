// The branch files of the requirements: <git common dir>/requirements/{branch}.json, shared with
// the tool that users come from and so under its lock protocol. See docs/format/branch.md.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "os/system.h"
#include "store/branch_document.h"
#include "store/branch_view.h"
#include "store/project.h"

namespace store {

class BranchStore {
 public:
  struct Options {
    base::Millis lock_timeout{2000};
    BranchDocument::PruneLimits prune;
  };
  // `project` lies in git; both outlive the store.
  BranchStore(os::System system, const Project& project, Options options)
      : system_(system), project_(project), options_(options) {}

  // The folder <git common dir>/requirements.
  os::Path folder() const;
  // The file of a branch: the other tool's name for it, unless that file belongs to another branch
  // (B4-1). Where the disk does not tell, the name for a branch without a file.
  os::Path file_of(const std::string& branch);

  // What a decision needs, permanent ones included. A branch without a file is an empty view, as is
  // a file of an earlier branch of that name (B4-15). parse_error, io: the caller goes on without.
  base::Result<model::BranchView> view(const std::string& branch, std::string_view session);

  // The whole of a branch's file, to be looked at. not_found, parse_error, unavailable, io.
  base::Result<BranchDocument> read(const std::string& branch);

  // Names the state of the files that a view of this branch is made from, for a cache of it.
  // Nothing where they are small, so that reading them is as quick, or where they changed a moment
  // ago: two changes within a tick of the disk's clock can look like one.
  std::optional<std::string> state_of(const std::string& branch);

  // Lock, read, change, write; at most options.lock_timeout. A file that cannot be read is first
  // set aside as `….corrupt-<time>`; one of a version not understood is refused (unavailable).
  // lock_timeout: nothing was written. Nothing is written either where `change` changes nothing.
  using Change = std::function<base::Result<void>(BranchDocument& document)>;
  // A file of an earlier branch of that name is set aside as `….archived-<time>`; that is no fault,
  // and not told.
  struct Updated {
    bool written = false;
    std::string set_aside;  // Where a bad file went; empty: there was none.
  };
  base::Result<Updated> update(const std::string& branch, const Change& change);
  // The same for _permanent.json, which holds what counts on every branch (B4-16).
  base::Result<Updated> update_permanent(const Change& change);

  // Branches that have a file, by the name inside it, sorted.
  std::vector<std::string> branches();
  // Those whose file knows this session: its requirements there may be unmet (B4-11).
  std::vector<std::string> branches_of(std::string_view session);
  // Gives the state of `from` to `to`. exists where `to` has one already; not_found. A crash may
  // leave both.
  base::Result<void> rename(const std::string& from, const std::string& to);

 private:
  // A branch's file under its lock.
  struct Held {
    os::Path file;
    std::unique_ptr<os::File> lock;
  };
  struct Place {
    os::Path file;
    std::string branch;
    std::string anchor;  // What git tells of the branch.
  };

  base::Result<void> require_git(const std::string& branch) const;
  std::int64_t now() const;
  os::Path permanent_file() const;
  // As file_of; an error where the disk does not tell.
  base::Result<os::Path> locate(const std::string& branch);
  base::Result<std::unique_ptr<os::File>> lock(const os::Path& file, base::Millis timeout);
  base::Result<Held> hold(const std::string& branch);
  bool is_past(const std::string& branch, const std::string& anchor);
  // Nothing where the file is missing or another branch's.
  base::Result<std::optional<BranchFileView>> view_of(const os::Path& file,
                                                      const std::string& branch,
                                                      std::string_view session);
  // Nothing where a new one is to be made; what stood there is then set aside.
  base::Result<std::optional<BranchDocument>> open_document(const Place& place, Updated& done);
  base::Result<Updated> lasting(Updated done);
  base::Result<Updated> change_file(const Place& place, const Change& change);
  base::Result<void> write(const os::Path& file, BranchDocument& document, std::uint32_t mode);
  // Sorted. `session` is whose entries the views are to have; may be empty.
  std::vector<std::string> named_in_files(
      std::string_view session, const std::function<bool(const BranchFileView&)>& is_wanted);
  base::Result<void> move_state(const os::Path& from, const Place& to);

  os::System system_;
  const Project& project_;
  Options options_;
};

// "feature/auth" is "feature-auth.json" (S4-89).
std::string branch_file_name(std::string_view branch);

}  // namespace store

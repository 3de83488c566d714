// The branch files of the requirements: <git common dir>/requirements/{branch}.json, shared with
// the tool that users come from and so under its lock protocol. See docs/format/branch.md.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/time.h"
#include "os/system.h"
#include "store/branch_document.h"
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
  // (B4-1).
  os::Path file_of(const std::string& branch);

  // What a decision needs, permanent ones included. A branch without a file is an empty view, as is
  // a file of an earlier branch of that name (B4-15). parse_error, io: the caller goes on without.
  base::Result<model::BranchView> view(const std::string& branch, std::string_view session);

  // Lock, read, change, write; at most options.lock_timeout. A file that cannot be read is first
  // set aside as `….corrupt-<time>`; one of a version not understood is refused (unavailable).
  // lock_timeout: nothing was written. Nothing is written either where `change` changes nothing.
  using Change = std::function<base::Result<void>(BranchDocument& document)>;
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
  // Gives the state of `from` to `to`. exists where `to` has one already; not_found.
  base::Result<void> rename(const std::string& from, const std::string& to);

 private:
  os::System system_;
  const Project& project_;
  Options options_;
};

// "feature/auth" is "feature-auth.json" (S4-89).
std::string branch_file_name(std::string_view branch);

}  // namespace store

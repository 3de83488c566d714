// Which projects a person trusts: commands that a project's own files name run only there (BX-7).
// One file a project, outside of it. See docs/format/trust.md.
#pragma once
#include "base/result.h"
#include "model/ids.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

class Trust {
 public:
  // `homes` outlives this.
  Trust(os::System system, const Homes& homes, model::ProjectId project)
      : system_(system), homes_(homes), project_(std::move(project)) {}

  os::Path file() const;  // <config home>/holdfast/trusted/{project}
  // Where the file is there, and is a plain one of this user's. Whatever cannot be read is no
  // trust.
  bool is_given();
  // Fine where it is given already; then nothing is written. `root` is for people to read.
  base::Result<void> give(const os::Path& root);
  // Fine where there is none.
  base::Result<void> revoke();

 private:
  os::System system_;
  const Homes& homes_;
  model::ProjectId project_;
};

}  // namespace store

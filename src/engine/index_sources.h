// The files of a project that the index is made of, but for journals and work sessions: each is
// looked at, and read where it changed. Private to the engine.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/index_work.h"
#include "engine/stores.h"
#include "index/index.h"

namespace engine {

// Kind and name to the mark that the index has of the file.
using MarkMap = std::map<std::pair<std::string, std::string>, indexing::FileMark>;

class SourceIngest {
 public:
  // All outlive this.
  SourceIngest(Stores& stores, LazyBatch& batch, const MarkMap& marks)
      : stores_(stores), batch_(batch), marks_(marks) {}

  base::Result<void> run();
  // The notes of these runs alone.
  base::Result<void> notes_of(const std::vector<std::string>& runs);

  std::size_t runs() const { return runs_; }
  std::vector<std::string>& problems() { return problems_; }

 private:
  base::Result<void> notes();
  base::Result<void> note(const model::RunId& run);
  base::Result<void> note_gone(const std::string& run);
  base::Result<void> decisions(const model::Run& run);
  base::Result<void> aliases();
  base::Result<void> history();
  base::Result<void> past_session(const base::Json& entry);
  base::Result<void> work_audit();
  base::Result<void> branches();
  base::Result<void> branch(const os::Path& file, const std::string& name);

  // The mark to write when the file has been read; nothing where it is as it was, or is not there.
  std::optional<indexing::FileMark> changed(const char* kind, const std::string& name,
                                            const os::Path& path);
  // The names of this kind that the index knows and `there` has not.
  std::vector<std::string> gone(const char* kind, const std::vector<std::string>& there) const;

  Stores& stores_;
  LazyBatch& batch_;
  const MarkMap& marks_;
  std::size_t runs_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace engine

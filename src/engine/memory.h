// Where the memories of document S1 are kept: files by default, or a memory server that the app
// wires in. Absent and unavailable are two answers (B1-3).
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/workspace.h"

namespace engine {

// not_found where there is no such memory; invalid_params for a name that is none; anything else
// means that the store does not answer.
class MemoryStore {
 public:
  MemoryStore() = default;
  MemoryStore(const MemoryStore&) = delete;
  MemoryStore& operator=(const MemoryStore&) = delete;
  virtual ~MemoryStore() = default;

  virtual std::string_view kind() const = 0;  // "files", "serena", "basic-memory"
  virtual base::Result<std::vector<std::string>> list() = 0;
  virtual base::Result<std::string> read(const std::string& name) = 0;
  virtual base::Result<void> write(const std::string& name, const std::string& content) = 0;
  virtual base::Result<void> remove(const std::string& name) = 0;
};

// `.serena/memories/*.md` of the worktree, made where it is missing. A folder that leads outside
// the project is unavailable.
std::unique_ptr<MemoryStore> file_memories(os::System system, const os::Path& root);

// The file store, unless the app has wired in another.
MemoryStore& memories(Workspace& workspace);
void use_memories(Workspace& workspace, std::shared_ptr<MemoryStore> store);

// `edit_memory` of Serena, on any store: `needle` is literal text and must be there.
// invalid_params where it is not, or more than once and not `all`.
struct MemoryEdit {
  std::string needle;
  std::string replacement;
  bool all = false;
};
base::Result<void> edit_memory(MemoryStore& store, const std::string& name, const MemoryEdit& edit);

}  // namespace engine

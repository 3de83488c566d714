#include "engine/memory.h"

#include "engine/inside.h"
#include "engine/stores.h"
#include "store/session_memory.h"

namespace engine {
namespace {

constexpr std::uint64_t kMemoryBytesMax = 4ULL * 1024 * 1024;
constexpr int kMemoryDepthMax = 8;
constexpr std::size_t kMemoriesMax = 10'000;

class FileMemories : public MemoryStore {
 public:
  FileMemories(os::System system, os::Path root) : system_(system), root_(std::move(root)) {}

  std::string_view kind() const override { return "files"; }

  base::Result<std::vector<std::string>> list() override {
    TRY_ASSIGN(const os::Path folder, ready_folder());
    std::vector<std::string> names;
    TRY(collect(folder, "", 0, names));
    return names;
  }

  base::Result<std::string> read(const std::string& name) override {
    TRY_ASSIGN(const os::Path path, path_of(name));
    return system_.files.read(path, {.bytes_max = kMemoryBytesMax, .follow_links = false});
  }

  base::Result<void> write(const std::string& name, const std::string& content) override {
    if (content.size() > kMemoryBytesMax) {
      return base::Error{base::Code::too_large, "a memory has at most 4 MiB", ""};
    }
    TRY(ready_folder());
    TRY_ASSIGN(const os::Path path, path_of(name));
    TRY(system_.files.make_folders(path.parent_path(), kTreeFolderMode));
    TRY(check_inside(system_.files, root_, path.parent_path()));
    return system_.files.replace(path, content, {.mode = kTreeFileMode});
  }

  base::Result<void> remove(const std::string& name) override {
    TRY_ASSIGN(const os::Path path, path_of(name));
    return system_.files.remove(path);
  }

 private:
  os::Path folder() const { return root_ / ".serena" / "memories"; }

  base::Result<os::Path> ready_folder() {
    TRY(system_.files.make_folders(folder(), kTreeFolderMode));
    TRY(check_inside(system_.files, root_, folder()));
    return folder();
  }

  base::Result<os::Path> path_of(const std::string& name) {
    TRY_ASSIGN(const std::string file, store::memory_file_name(name));
    const os::Path path = folder() / file;
    // What exists of the way there must not lead out of the project.
    if (system_.files.exists(path.parent_path())) {
      TRY(check_inside(system_.files, root_, path.parent_path()));
    }
    return path;
  }

  base::Result<void> collect(const os::Path& path, const std::string& prefix, int depth,
                             std::vector<std::string>& names) {
    TRY_ASSIGN(const auto entries, system_.files.list(path));
    for (const std::string& entry : entries) {
      if (names.size() >= kMemoriesMax) return {};
      const auto info = system_.files.link_info(path / entry);
      if (!info.ok()) continue;
      if (info->kind == os::FileKind::folder && depth < kMemoryDepthMax) {
        TRY(collect(path / entry, prefix + entry + "/", depth + 1, names));
      } else if (info->kind == os::FileKind::regular && entry.ends_with(".md")) {
        names.push_back(prefix + entry.substr(0, entry.size() - 3));
      }
    }
    return {};
  }

  os::System system_;
  os::Path root_;
};

}  // namespace

std::unique_ptr<MemoryStore> file_memories(os::System system, const os::Path& root) {
  return std::make_unique<FileMemories>(system, root);
}

MemoryStore& memories(Workspace& workspace) { return workspace.stores().memory(); }

void use_memories(Workspace& workspace, std::shared_ptr<MemoryStore> store) {
  workspace.stores().memory_store = std::move(store);
}

base::Result<void> edit_memory(MemoryStore& store, const std::string& name,
                               const MemoryEdit& edit) {
  if (edit.needle.empty()) {
    return base::Error{base::Code::invalid_params, "the text to replace is empty", ""};
  }
  TRY_ASSIGN(std::string text, store.read(name));
  std::size_t at = text.find(edit.needle);
  if (at == std::string::npos) {
    return base::Error{base::Code::invalid_params, "the text to replace is not in " + name, ""};
  }
  if (!edit.all && text.find(edit.needle, at + 1) != std::string::npos) {
    return base::Error{base::Code::invalid_params,
                       "the text to replace is more than once in " + name,
                       "Give more of the text around it, or replace all of them."};
  }
  while (at != std::string::npos) {
    text.replace(at, edit.needle.size(), edit.replacement);
    at = edit.all ? text.find(edit.needle, at + edit.replacement.size()) : std::string::npos;
  }
  return store.write(name, text);
}

}  // namespace engine

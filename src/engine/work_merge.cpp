// The manifests of two branches as one, when git asks for it (B2-13).
#include "base/text.h"
#include "engine/git_command.h"
#include "engine/inside.h"
#include "engine/work.h"
#include "policy/work_session.h"

namespace engine {
namespace {

constexpr const char* kDriver = "holdfast-work";
constexpr std::uint64_t kAttributesBytesMax = 1024 * 1024;

// As one word of the shell that git gives a driver to, once it has put in what a % stands for.
std::string quoted_for_shell(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else if (c == '%') {
      quoted += "%%";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

// As a pattern of gitattributes, where a leading quote begins a C string.
std::string quoted_pattern(std::string_view text) {
  const bool is_plain = text.find_first_of(" \t\"\\") == std::string_view::npos;
  if (is_plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

bool has_line(std::string_view text, std::string_view line) {
  for (const std::string_view one : base::split(text, '\n')) {
    if (base::trim(one) == line) return true;
  }
  return false;
}

base::Result<bool> add_attribute(os::FileSystem& files, const os::Path& path,
                                 const std::string& line) {
  auto text = files.read(path, {.bytes_max = kAttributesBytesMax});
  if (!text.ok() && text.error().code != base::Code::not_found) return std::move(text).error();
  std::string content = text.ok() ? *std::move(text) : std::string();
  if (has_line(content, line)) return false;
  if (!content.empty() && !content.ends_with('\n')) content += '\n';
  content += line + "\n";
  TRY(files.make_folders(path.parent_path()));
  TRY(files.replace(path, content, {.mode = kTreeFileMode}));
  return true;
}

}  // namespace

base::Result<void> merge_work(os::System system, const MergeFiles& files) {
  const auto read = [&](const os::Path& path) {
    return system.files.read(path, {.bytes_max = store::kWorkStateBytesMax});
  };
  TRY_ASSIGN(const std::string base, read(files.base));
  TRY_ASSIGN(const std::string ours, read(files.ours));
  TRY_ASSIGN(const std::string theirs, read(files.theirs));
  TRY_ASSIGN(const std::string merged,
             store::merge_work_files({base, ours, theirs}, policy::merge_work));
  return system.files.replace(files.ours, merged, {.mode = kTreeFileMode});
}

base::Result<MergeDriver> install_merge_driver(Workspace& workspace) {
  Stores& stores = workspace.stores();
  if (stores.project.common_dir.empty()) {
    return base::Error{base::Code::unavailable, stores.project.root.native() + " is not in git",
                       "Merging is git's: there is nothing to install without it."};
  }
  const std::string program = stores.system.environment.program().native();
  const std::string key = std::string("merge.") + kDriver;
  TRY(run_git(stores, {"config", "--local", key + ".name", "work sessions of Holdfast"}));
  TRY(run_git(stores, {"config", "--local", key + ".driver",
                       quoted_for_shell(program) + " work merge-driver %O %A %B"}));
  MergeDriver driver;
  const std::string root = os::Path(stores.config.work_root).lexically_normal().native();
  const os::Path attributes = stores.project.common_dir / "info" / "attributes";
  driver.attributes = attributes.native();
  driver.line = quoted_pattern(root + "/*/state.json") + " merge=" + kDriver;
  TRY_ASSIGN(driver.changed, add_attribute(stores.system.files, attributes, driver.line));
  return driver;
}

}  // namespace engine

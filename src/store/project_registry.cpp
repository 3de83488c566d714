#include "store/project_registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/time.h"

namespace store {
namespace {

using base::Json;

constexpr std::uint64_t kRecordBytesMax = 64 * 1024;
constexpr std::uint64_t kGitConfigBytesMax = 1024 * 1024;
constexpr std::uint64_t kWorktreePointerBytesMax = 4096;

bool is_project_id(std::string_view text) {
  return text.size() == 16 && std::all_of(text.begin(), text.end(), base::is_hex_digit);
}

std::optional<ProjectRecord> record_from(std::string_view bytes) {
  const auto json = base::parse_json(bytes, {.bytes_max = kRecordBytesMax, .depth_max = 4});
  if (!json.ok() || !json->is_object()) return std::nullopt;
  ProjectRecord record;
  record.id.text = base::text_at(*json, "id");
  record.root = base::text_at(*json, "root");
  record.common_dir = base::text_at(*json, "git_common_dir");
  record.name = base::text_at(*json, "name");
  record.remote = base::text_at(*json, "remote");
  record.created_at = base::text_at(*json, "created_at");
  if (!is_project_id(record.id.text) || !record.root.is_absolute()) return std::nullopt;
  return record;
}

std::string record_text(const ProjectRecord& record) {
  return base::dump_pretty(Json{{"id", record.id.text},
                                {"root", record.root.native()},
                                {"git_common_dir", record.common_dir.native()},
                                {"name", record.name},
                                {"remote", record.remote},
                                {"created_at", record.created_at}});
}

// `url` of [remote "origin"] in git's configuration, as it stands there.
std::string origin_url(std::string_view config) {
  bool in_origin = false;
  for (const std::string_view raw : base::split(config, '\n')) {
    const std::string_view line = base::trim(raw);
    if (line.starts_with('[')) {
      in_origin = line == "[remote \"origin\"]";
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!in_origin || equals == std::string_view::npos) continue;
    if (base::trim(line.substr(0, equals)) == "url") {
      return std::string(base::trim(line.substr(equals + 1)));
    }
  }
  return {};
}

// "https://me:secret@host/x" to "https://host/x"; "git@host:x" has no secret and stays.
std::string without_secret(const std::string& url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string::npos) return url;
  const std::size_t host = scheme + 3;
  const std::size_t path = std::min(url.find('/', host), url.size());
  const std::size_t at = url.rfind('@', path);
  if (at == std::string::npos || at < host) return url;
  return url.substr(0, host) + url.substr(at + 1);
}

std::string project_name(const std::string& remote, const os::Path& root) {
  std::string_view word = remote;
  while (word.ends_with('/')) word.remove_suffix(1);
  if (word.ends_with(".git")) word.remove_suffix(4);
  const std::size_t start = word.find_last_of("/:");
  if (start != std::string_view::npos) word.remove_prefix(start + 1);
  return word.empty() ? root.filename().string() : std::string(word);
}

}  // namespace

std::vector<ProjectRecord> ProjectRegistry::list() const {
  constexpr std::string_view kSuffix = ".json";
  std::vector<ProjectRecord> records;
  if (folder_.empty()) return records;
  const auto names = system_.files.list(folder_);
  if (!names.ok()) return records;
  for (const std::string& name : *names) {
    if (!name.ends_with(kSuffix)) continue;
    const std::string id = name.substr(0, name.size() - kSuffix.size());
    if (auto record = find({id})) records.push_back(*std::move(record));
  }
  return records;
}

std::optional<ProjectRecord> ProjectRegistry::find(const model::ProjectId& id) const {
  if (folder_.empty() || !is_project_id(id.text)) return std::nullopt;
  const auto bytes =
      system_.files.read(file(id), {.bytes_max = kRecordBytesMax, .follow_links = false});
  if (!bytes.ok()) return std::nullopt;
  auto record = record_from(*bytes);
  if (!record || record->id != id) return std::nullopt;
  return record;
}

base::Result<void> ProjectRegistry::remember(const ProjectRecord& record) const {
  if (folder_.empty()) return {};
  ProjectRecord wanted = record;
  const auto known = find(record.id);
  if (wanted.created_at.empty()) {
    wanted.created_at = known ? known->created_at : base::to_iso(system_.clock.now());
  }
  if (known == wanted) return {};
  TRY(system_.files.make_folders(folder_));
  return system_.files.replace(file(record.id), record_text(wanted));
}

base::Result<void> ProjectRegistry::forget(const model::ProjectId& id) const {
  if (folder_.empty() || !is_project_id(id.text)) return {};
  auto removed = system_.files.remove(file(id));
  if (!removed.ok() && removed.error().code == base::Code::not_found) return {};
  return removed;
}

ProjectRecord record_of(os::FileSystem& files, const Project& project) {
  ProjectRecord record;
  record.id = project.id;
  record.root = project.main_root;
  record.common_dir = project.common_dir;
  if (!project.common_dir.empty()) {
    const auto config =
        files.read(project.common_dir / "config", {.bytes_max = kGitConfigBytesMax});
    if (config.ok()) record.remote = without_secret(origin_url(*config));
  }
  record.name = project_name(record.remote, record.root);
  return record;
}

std::vector<os::Path> worktrees_of(os::FileSystem& files, const Project& project) {
  std::vector<os::Path> roots;
  const auto add = [&](const os::Path& root) {
    // A worktree whose folder was deleted is still listed by git.
    const auto real = files.real_path(root);
    if (!real.ok() || std::find(roots.begin(), roots.end(), *real) != roots.end()) return;
    roots.push_back(*real);
  };
  add(project.main_root);
  add(project.root);
  if (project.common_dir.empty()) return roots;
  const os::Path folder = project.common_dir / "worktrees";
  const auto names = files.list(folder);
  if (!names.ok()) return roots;
  for (const std::string& name : *names) {
    const auto pointer = files.read(folder / name / "gitdir",
                                    {.bytes_max = kWorktreePointerBytesMax, .follow_links = false});
    if (pointer.ok()) add(os::normalised(folder / name, base::trim(*pointer)).parent_path());
  }
  return roots;
}

}  // namespace store

#include "cost/transcript_files.h"

#include <algorithm>

#include "base/text.h"
#include "cost/json_walk.h"

namespace cost {
namespace {

constexpr int kDepthMax = 8;
constexpr std::size_t kFilesMax = 1'000'000;
constexpr std::string_view kEnding = ".jsonl";
constexpr std::string_view kSubagents = "/subagents/";

class Search {
 public:
  Search(os::FileSystem& files, FoundFiles& found) : files_(files), found_(found) {}

  void enter(const std::string& folder, FileKind kind, int depth) {
    const auto info = files_.info(folder);
    if (!info.ok()) return complain(info.error());
    if (info->kind != os::FileKind::folder) return;
    // Before the listing: a name that comes meanwhile makes the time differ.
    found_.folders.push_back({folder, *info});
    const auto names = files_.list(folder);
    if (!names.ok()) return complain(names.error());
    for (const std::string& name : *names) take(folder + "/" + name, name, kind, depth);
  }

  // What went away meanwhile was never there.
  void complain(const base::Error& error) {
    if (error.code != base::Code::not_found) found_.problems.push_back(error.message);
  }

 private:
  void take(const std::string& path, const std::string& name, FileKind kind, int depth) {
    const bool is_wanted =
        name.ends_with(kEnding) && (kind == FileKind::claude || name.starts_with("rollout-"));
    // Names with another ending are nearly always no folders.
    if (!is_wanted && name.find('.') != std::string::npos && kind == FileKind::claude &&
        name.ends_with(".json")) {
      return;
    }
    const auto info = files_.link_info(path);
    if (!info.ok()) return complain(info.error());
    if (found_.files.size() >= kFilesMax) return;
    if (info->kind == os::FileKind::regular && is_wanted) {
      found_.files.push_back({path, kind, *info});
    } else if (info->kind == os::FileKind::folder && depth < kDepthMax) {
      enter(path, kind, depth + 1);
    }
  }

  os::FileSystem& files_;
  FoundFiles& found_;
};

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

FoundFiles find_transcripts(os::FileSystem& files, const std::vector<Root>& roots) {
  FoundFiles found;
  std::vector<std::string> entered;
  for (const Root& root : roots) {
    // Two names of one folder are one root.
    const auto real = files.real_path(root.folder);
    if (!real.ok()) {
      Search(files, found).complain(real.error());
      continue;
    }
    if (std::find(entered.begin(), entered.end(), real->native()) != entered.end()) continue;
    entered.push_back(real->native());
    Search(files, found).enter(real->native(), root.kind, 0);
  }
  std::stable_sort(found.files.begin(), found.files.end(),
                   [](const FoundFile& a, const FoundFile& b) { return a.path < b.path; });
  // One root may lie below another.
  found.files.erase(
      std::unique(found.files.begin(), found.files.end(),
                  [](const FoundFile& a, const FoundFile& b) { return a.path == b.path; }),
      found.files.end());
  return found;
}

std::string session_of(std::string_view path, FileKind kind) {
  constexpr std::size_t kIdBytes = 36;
  const std::size_t at = path.rfind(kSubagents);
  if (kind == FileKind::claude && at != std::string_view::npos) {
    return std::string(file_name(path.substr(0, at)));
  }
  std::string_view name = file_name(path);
  name.remove_suffix(std::min(name.size(), kEnding.size()));
  if (kind == FileKind::codex && name.size() > kIdBytes) name.remove_prefix(name.size() - kIdBytes);
  return std::string(name);
}

std::string agent_of(os::FileSystem& files, std::string_view path, FileKind kind) {
  constexpr std::uint64_t kBytesMax = 65536;
  if (kind != FileKind::claude || path.rfind(kSubagents) == std::string_view::npos) return {};
  std::string meta(path.substr(0, path.size() - kEnding.size()));
  meta += ".meta.json";
  const auto bytes = files.read(meta, {.bytes_max = kBytesMax, .follow_links = false});
  std::string type;
  if (bytes.ok()) {
    JsonWalk walk(*bytes);
    for (bool more = walk.open_object(); more; more = walk.next_member()) {
      if (walk.key() == "agentType") {
        type = base::clip_utf8(walk.text().value_or(""), 100);
      } else {
        walk.skip();
      }
    }
  }
  return type.empty() ? "subagent" : type;
}

}  // namespace cost

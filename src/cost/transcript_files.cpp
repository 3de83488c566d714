#include "cost/transcript_files.h"

#include <algorithm>

#include "base/text.h"
#include "cost/json_walk.h"

namespace cost {
namespace {

constexpr int kFolderDepthMax = 8;
constexpr std::size_t kFilesMax = 1'000'000;
constexpr std::string_view kEnding = ".jsonl";
constexpr std::string_view kSubagents = "/subagents/";
constexpr std::string_view kChats = "/chats/";

// Below Gemini's root lies much besides: what is wanted is in the folder `chats` of a project's.
enum class Wanted { file, folder_only, nothing };

Wanted wanted_of_gemini(std::string_view name, int depth) {
  if (depth == 0) return Wanted::folder_only;
  if (depth == 1) return name == "chats" ? Wanted::folder_only : Wanted::nothing;
  const bool is_session =
      name.ends_with(kEnding) || (name.starts_with("session-") && name.ends_with(".json"));
  return is_session ? Wanted::file : Wanted::folder_only;
}

Wanted wanted_of(std::string_view name, FileKind kind, int depth) {
  switch (kind) {
    case FileKind::claude:
      if (name.ends_with(kEnding)) return Wanted::file;
      // Names with another ending are nearly always no folders.
      return name.ends_with(".json") ? Wanted::nothing : Wanted::folder_only;
    case FileKind::codex:
      return name.ends_with(kEnding) && name.starts_with("rollout-") ? Wanted::file
                                                                     : Wanted::folder_only;
    case FileKind::gemini:
      return wanted_of_gemini(name, depth);
  }
  return Wanted::nothing;
}

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
    const Wanted wanted = wanted_of(name, kind, depth);
    if (wanted == Wanted::nothing) return;
    const auto info = files_.link_info(path);
    if (!info.ok()) return complain(info.error());
    if (found_.files.size() >= kFilesMax) return;
    if (info->kind == os::FileKind::regular && wanted == Wanted::file) {
      found_.files.push_back({path, kind, *info});
    } else if (info->kind == os::FileKind::folder && depth < kFolderDepthMax) {
      enter(path, kind, depth + 1);
    }
  }

  os::FileSystem& files_;
  FoundFiles& found_;
};

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// A main conversation lies in `chats` itself.
bool is_subagent_of_gemini(std::string_view path, FileKind kind) {
  return kind == FileKind::gemini && !path.substr(0, path.rfind('/') + 1).ends_with(kChats);
}

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
  if (is_subagent_of_gemini(path, kind)) {
    return std::string(file_name(path.substr(0, path.rfind('/'))));
  }
  std::string_view name = file_name(path);
  name = name.substr(0, name.rfind('.'));
  if (kind == FileKind::codex && name.size() > kIdBytes) name.remove_prefix(name.size() - kIdBytes);
  return std::string(name);
}

std::string agent_of(os::FileSystem& files, std::string_view path, FileKind kind) {
  constexpr std::uint64_t kBytesMax = 65536;
  if (is_subagent_of_gemini(path, kind)) return "subagent";
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

std::string folder_of(os::FileSystem& files, std::string_view path, FileKind kind) {
  constexpr std::uint64_t kBytesMax = 4096;
  const std::size_t at = path.rfind(kChats);
  if (kind != FileKind::gemini || at == std::string_view::npos) return {};
  const auto bytes = files.read(std::string(path.substr(0, at)) + "/.project_root",
                                {.bytes_max = kBytesMax, .follow_links = false});
  return bytes.ok() ? std::string(base::trim(*bytes)) : std::string();
}

}  // namespace cost

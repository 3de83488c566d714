#include "policy/guarded_file.h"

#include <array>
#include <vector>

#include "base/text.h"

namespace policy {
namespace {

using MaybeGuarded = std::optional<GuardedFile>;

MaybeGuarded guard(std::string_view what, std::string_view use_this) {
  return GuardedFile{std::string(what), std::string(use_this)};
}

// What follows `folder` and a slash in `path`: empty for the folder itself, nothing for what lies
// elsewhere. An empty folder holds nothing.
std::optional<std::string_view> below(std::string_view path, std::string_view folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.remove_suffix(1);
  if (folder.empty() || !path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (folder == "/" || path.empty()) return path;
  if (path.front() != '/') return std::nullopt;
  return path.substr(1);
}

bool is_below(std::string_view path, std::string_view folder) {
  return below(path, folder).has_value();
}

bool is_guarded_memory_name(std::string_view name) {
  constexpr std::string_view kCurrent = "session-current-state";
  return name.starts_with(kCurrent) || name == "session-history" ||
         name == "session-violations-log";
}

GuardedFile guarded_memory_file() {
  return {"a session memory that Holdfast alone writes", "another name for a memory of your own"};
}

MaybeGuarded guarded_local(std::string_view path, const GuardRoots& roots) {
  const auto local = below(path, roots.local);
  if (is_below(path, roots.notes) || (local && is_below(*local, "notes"))) {
    return guard("one of the signed session notes", "`holdfast session set-state`");
  }
  if (!local) return std::nullopt;
  if (is_below(*local, "journal")) return guard("the journal", "`holdfast events`");
  if (is_below(*local, "handoffs")) return guard("a handoff", "`holdfast handoff add`");
  return guard("Holdfast's own state", "`holdfast doctor --fix`");
}

// `rest` is relative to a project's root.
MaybeGuarded guarded_in_project(std::string_view rest, std::string_view work_root) {
  if (is_below(rest, ".holdfast")) {
    return guard("the project's Holdfast configuration",
                 "a person's own editor, outside the agent; `holdfast doctor` checks the file");
  }
  if (const auto work = below(rest, work_root)) {
    const std::size_t slash = work->find('/');
    if (slash != std::string_view::npos && work->substr(slash + 1) == "state.json") {
      return guard("the state of a work session",
                   "the tools session_transition_phase, session_complete_checkpoint, "
                   "session_add_commit and session_set_status, or `holdfast work`");
    }
  }
  if (const auto memory = below(rest, ".serena/memories")) {
    const bool is_plain_name = memory->find('/') == std::string_view::npos;
    if (is_plain_name && memory->ends_with(".md") &&
        is_guarded_memory_name(memory->substr(0, memory->size() - 3))) {
      return guarded_memory_file();
    }
  }
  return std::nullopt;
}

// The requirements' rules, in a project or a home.
MaybeGuarded guarded_rules(std::string_view rest) {
  constexpr std::array<std::string_view, 4> kNames{
      ".claude/requirements.yaml", ".claude/requirements.local.yaml", ".claude/requirements.json",
      ".claude/requirements.local.json"};
  for (const std::string_view name : kNames) {
    if (rest != name) continue;
    return guard("the rules of the requirements",
                 "a person's own editor, outside the agent; `req lint` checks them");
  }
  return std::nullopt;
}

MaybeGuarded guarded_hooks() {
  return guard("what lets the agent's program ask Holdfast",
               "`holdfast uninstall` in a terminal to take it out; `holdfast doctor --fix` repairs "
               "it");
}

// Files in hosts' folders that are wholly ours; those that hold more are their owner's. `rest` is
// relative to a project's root.
MaybeGuarded guarded_hooks_in_project(std::string_view rest) {
  constexpr std::array<std::string_view, 2> kFiles{".opencode/plugins/holdfast.js",
                                                   ".github/hooks/holdfast.json"};
  for (const std::string_view file : kFiles) {
    if (rest == file) return guarded_hooks();
  }
  return std::nullopt;
}

MaybeGuarded guarded_hooks_of_user(std::string_view path, const GuardRoots& roots) {
  const std::string_view config = roots.config_home;
  struct Row {
    std::string_view folder;
    std::string_view ours;
  };
  const std::array<Row, 6> rows{
      {{roots.home, ".config/opencode/plugins/holdfast.js"},
       {config.substr(0, config.rfind('/') + 1), "opencode/plugins/holdfast.js"},
       {roots.home, ".copilot/hooks/holdfast.json"},
       {roots.copilot_home, "hooks/holdfast.json"},
       {roots.home, ".openclaw/holdfast-plugin"},
       {roots.openclaw_home, "holdfast-plugin"}}};
  for (const Row& row : rows) {
    const auto rest = below(path, row.folder);
    if (rest && is_below(*rest, row.ours)) return guarded_hooks();
  }
  return std::nullopt;
}

MaybeGuarded guarded_in_home(std::string_view path, const GuardRoots& roots) {
  constexpr std::string_view kPinsWay = "`holdfast pins pin`, or the tool working_memory";
  if (const auto data = below(path, roots.data_home)) {
    const std::string_view name = data->substr(data->rfind('/') + 1);
    if (name == "working_memory.json") return guard("the list of pins", kPinsWay);
    if (is_below(*data, "sessions")) {
      return guard("what a session left to the next one", "`holdfast session continue`");
    }
    return guard("Holdfast's data", "`holdfast maintenance`");
  }
  if (is_below(path, roots.config_home)) {
    return guard("one of Holdfast's keys and settings", "`holdfast doctor --fix`");
  }
  if (is_below(path, roots.state_home)) {
    return guard("the record of the newest states", "`holdfast session recover`");
  }
  const auto home = below(path, roots.home);
  if (!home) return std::nullopt;
  if (*home == ".claude/sessions.json") {
    return guard("the registry of live sessions", "`req sessions`");
  }
  const auto memory = below(*home, ".openclaw/workspace/memory");
  if (memory && memory->substr(memory->rfind('/') + 1) == "working_memory.json") {
    return guard("the list of pins", kPinsWay);
  }
  if (is_below(*home, ".openclaw/sessions")) {
    return guard("what a session left to the next one", "`holdfast session continue`");
  }
  return guarded_rules(*home);
}

}  // namespace

std::optional<GuardedFile> guarded_file(std::string_view path, const GuardRoots& roots) {
  if (auto found = guarded_local(path, roots)) return found;
  const auto common = below(path, roots.common_dir);
  if (common && is_below(*common, "requirements")) {
    return guard("the state of the requirements", "`req satisfy`");
  }
  for (const std::string* root : {&roots.project_root, &roots.main_root}) {
    const auto rest = below(path, *root);
    if (!rest) continue;
    if (auto found = guarded_in_project(*rest, roots.work_root)) return found;
    if (auto found = guarded_rules(*rest)) return found;
    if (auto found = guarded_hooks_in_project(*rest)) return found;
  }
  if (auto found = guarded_hooks_of_user(path, roots)) return found;
  return guarded_in_home(path, roots);
}

std::optional<GuardedFile> guarded_below(std::string_view path, const GuardRoots& roots) {
  const std::string project = roots.project_root + "/.holdfast";
  const std::string main_project = roots.main_root + "/.holdfast";
  for (const std::string* guarded : {&project, &main_project, &roots.local, &roots.notes,
                                     &roots.config_home, &roots.state_home, &roots.data_home}) {
    if (guarded->empty() || !is_below(*guarded, path)) continue;
    return guard("a folder that holds files of Holdfast",
                 "`holdfast uninstall` to opt the project out, or name what is to go");
  }
  return std::nullopt;
}

std::optional<GuardedFile> guarded_memory(std::string_view name) {
  constexpr std::string_view kReference = "mem:";
  constexpr std::string_view kSuffix = ".md";
  name = base::trim(name);
  if (name.starts_with(kReference)) name.remove_prefix(kReference.size());

  // Memory servers differ in what they make of a name; some take ".md" out wherever it stands.
  std::string spelled(name);
  for (std::size_t at = spelled.find(kSuffix); at != std::string::npos;
       at = spelled.find(kSuffix)) {
    spelled.erase(at, kSuffix.size());
  }
  std::vector<std::string_view> segments;
  for (const std::string_view segment : base::split(spelled, '/')) {
    if (segment.empty() || segment == ".") continue;
    if (segment != "..") {
      segments.push_back(segment);
    } else if (!segments.empty()) {
      segments.pop_back();
    }
  }
  if (segments.size() != 1 || !is_guarded_memory_name(segments[0])) return std::nullopt;
  return guarded_memory_file();
}

}  // namespace policy

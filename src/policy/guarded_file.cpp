#include "policy/guarded_file.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "policy/mod_place.h"

namespace policy {
namespace {

using MaybeGuarded = std::optional<GuardedFile>;

constexpr std::array<std::string_view, 4> kRuleFiles{
    ".claude/requirements.yaml", ".claude/requirements.local.yaml", ".claude/requirements.json",
    ".claude/requirements.local.json"};
// In hosts' folders, wholly ours.
constexpr std::array<std::string_view, 2> kHookFilesInProject{".opencode/plugins/holdfast.js",
                                                              ".github/hooks/holdfast.json"};
constexpr std::string_view kAskAPerson =
    "a person's own terminal, outside the agent; `holdfast doctor` tells whether it is whole";

struct Secret {
  std::string_view name;  // Whatever begins with it counts: "secret.bak".
  PlaceKind kind;
};
constexpr std::array<Secret, 7> kSecrets{{{"secret", PlaceKind::file},
                                          {"old-secrets", PlaceKind::folder},
                                          {"operator", PlaceKind::file},
                                          {"machine-key", PlaceKind::file},
                                          {"serve-token", PlaceKind::file},
                                          {"mcp-token", PlaceKind::file},
                                          {".tmp-", PlaceKind::file}}};

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
  for (const std::string_view name : kRuleFiles) {
    if (rest != name) continue;
    return guard("the rules of the requirements",
                 "a person's own editor, outside the agent; `req lint` checks them");
  }
  return std::nullopt;
}

MaybeGuarded guarded_hooks() {
  return guard("what lets the agent's program ask Holdfast", kAskAPerson);
}

// Files in hosts' folders that are wholly ours; those that hold more are their owner's. `rest` is
// relative to a project's root.
MaybeGuarded guarded_hooks_in_project(std::string_view rest) {
  for (const std::string_view file : kHookFilesInProject) {
    if (rest == file) return guarded_hooks();
  }
  return std::nullopt;
}

struct HookPlace {
  std::string_view folder;
  std::string_view ours;
  PlaceKind kind;
};
std::array<HookPlace, 8> hook_places_of_user(const GuardRoots& roots) {
  const std::string_view config = roots.config_home;
  const std::string_view all_config = config.substr(0, config.rfind('/') + 1);
  return {{{roots.home, ".config/opencode/plugins/holdfast.js", PlaceKind::file},
           {all_config, "opencode/plugins/holdfast.js", PlaceKind::file},
           {roots.home, ".copilot/hooks/holdfast.json", PlaceKind::file},
           {roots.copilot_home, "hooks/holdfast.json", PlaceKind::file},
           {roots.home, ".openclaw/holdfast-plugin", PlaceKind::folder},
           {roots.openclaw_home, "holdfast-plugin", PlaceKind::folder},
           {roots.home, ".claude/skills/holdfast-shield", PlaceKind::folder},
           {roots.claude_home, "skills/holdfast-shield", PlaceKind::folder}}};
}

MaybeGuarded guarded_hooks_of_user(std::string_view path, const GuardRoots& roots) {
  for (const HookPlace& row : hook_places_of_user(roots)) {
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

bool is_in_work_tree(std::string_view path, const GuardRoots& roots) {
  return is_below(path, roots.project_root) || is_below(path, roots.main_root);
}

// Whether the program is what this very project builds, which its developers build again and again.
// A home that is kept in git builds nothing.
bool is_built_here(const GuardRoots& roots) {
  return is_in_work_tree(roots.program, roots) && !is_in_work_tree(roots.home, roots);
}

constexpr std::string_view kProgramName = "holdfast";
constexpr std::string_view kFleetName = "holdfast-fleet";

std::string beside(std::string_view path, std::string_view name) {
  return std::string(path.substr(0, path.rfind('/') + 1)).append(name);
}

// The folders of the PATH, without slashes at their ends. One that is relative means another folder
// wherever it is used.
std::vector<std::string_view> search_folders(const GuardRoots& roots) {
  std::vector<std::string_view> folders;
  for (std::string_view folder : base::split(roots.search_path, ':')) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
    if (folder.starts_with('/')) folders.push_back(folder);
  }
  return folders;
}

// One starts the other: `holdfast` where a team's server is asked, `holdfast-fleet` as the
// dashboard.
bool is_beside_program(std::string_view path, const GuardRoots& roots) {
  const bool is_called_so = path.ends_with(kProgramName) || path.ends_with(kFleetName);
  return is_called_so &&
         (path == beside(roots.program, kProgramName) || path == beside(roots.program, kFleetName));
}

// Whether `path` is what a bare name would find instead of the program. A work tree may have a
// folder on the PATH: what is built there hides the program only from those who look for its name.
bool hides_program(std::string_view path, const GuardRoots& roots) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos || path.substr(slash + 1) != kProgramName) return false;
  if (!roots.started_as.empty() && is_in_work_tree(path, roots)) return false;
  const auto folders = search_folders(roots);
  return std::find(folders.begin(), folders.end(), path.substr(0, slash)) != folders.end();
}

// The program, what starts it, and what would be found in its place. Links of other names lead to
// it and are known by that.
MaybeGuarded guarded_program(std::string_view path, const GuardRoots& roots) {
  if (roots.program.empty()) return std::nullopt;
  const bool is_named = path == roots.program || path == roots.started_as ||
                        hides_program(path, roots) || is_beside_program(path, roots);
  if (!is_named || is_built_here(roots)) return std::nullopt;
  return guard("the program that decides what the agent may do",
               "the package manager that it came with, or a person's own terminal, outside the "
               "agent");
}

// What goes with a folder. In the work tree everything is the project's own to build anew.
std::vector<std::string> program_places(const GuardRoots& roots) {
  if (roots.program.empty() || is_built_here(roots)) return {};
  std::vector<std::string> places{roots.program, beside(roots.program, kProgramName),
                                  beside(roots.program, kFleetName)};
  if (!roots.started_as.empty()) places.push_back(roots.started_as);
  for (const std::string_view folder : search_folders(roots)) {
    if (is_in_work_tree(folder, roots)) continue;
    places.push_back(beside(std::string(folder) + "/", kProgramName));
  }
  return places;
}

// The same thing said of a target that only leads to it.
GuardedFile in_that_form(const GateTarget& target, GuardedFile guarded) {
  const std::string name = target.touched + ", " + guarded.what;
  std::string words;
  switch (target.form) {
    case TargetForm::path:
      return guarded;
    case TargetForm::hard_link:
      return {"another name of " + name, std::move(guarded.use_this)};
    case TargetForm::tree:
      words = "a folder that holds " + name;
      break;
    case TargetForm::wildcard:
      words = "a name that also means " + name;
      break;
    case TargetForm::copy:
      words = "what would be put over " + name;
      break;
    case TargetForm::module:
      return {"what " + target.touched + " may load, " + guarded.what, std::move(guarded.use_this)};
    case TargetForm::git:
      words = "a command that also takes " + name;
      break;
  }
  if (!target.narrower.empty()) return {std::move(words), "`" + target.narrower + "`"};
  return {std::move(words), "names that leave " + target.touched + " out"};
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
  if (auto found = guarded_program(path, roots)) return found;
  if (makes_a_mod(path, roots)) return guarded_mod();
  return guarded_in_home(path, roots);
}

std::vector<GuardedPlace> guarded_places(const GuardRoots& roots) {
  std::vector<GuardedPlace> places;
  places.reserve(64);
  const auto add = [&](std::string_view folder, std::string_view rest, PlaceKind kind) {
    if (folder.empty()) return;
    GuardedPlace place{std::string(folder), kind};
    while (place.path.ends_with('/')) place.path.pop_back();
    if (!rest.empty()) place.path.append("/").append(rest);
    if (!place.path.empty()) places.push_back(std::move(place));
  };
  const bool has_worktrees = roots.main_root != roots.project_root;
  for (const std::string* root : {&roots.project_root, &roots.main_root, &roots.home}) {
    if (root == &roots.main_root && !has_worktrees) continue;
    for (const std::string_view name : kRuleFiles) add(*root, name, PlaceKind::file);
    if (root == &roots.home) continue;
    add(*root, ".holdfast", PlaceKind::folder);
    for (const std::string_view file : kHookFilesInProject) add(*root, file, PlaceKind::file);
  }
  add(roots.local, "", PlaceKind::folder);
  add(roots.notes, "", PlaceKind::folder);
  add(roots.common_dir, "requirements", PlaceKind::folder);
  for (const std::string* home : {&roots.config_home, &roots.state_home, &roots.data_home}) {
    add(*home, "", PlaceKind::folder);
  }
  for (const HookPlace& row : hook_places_of_user(roots)) add(row.folder, row.ours, row.kind);
  add(roots.home, ".claude/sessions.json", PlaceKind::file);
  add(roots.home, ".openclaw/sessions", PlaceKind::folder);
  add(roots.home, ".openclaw/workspace/memory/working_memory.json", PlaceKind::file);
  for (const std::string& path : program_places(roots)) add(path, "", PlaceKind::file);
  return places;
}

std::vector<std::string> guarded_name_folders(const GuardRoots& roots) {
  std::vector<std::string> folders;
  for (const std::string* root : {&roots.project_root, &roots.main_root}) {
    if (root->empty() || (root == &roots.main_root && *root == roots.project_root)) continue;
    folders.push_back(*root + "/" + roots.work_root);
    folders.push_back(*root + "/.serena/memories");
  }
  return folders;
}

std::optional<GuardedFile> guarded_target(const GateTarget& target, const GuardRoots& roots) {
  const auto is_unharmed = [&](const std::string& path) {
    return target.only_grants && guarded_program(path, roots);
  };
  for (const std::string* path : {&target.path, &target.real_path}) {
    auto guarded = guarded_file(*path, roots);
    if (guarded && !is_unharmed(*path)) return guarded;
  }
  if (target.touched.empty() || is_unharmed(target.touched)) return std::nullopt;
  if (target.form == TargetForm::module) return in_that_form(target, guarded_mod());
  const auto guarded = guarded_file(target.touched, roots);
  return in_that_form(target, guarded.value_or(GuardedFile{"what lets the agent's program ask "
                                                           "Holdfast",
                                                           std::string(kAskAPerson)}));
}

std::vector<GuardedPlace> secret_places(const GuardRoots& roots) {
  std::vector<GuardedPlace> places;
  if (roots.config_home.empty()) return places;
  for (const Secret& secret : kSecrets) {
    places.push_back({roots.config_home + "/" + std::string(secret.name), secret.kind});
  }
  return places;
}

std::optional<GuardedFile> guarded_secret(const GateTarget& target, const GuardRoots& roots) {
  const GuardedFile secret{"one of Holdfast's keys and tokens, which no agent reads",
                           "`holdfast doctor`, which tells whether they are whole"};
  for (const std::string* path : {&target.path, &target.real_path}) {
    const auto rest = below(*path, roots.config_home);
    if (!rest) continue;
    // Their folder with all that is in it.
    if (rest->empty() && target.whole_tree) return secret;
    const std::string_view name = rest->substr(0, rest->find('/'));
    const bool is_secret = std::any_of(kSecrets.begin(), kSecrets.end(), [&](const Secret& known) {
      return name.starts_with(known.name);
    });
    if (is_secret) return secret;
  }
  // Giving rights reads nothing.
  if (target.touched.empty() || target.only_grants) return std::nullopt;
  return in_that_form(target, secret);
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

#include "engine/installation.h"

#include <algorithm>

#include "engine/exclude_list.h"
#include "engine/protocol_projection.h"
#include "store/kept_files.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/project.h"

namespace engine {
namespace {

constexpr std::string_view kOwnFolder = "/.holdfast/";

std::string config_template(bool strict) {
  std::string text =
      "# Holdfast watches over this project while this file is here.\n"
      "# Keys and defaults: docs/spec/model.md 4.12 of Holdfast. `holdfast doctor` checks this "
      "file.\n";
  if (strict) {
    text +=
        "gate:\n  initial_mode: analysis\n"
        "  # The agent goes on to coding by itself, once the start protocol is complete; with "
        "`own`\n"
        "  # a person says so for each session.\n"
        "  agent_mode_change: any\n"
        "protocol:\n  enabled: true\n  enforcement: enforce\n";
  } else {
    text += "gate:\n  initial_mode: coding\n";
  }
  return text;
}

std::string text_or_empty(os::FileSystem& files, const os::Path& path) {
  auto text = files.read(path);
  return text.ok() ? *std::move(text) : std::string();
}

InstallTarget target_of(os::System& system, const store::Project& project, InstallScope scope) {
  return {.root = project.main_root,
          .git_dir = project.common_dir,
          .home = store::homes_of(system.environment).home,
          .scope = scope,
          .program = system.environment.program(),
          .worktree = project.root == project.main_root ? os::Path() : project.root,
          .worktrees = store::linked_worktrees(system.files, project)};
}

// A path as git's exclude list names it, which counts in every worktree; empty outside of all. A
// linked worktree may lie within the main one.
std::string name_in_worktree(const os::Path& path, const InstallTarget& target) {
  const auto name_in = [&](const os::Path& root) {
    std::string relative = path.lexically_relative(root).native();
    return relative.starts_with("..") ? std::string() : relative;
  };
  for (const os::Path& root : target.worktrees) {
    if (std::string name = name_in(root); !name.empty()) return name;
  }
  return name_in(target.root);
}

// The lines of git's exclude list for the files of a plan: those of a worktree that are no files of
// ours anyway.
std::vector<std::string> lines_of(const std::vector<FileChange>& changes,
                                  const InstallTarget& target) {
  std::vector<std::string> lines;
  for (const FileChange& change : changes) {
    const std::string name = name_in_worktree(change.path, target);
    const bool is_known = std::find(lines.begin(), lines.end(), "/" + name) != lines.end();
    if (!name.empty() && !is_known && !name.starts_with(".holdfast/")) lines.push_back("/" + name);
  }
  return lines;
}

os::Path exclude_path(const store::Project& project) {
  return project.common_dir / "info" / "exclude";
}

// Names that only this machine knows are kept out of `git status` without touching the project. A
// project that opts in for everybody wants its file seen.
std::optional<FileChange> plan_exclude(os::FileSystem& files, const store::Project& project,
                                       const InstallPlan& plan, const InstallTarget& target) {
  if (project.common_dir.empty()) return std::nullopt;
  const os::Path path = exclude_path(project);
  const std::string text = text_or_empty(files, path);
  const std::string own(kOwnFolder);
  std::vector<std::string> lines = lines_of(plan.changes, target);
  if (target.scope == InstallScope::project) {
    lines.push_back(own);
    std::string seen = without_excluded(text, lines);
    if (seen == text) return std::nullopt;
    return FileChange{path, "let git see the configuration", std::move(seen)};
  }
  // A configuration that was there before may be one that git knows.
  if (!files.exists(store::config_path(project.main_root))) lines.insert(lines.begin(), own);
  std::string hidden = with_excluded(text, lines);
  if (hidden == text) return std::nullopt;
  return FileChange{path, "keep machine-local files out of git status", std::move(hidden)};
}

// A link in the place of a settings file leads to somebody's dotfiles: those are what to change.
os::Path place_to_write(os::FileSystem& files, const os::Path& path) {
  auto real = files.real_path(path);
  return real.ok() ? *std::move(real) : path;
}

// A link that leads nowhere was made by somebody too: a file in its place would cut off what it is
// to lead to.
base::Result<void> check_links(os::FileSystem& files, const std::vector<FileChange>& changes) {
  for (const FileChange& change : changes) {
    for (os::Path path = change.path; path.has_relative_path(); path = path.parent_path()) {
      const auto info = files.link_info(path);
      if (!info.ok()) continue;
      if (info->kind != os::FileKind::link || files.info(path).ok()) break;
      return base::Error{base::Code::io, path.string() + " is a link that leads nowhere",
                         "Put there what it is to lead to, or remove the link."};
    }
  }
  return {};
}

// What init put in for this scope: a configuration that git sees belongs to the project's, one that
// it does not see to this machine's.
void plan_opting_out(os::FileSystem& files, const store::Project& project, InstallScope scope,
                     InstallPlan& plan) {
  const bool in_git = !project.common_dir.empty();
  const bool hidden =
      in_git && is_excluded(text_or_empty(files, exclude_path(project)), kOwnFolder);
  if (in_git && hidden == (scope == InstallScope::project)) return;
  const os::Path config = store::config_path(project.main_root);
  const std::string text = text_or_empty(files, config);
  // What a person wrote into it is theirs: only our own words go.
  if (text == config_template(false) || text == config_template(true)) {
    plan.changes.push_back({config, "opt the project out", std::nullopt, 0644, 1});
  }
  const os::Path ignore = config.parent_path() / ".gitignore";
  if (text_or_empty(files, ignore) == "local/\n") {
    plan.changes.push_back({ignore, "remove", std::nullopt, 0644, 1});
  }
}

// A folder that stays is no harm, so nothing is said about it.
bool remove_if_empty(os::FileSystem& files, const os::Path& folder) {
  const auto info = files.link_info(folder);
  const auto names = files.list(folder);
  const bool is_empty =
      info.ok() && info->kind == os::FileKind::folder && names.ok() && names->empty();
  return is_empty && files.remove(folder).ok();
}

void remove_empty_folders(os::FileSystem& files, const FileChange& change) {
  os::Path folder = change.path.parent_path();
  for (int i = 0; i < change.empty_folders_go && remove_if_empty(files, folder); ++i) {
    folder = folder.parent_path();
  }
}

// What would let the gate go on although the marker is gone.
std::vector<os::Path> kept_of(os::System& system, const store::Project& project) {
  store::Keyring keys(system, store::homes_of(system.environment), {});
  std::vector<os::Path> paths = store::KeptFiles(system, project.local, keys).all();
  const os::Path cache = store::Layout({.local = project.local}).config_cache();
  if (system.files.exists(cache)) paths.push_back(cache);
  return paths;
}

bool has_hooks(os::System& system, HostIntegration& host, const InstallTarget& target) {
  const auto changes = host.plan_uninstall(system, target);
  // What cannot be read may have some.
  return !changes.ok() || !changes->empty();
}

// Whether hooks of this project's own files stay when those of the request go: then the project
// stays opted in for them. The user's file serves every project and holds none in.
bool hooks_stay(os::System& system, const store::Project& project, const InstallRequest& request) {
  for (const InstallScope scope : {InstallScope::local, InstallScope::project}) {
    const InstallTarget target = target_of(system, project, scope);
    for (HostIntegration* const host : request.others) {
      if (has_hooks(system, *host, target)) return true;
    }
    if (scope == request.scope) continue;
    for (HostIntegration* const host : request.hosts) {
      if (has_hooks(system, *host, target)) return true;
    }
  }
  return false;
}

// Those that are used here and that nobody installed into yet.
std::vector<HostTrace> unasked_hosts(os::System& system, const store::Project& project,
                                     const InstallRequest& request) {
  std::vector<HostTrace> unasked;
  for (HostIntegration* const host : request.others) {
    bool is_installed = false;
    for (const InstallScope scope :
         {InstallScope::local, InstallScope::project, InstallScope::user}) {
      is_installed = is_installed || has_hooks(system, *host, target_of(system, project, scope));
    }
    std::string trace = host->trace(system, target_of(system, project, request.scope));
    if (!is_installed && !trace.empty()) {
      const InstallScope narrowest =
          host->is_for_users_alone() ? InstallScope::user : InstallScope::local;
      unasked.push_back({std::string(host->name()), std::move(trace), narrowest});
    }
  }
  return unasked;
}

bool has_secret(os::System& system) {
  store::Keyring keys(system, store::homes_of(system.environment), {});
  return keys.signing().ok();
}

}  // namespace

std::optional<InstallScope> install_scope_from_name(std::string_view name) {
  if (name == "local") return InstallScope::local;
  if (name == "project") return InstallScope::project;
  if (name == "user") return InstallScope::user;
  return std::nullopt;
}

base::Result<InstallTarget> install_target(os::System system, const InstallRequest& request) {
  TRY_ASSIGN(const store::Project project, store::find_project(system.files, request.start));
  return target_of(system, project, request.scope);
}

base::Result<InstallPlan> plan_install(os::System system, const InstallRequest& request) {
  TRY_ASSIGN(const store::Project project, store::find_project(system.files, request.start));
  InstallPlan plan;
  plan.root = project.main_root;
  plan.opted_in_already = project.opted_in;
  const os::Path config = store::config_path(project.main_root);
  if (!system.files.exists(config)) {
    plan.changes.push_back({config, "opt the project in", config_template(request.strict)});
  }
  const bool in_git = !project.common_dir.empty();
  const os::Path ignore = config.parent_path() / ".gitignore";
  if ((!in_git || request.scope == InstallScope::project) && !system.files.exists(ignore)) {
    plan.changes.push_back({ignore, "keep machine-local state out of git", "local/\n"});
  }
  InstallTarget target = target_of(system, project, request.scope);
  target.shield = request.shield;
  for (HostIntegration* const host : request.hosts) {
    TRY_ASSIGN(auto changes, host->plan_install(system, target));
    std::move(changes.begin(), changes.end(), std::back_inserter(plan.changes));
    HostSummary summary{std::string(host->name()), host->summary(system, target),
                        host->left_to_do(system, target)};
    if (!summary.text.empty() || !summary.left_to_do.empty()) {
      plan.hosts.push_back(std::move(summary));
    }
  }
  plan.unasked = unasked_hosts(system, project, request);
  // First, so that what is broken off in the middle leaves no noise either.
  if (auto change = plan_exclude(system.files, project, plan, target)) {
    plan.changes.insert(plan.changes.begin(), *std::move(change));
  }
  TRY(check_links(system.files, plan.changes));
  plan.makes_secret = !has_secret(system);
  return plan;
}

base::Result<InstallPlan> plan_uninstall(os::System system, const InstallRequest& request) {
  TRY_ASSIGN(const store::Project project, store::find_project(system.files, request.start));
  InstallPlan plan;
  plan.root = project.main_root;
  plan.opted_in_already = project.opted_in;
  InstallTarget target = target_of(system, project, request.scope);
  target.shield = request.shield;
  std::vector<FileChange> host_files;
  for (HostIntegration* const host : request.hosts) {
    auto changes = host->plan_uninstall(system, target);
    if (!changes.ok()) {
      plan.problems.push_back({std::string(host->name()), std::move(changes).error()});
      continue;
    }
    plan.changes.insert(plan.changes.end(), changes->begin(), changes->end());
    host_files.insert(host_files.end(), changes->begin(), changes->end());
    // Whoever took a file's part out by hand still has its name in the exclude list.
    const auto missing = host->plan_install(system, target);
    if (missing.ok()) host_files.insert(host_files.end(), missing->begin(), missing->end());
  }
  const bool stays = !plan.problems.empty() || hooks_stay(system, project, request);
  if (!stays) {
    plan_opting_out(system.files, project, request.scope, plan);
    plan.forgotten = kept_of(system, project);
  }
  if (project.common_dir.empty()) return plan;
  const os::Path exclude = exclude_path(project);
  const std::string text = text_or_empty(system.files, exclude);
  std::vector<std::string> lines = lines_of(host_files, target);
  if (request.scope != InstallScope::project && !stays) lines.emplace_back(kOwnFolder);
  // Sessions of the protocol have put theirs in.
  if (!stays) {
    const auto& hidden = projection_exclude_lines();
    lines.insert(lines.end(), hidden.begin(), hidden.end());
  }
  std::string kept = without_excluded(text, lines);
  if (kept == text) return plan;
  FileChange change{exclude, "take out our lines", std::nullopt};
  if (!kept.empty()) change.content = std::move(kept);
  plan.changes.push_back(std::move(change));
  return plan;
}

base::Result<void> apply_plan(os::System system, const InstallPlan& plan) {
  TRY(check_links(system.files, plan.changes));
  if (plan.makes_secret) {
    store::Keyring keys(system, store::homes_of(system.environment), {});
    TRY(keys.create_file());
  }
  for (const FileChange& change : plan.changes) {
    const os::Path path = place_to_write(system.files, change.path);
    if (!change.content) {
      TRY(system.files.remove(path));
      remove_empty_folders(system.files, change);
      continue;
    }
    TRY(system.files.make_folders(path.parent_path(), 0755));
    const auto old = system.files.info(path);
    TRY(system.files.replace(path, *change.content, {.mode = old.ok() ? old->mode : change.mode}));
  }
  for (const os::Path& path : plan.forgotten) {
    TRY(system.files.remove(path));
    remove_if_empty(system.files, path.parent_path());
  }
  return {};
}

base::Result<void> rotate_secret(os::System system) {
  store::Keyring keys(system, store::homes_of(system.environment), {});
  return keys.rotate_file();
}

}  // namespace engine

#include "engine/installation.h"

#include <algorithm>

#include "base/text.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/project.h"

namespace engine {
namespace {

constexpr std::string_view kExcludeMark = "# holdfast: machine-local files";

std::string config_template(bool strict) {
  std::string text =
      "# Holdfast watches over this project while this file is here.\n"
      "# Keys and defaults: docs/spec/model.md 4.12 of Holdfast. `holdfast doctor` checks this "
      "file.\n";
  if (strict) {
    text += "gate:\n  initial_mode: analysis\nprotocol:\n  enabled: true\n  enforcement: enforce\n";
  } else {
    text += "gate:\n  initial_mode: coding\n";
  }
  return text;
}

std::string text_or_empty(os::FileSystem& files, const os::Path& path) {
  auto text = files.read(path);
  return text.ok() ? *std::move(text) : std::string();
}

bool has_line(std::string_view text, std::string_view line) {
  const auto lines = base::split(text, '\n');
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// Names that only this machine knows, kept out of `git status` without touching the project.
std::vector<std::string> lines_to_exclude(const std::vector<FileChange>& changes,
                                          const os::Path& root) {
  std::vector<std::string> lines{"/.holdfast/"};
  for (const FileChange& change : changes) {
    const std::string relative = change.path.lexically_relative(root).native();
    const bool outside = relative.empty() || relative.starts_with("..");
    if (!outside && !relative.starts_with(".holdfast/")) lines.push_back("/" + relative);
  }
  return lines;
}

std::optional<FileChange> exclude_change(os::FileSystem& files, const os::Path& git_dir,
                                         const std::vector<std::string>& lines) {
  const os::Path path = git_dir / "info" / "exclude";
  std::string text = text_or_empty(files, path);
  std::string added;
  for (const std::string& line : lines) {
    if (!has_line(text, line)) added += line + "\n";
  }
  if (added.empty()) return std::nullopt;
  if (!text.empty() && !text.ends_with('\n')) text += "\n";
  if (!has_line(text, kExcludeMark)) text += std::string(kExcludeMark) + "\n";
  return FileChange{path, "keep machine-local files out of git status", text + added};
}

InstallTarget target_of(os::System& system, const store::Project& project, InstallScope scope) {
  return {.root = project.main_root,
          .git_dir = project.common_dir,
          .home = store::homes_of(system.environment).home,
          .scope = scope,
          .program = system.environment.program()};
}

// A link in the place of a settings file leads to somebody's dotfiles: those are what to change.
os::Path place_to_write(os::FileSystem& files, const os::Path& path) {
  auto real = files.real_path(path);
  return real.ok() ? *std::move(real) : path;
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
  const InstallTarget target = target_of(system, project, request.scope);
  for (HostIntegration* const host : request.hosts) {
    TRY_ASSIGN(auto changes, host->plan_install(system, target));
    std::move(changes.begin(), changes.end(), std::back_inserter(plan.changes));
  }
  if (in_git && request.scope == InstallScope::local) {
    const auto lines = lines_to_exclude(plan.changes, project.main_root);
    if (auto change = exclude_change(system.files, project.common_dir, lines)) {
      plan.changes.push_back(*std::move(change));
    }
  }
  plan.makes_secret = !has_secret(system);
  return plan;
}

base::Result<InstallPlan> plan_uninstall(os::System system, const InstallRequest& request) {
  TRY_ASSIGN(const store::Project project, store::find_project(system.files, request.start));
  InstallPlan plan;
  plan.root = project.main_root;
  plan.opted_in_already = project.opted_in;
  const InstallTarget target = target_of(system, project, request.scope);
  for (HostIntegration* const host : request.hosts) {
    TRY_ASSIGN(auto changes, host->plan_uninstall(system, target));
    std::move(changes.begin(), changes.end(), std::back_inserter(plan.changes));
  }
  const os::Path config = store::config_path(project.main_root);
  const std::string text = text_or_empty(system.files, config);
  // What a person wrote into it is theirs: only our own words go.
  if (text == config_template(false) || text == config_template(true)) {
    plan.changes.push_back({config, "opt the project out", std::nullopt});
  }
  const os::Path ignore = config.parent_path() / ".gitignore";
  if (text_or_empty(system.files, ignore) == "local/\n") {
    plan.changes.push_back({ignore, "remove", std::nullopt});
  }
  if (!project.common_dir.empty()) {
    const os::Path exclude = project.common_dir / "info" / "exclude";
    const std::string old_text = text_or_empty(system.files, exclude);
    std::string kept;
    bool ours = false;
    for (const std::string_view line : base::split(old_text, '\n')) {
      if (line == kExcludeMark) ours = true;
      // Ours is the block that starts with the mark; it ends with the first line not like ours.
      if (ours && line != kExcludeMark && !line.starts_with("/.")) ours = false;
      if (!ours) kept.append(line).append("\n");
    }
    if (!kept.empty()) kept.pop_back();
    if (kept != old_text) plan.changes.push_back({exclude, "take out our lines", kept});
  }
  return plan;
}

base::Result<void> apply_plan(os::System system, const InstallPlan& plan) {
  if (plan.makes_secret) {
    store::Keyring keys(system, store::homes_of(system.environment), {});
    TRY(keys.create_file());
  }
  for (const FileChange& change : plan.changes) {
    const os::Path path = place_to_write(system.files, change.path);
    if (!change.content) {
      TRY(system.files.remove(path));
      continue;
    }
    TRY(system.files.make_folders(path.parent_path(), 0755));
    const auto old = system.files.info(path);
    TRY(system.files.replace(path, *change.content, {.mode = old.ok() ? old->mode : change.mode}));
  }
  return {};
}

base::Result<void> rotate_secret(os::System system) {
  store::Keyring keys(system, store::homes_of(system.environment), {});
  return keys.rotate_file();
}

}  // namespace engine

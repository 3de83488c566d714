#include "host/watched_files.h"

#include <algorithm>
#include <array>

#include "host/claude_code/event.h"

namespace host {

using engine::InstallScope;
using engine::InstallTarget;

namespace {

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

void add_path(const os::Path& path, std::vector<std::string>& all) {
  if (path.empty()) return;
  std::string text = path.lexically_normal().native();
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
}

}  // namespace

// A test holds the list against the catalogue.
bool may_be_hosts_file(std::string_view path) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"settings.json",    "settings.local.json", ".mcp.json",
       ".claude.json",     "hooks.json",          "config.toml",
       "mcp.json",         "mcp_config.json",     "mcp-config.json",
       "opencode.json",    "openclaw.json",       "cline_mcp_settings.json",
       "holdfast.json",    "holdfast.js",         "PreToolUse",
       "PostToolUse",      "TaskStart",           "TaskResume",
       "UserPromptSubmit", "TaskComplete",        "TaskCancel",
       "SessionShutdown",  "PreCompact",          "managed-settings.json",
       "config.json",      "trustedFolders.json", ".env"});
  const std::string_view name = last_name(path);
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_at_or_below(std::string_view path, std::string_view folder) {
  if (folder.empty() || !path.starts_with(folder)) return false;
  return path.size() == folder.size() || path[folder.size()] == '/' || folder.ends_with('/');
}

Standing HostsFile::standing(const std::string& text) const {
  Standing found;
  for (const Part* const part : parts) part->take_standing(text, found);
  for (const SwitchFile* const file : switches) file->take_standing(text, found);
  if (role) claude_code::take_standing(*role, text, found);
  return found;
}

bool HostsFile::holds_ours(const std::string& text) const {
  const Standing found = standing(text);
  return !found.ours.empty() || (found.reading == Standing::Reading::broken && found.names_us);
}

WatchedFiles::WatchedFiles(os::System& system, const policy::GuardRoots& roots)
    : system_(system), roots_(roots), hosts_(descriptions()) {}

std::optional<HostsFile> WatchedFiles::at(const std::string& path, const std::string& real) {
  HostsFile found;
  for (const std::string* one : {&path, &real}) {
    if (found.path.empty()) look_at(*one, real, found);
  }
  if (found.path.empty() || policy::guarded_file(found.path, roots_)) return std::nullopt;
  return found;
}

std::vector<std::string> WatchedFiles::paths() {
  std::vector<std::string> all;
  for (const InstallTarget& target : targets()) {
    for (const HostDescription& host : hosts_) {
      for (const auto& part : host.parts) {
        for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
          add_path(path_of(system_, host, *part, target, scope), all);
        }
      }
    }
    for (const auto& file : claude_code::watched_files(system_, roots_.home)) {
      add_path(target.root / file.path, all);
    }
  }
  return all;
}

bool WatchedFiles::may_be_in(const std::string& folder) {
  const auto is_near = [&](const std::string& place) {
    return is_at_or_below(place, folder) || is_at_or_below(folder, place);
  };
  if (is_near(roots_.project_root) || is_near(roots_.main_root) || is_near(roots_.home)) {
    return true;
  }
  const auto is_moved_there = [&](std::string_view variable) {
    return !variable.empty() && is_near(system_.environment.text(variable));
  };
  return is_moved_there("CLAUDE_CONFIG_DIR") || folder.starts_with("/etc") ||
         std::any_of(hosts_.begin(), hosts_.end(), [&](const HostDescription& host) {
           return is_moved_there(host.user_folder.variable) ||
                  std::any_of(host.parts.begin(), host.parts.end(), [&](const auto& part) {
                    return is_moved_there(part->place().variable);
                  });
         });
}

std::vector<InstallTarget> WatchedFiles::targets() const {
  std::vector<InstallTarget> all{{.root = roots_.project_root, .home = roots_.home}};
  if (roots_.main_root != roots_.project_root) {
    all.push_back({.root = roots_.main_root, .home = roots_.home});
  }
  return all;
}

WatchedFiles::Match WatchedFiles::match_in_project(std::string_view path,
                                                   std::string_view place) const {
  const bool is_there = !place.empty() && path.ends_with(place) && path.size() > place.size() &&
                        path[path.size() - place.size() - 1] == '/';
  if (!is_there) return Match::none;
  const bool is_here =
      is_at_or_below(path, roots_.project_root) || is_at_or_below(path, roots_.main_root);
  return is_here ? Match::here : Match::elsewhere;
}

bool WatchedFiles::is_same(const os::Path& known, const std::string& path,
                           const std::string& real) {
  if (known.lexically_normal() == path) return true;
  const auto leads_to = system_.files.real_path(known);
  return leads_to.ok() && *leads_to == real;
}

WatchedFiles::Match WatchedFiles::match(const HostDescription& host, const PartPlace& place,
                                        const std::string& path, const std::string& real) {
  const Match in_project = match_in_project(path, place.project);
  // Where it lies is found out only where its name is that.
  const bool may_be_users = !place.user.empty() && last_name(place.user) == last_name(path);
  if (in_project == Match::here || !may_be_users) return in_project;
  const InstallTarget target{.root = roots_.project_root, .home = roots_.home};
  const bool is_users =
      is_same(path_of(system_, host, place, target, InstallScope::user), path, real);
  return is_users ? Match::here : in_project;
}

void WatchedFiles::look_at(const std::string& path, const std::string& real, HostsFile& found) {
  const auto is_match = [&](Match match, std::string_view host) {
    if (match == Match::none) return false;
    found.path = path;
    found.host = host;
    if (match == Match::here) found.is_elsewhere = false;
    return true;
  };
  for (const HostDescription& host : hosts_) {
    for (const auto& part : host.parts) {
      if (!is_match(match(host, part->place(), path, real), host.name)) continue;
      found.parts.push_back(part.get());
      found.takes_comments = host.takes_comments;
      found.may_switch_off = found.may_switch_off || part->may_switch_off();
    }
    for (const SwitchFile& file : host.switch_files) {
      if (is_match(match(host, file.place, path, real), host.name)) found.switches.push_back(&file);
    }
  }
  for (const auto& file : claude_code::watched_files(system_, roots_.home)) {
    if (last_name(file.path.native()) != last_name(path)) continue;
    Match match = Match::none;
    if (file.path.is_relative()) {
      match = match_in_project(path, file.path.native());
    } else if (is_same(file.path, path, real)) {
      match = Match::here;
    }
    if (!is_match(match, claude_code::kHostName)) continue;
    found.role = file.role;
    found.may_switch_off = file.role == claude_code::FileRole::settings ||
                           file.role == claude_code::FileRole::managed_settings;
  }
}

}  // namespace host

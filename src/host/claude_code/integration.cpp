#include "host/claude_code/integration.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/claude_code/checkup.h"
#include "host/claude_code/event.h"
#include "host/claude_code/server_file.h"
#include "host/claude_code/settings_file.h"
#include "host/claude_code/shield.h"
#include "host/claude_code/status.h"

namespace host::claude_code {

using base::Json;
using engine::FileChange;
using engine::InstallScope;

namespace {

// Somebody made the link, so the file behind it is theirs and stays, empty.
bool is_link(os::System& system, const os::Path& path) {
  const auto info = system.files.link_info(path);
  return info.ok() && info->kind == os::FileKind::link;
}

std::string hooks_text(HookForm form) {
  auto text = with_our_hooks(std::nullopt, form);
  if (text.ok()) return *std::move(text);
  // A program that cannot be named by its path may still be on PATH.
  form.program = "holdfast";
  return with_our_hooks(std::nullopt, form).value();
}

std::string count_of(std::size_t hooks) {
  return std::to_string(hooks) + (hooks == 1 ? " hook" : " hooks");
}

std::vector<FileChange> changes_of(std::vector<std::optional<FileChange>> planned) {
  std::vector<FileChange> changes;
  for (auto& change : planned) {
    if (change) changes.push_back(*std::move(change));
  }
  return changes;
}

// What a settings file should have of ours.
struct SettingsPlan {
  std::optional<HookForm> hooks;
  bool leave = false;  // To start our server.
};

base::Result<std::optional<FileChange>> plan_settings(const os::Path& path,
                                                      const std::optional<std::string>& text,
                                                      const SettingsPlan& plan) {
  std::vector<std::string> done;
  std::optional<std::string> wanted = text;
  if (plan.leave) {
    TRY_ASSIGN(wanted, with_leave(text));
    if (wanted != text) done.emplace_back("let the MCP server start");
  }
  // The hooks come last: a repair takes them out and puts them there again.
  if (plan.hooks) {
    TRY_ASSIGN(auto more, with_our_hooks(wanted, *plan.hooks));
    if (wanted != more) done.insert(done.begin(), "add " + count_of(plan.hooks->events.size()));
    wanted = std::move(more);
  }
  if (done.empty()) return std::optional<FileChange>();
  return std::optional<FileChange>({path, base::join(done, ", "), std::move(wanted)});
}

// The leave to start a server is taken back where it can only have been for ours. One that a person
// gave to a project's server is theirs.
base::Result<std::optional<std::string>> without_all_of_ours(const std::string& text,
                                                             const ServerPlan& server) {
  TRY_ASSIGN(const base::JsonText settings, parse_settings(text));
  const bool has_hooks = !our_hooks(settings.value()).empty();
  const bool is_leave_ours = !server.has_file || server.before == ServerEntry::own ||
                             (has_hooks && server.before != ServerEntry::foreign);
  if (!is_leave_ours) return without_our_hooks(text);
  TRY_ASSIGN(auto kept, without_our_hooks(text));
  if (!kept) return kept;
  return without_leave(*std::move(kept));
}

base::Result<std::vector<FileChange>> plan_no_hooks(os::System& system,
                                                    const engine::InstallTarget& target) {
  TRY_ASSIGN(ServerPlan server, plan_no_server(system, target));
  const os::Path path = settings_path(target, target.scope);
  TRY_ASSIGN(const auto text, read_settings(system, path));
  if (!text) return changes_of({std::nullopt, std::move(server.change)});
  auto wanted = target.scope == InstallScope::local ? without_all_of_ours(*text, server)
                                                    : without_our_hooks(*text);
  if (!wanted.ok()) return base::with_context(std::move(wanted).error(), path.string());
  if (*wanted && **wanted == *text) return changes_of({std::nullopt, std::move(server.change)});
  if (!*wanted && is_link(system, path)) *wanted = std::optional<std::string>("{}\n");
  FileChange change{path, *wanted ? "take out what is ours" : "remove", *std::move(wanted)};
  change.empty_folders_go = 1;
  return changes_of({std::move(change), std::move(server.change)});
}

}  // namespace

std::string_view Integration::name() const { return kHostName; }

const std::optional<Client>& Integration::client(os::System& system) {
  if (!looked_) client_ = find_client(system);
  looked_ = true;
  return client_;
}

std::optional<std::string> Integration::brought_by(os::System& system,
                                                   const engine::InstallTarget& target) {
  if (target.scope == InstallScope::project) return std::nullopt;
  if (plugin_switch(system, target)) return "the plugin brings the hooks";
  const bool is_users =
      target.scope == InstallScope::local &&
      are_hooks_the_users(system, target, form_for(target, InstallScope::user, client(system)));
  if (is_users) return "your own settings bring the hooks";
  return std::nullopt;
}

base::Result<std::vector<FileChange>> Integration::plan_install(
    os::System system, const engine::InstallTarget& target) {
  TRY_ASSIGN(auto changes, plan_install_in(system, target));
  if (!target.worktree.empty() && target.scope == InstallScope::local) {
    TRY_ASSIGN(auto more, plan_install_in(system, in_worktree(target, target.worktree)));
    std::move(more.begin(), more.end(), std::back_inserter(changes));
  }
  if (target.shield) TRY(plan_shield(system, target, changes));
  return changes;
}

base::Result<std::vector<FileChange>> Integration::plan_uninstall(
    os::System system, const engine::InstallTarget& target) {
  TRY_ASSIGN(auto changes, plan_no_hooks(system, target));
  if (target.scope == InstallScope::local) {
    for (const os::Path& worktree : target.worktrees) {
      TRY_ASSIGN(auto more, plan_no_hooks(system, in_worktree(target, worktree)));
      std::move(more.begin(), more.end(), std::back_inserter(changes));
    }
  }
  if (target.shield) TRY(plan_no_shield(system, target, changes));
  return changes;
}

base::Result<std::vector<FileChange>> Integration::plan_install_in(
    os::System& system, const engine::InstallTarget& target) {
  const bool is_linked = target.root == target.worktree;
  const bool is_served = is_linked && reads_main_servers(target);
  TRY_ASSIGN(ServerPlan server,
             plan_server(system, is_served ? in_worktree(target, main_root(target)) : target));
  SettingsPlan wanted;
  // In a linked worktree the main one's settings are enough for whoever reads them. The same hook
  // in both files is run once.
  const bool is_told_already = is_linked && reads_main_worktree(client(system)).value_or(false);
  // Two sets would record every event twice. Others who get a project's file may lack the plugin.
  if (!is_told_already && !brought_by(system, target)) {
    wanted.hooks = form_for(target, target.scope, client(system));
  }
  // Others are asked by their client whether they want what a repository brings.
  wanted.leave = !is_told_already && target.scope == InstallScope::local &&
                 (server.change || server.before == ServerEntry::own);
  const os::Path path = settings_path(target, target.scope);
  TRY_ASSIGN(const auto text, read_settings(system, path));
  auto settings = plan_settings(path, text, wanted);
  if (!settings.ok()) return base::with_context(std::move(settings).error(), path.string());
  if (is_served) server.change.reset();
  return changes_of({*std::move(settings), std::move(server.change)});
}

// A folder for each project, called by its path with a hyphen for each sign of another kind.
std::vector<engine::KeptConversation> Integration::conversations(
    os::System system, const engine::InstallTarget& target) {
  constexpr std::string_view kEnding = ".jsonl";
  constexpr std::size_t kConversationsMax = 10;
  std::string name = target.root.native();
  for (char& sign : name) {
    const bool is_kept =
        base::is_digit(sign) || (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
    if (!is_kept) sign = '-';
  }
  const std::string moved = system.environment.text("CLAUDE_CONFIG_DIR");
  const os::Path home = moved.empty() ? target.home / ".claude" : os::Path(moved);
  const os::Path folder = home / "projects" / name;
  std::vector<engine::KeptConversation> found;
  const auto files = system.files.list(folder);
  if (!files.ok()) return found;
  for (const std::string& file : *files) {
    const auto info = system.files.info(folder / file);
    if (!info.ok() || !file.ends_with(kEnding)) continue;
    found.push_back({file.substr(0, file.size() - kEnding.size()), folder / file, info->mtime_ns});
  }
  std::sort(found.begin(), found.end(),
            [](const auto& one, const auto& other) { return one.changed_ns > other.changed_ns; });
  if (found.size() > kConversationsMax) found.resize(kConversationsMax);
  return found;
}

bool Integration::lacks_shield(os::System system, const engine::InstallTarget& target) {
  return shield_state(system, target) == ShieldState::none;
}

std::string Integration::summary(os::System system, const engine::InstallTarget& target) {
  if (const auto other = brought_by(system, target)) return "Claude Code: " + *other;
  const std::optional<Client>& found = client(system);
  const HookForm form = form_for(target, target.scope, found);
  std::string text = "Claude Code was not found";
  if (found && found->version) text = "Claude Code " + to_string(*found->version);
  if (found && !found->version) text = "Claude Code of an unknown version";
  return text + ": " + count_of(form.events.size()) + ", " + std::string(name_of(form.style)) +
         " form";
}

std::string Integration::left_to_do(os::System system, const engine::InstallTarget& target) {
  const auto server = plan_server(system, target);
  std::string text = server.ok() ? server->left_to_do : std::string();
  if (target.scope != InstallScope::local || !target.worktree.empty()) return text;
  const std::optional<Client>& found = client(system);
  const bool is_any_open =
      !reads_main_worktree(found).value_or(true) &&
      std::any_of(target.worktrees.begin(), target.worktrees.end(), [&](const os::Path& worktree) {
        return !is_gated(system, in_worktree(target, worktree));
      });
  if (!is_any_open) return text;
  if (!text.empty()) text += " ";
  return text + "Claude Code " + to_string(*found->version) +
         " does not read these settings in linked worktrees: `holdfast doctor` lists those that "
         "are "
         "not gated.";
}

std::string Integration::print_hooks(os::System system, const engine::InstallTarget& target) {
  return hooks_text(form_for(target, target.scope, client(system)));
}

std::optional<std::string> Integration::current_session(os::Environment& environment) {
  return environment.get("CLAUDE_CODE_SESSION_ID");
}

model::HostStatus Integration::read_status(std::string_view input) { return parse_status(input); }

std::vector<engine::Finding> Integration::check(os::System system,
                                                const engine::InstallTarget& target) {
  return check_installation(system, target, client(system), Repair::named);
}

std::vector<engine::Finding> Integration::check_and_repair(os::System system,
                                                           const engine::InstallTarget& target) {
  return check_installation(system, target, client(system), Repair::done);
}

}  // namespace host::claude_code

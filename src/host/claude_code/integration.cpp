#include "host/claude_code/integration.h"

#include <nlohmann/json.hpp>

#include "host/claude_code/checkup.h"
#include "host/claude_code/event.h"
#include "host/claude_code/settings_file.h"
#include "host/claude_code/status.h"

namespace host::claude_code {

using base::Json;
using engine::FileChange;

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

}  // namespace

std::string_view Integration::name() const { return kHostName; }

const std::optional<Client>& Integration::client(os::System& system) {
  if (!looked_) client_ = find_client(system);
  looked_ = true;
  return client_;
}

base::Result<std::vector<FileChange>> Integration::plan_install(
    os::System system, const engine::InstallTarget& target) {
  // Two sets would record every event twice. Others who get a project's file may lack the plugin.
  const bool is_shared = target.scope == engine::InstallScope::project;
  if (!is_shared && plugin_switch(system, target)) return std::vector<FileChange>();
  const os::Path path = settings_path(target, target.scope);
  const HookForm form = form_for(target, target.scope, client(system));
  TRY_ASSIGN(const auto text, read_settings(system, path));
  auto wanted = with_our_hooks(text, form);
  if (!wanted.ok()) return base::with_context(std::move(wanted).error(), path.string());
  if (text && *wanted == *text) return std::vector<FileChange>();
  return std::vector<FileChange>{{path, "add " + count_of(form.events.size()), *wanted}};
}

base::Result<std::vector<FileChange>> Integration::plan_uninstall(
    os::System system, const engine::InstallTarget& target) {
  const os::Path path = settings_path(target, target.scope);
  TRY_ASSIGN(const auto text, read_settings(system, path));
  if (!text) return std::vector<FileChange>();
  auto wanted = without_our_hooks(*text);
  if (!wanted.ok()) return base::with_context(std::move(wanted).error(), path.string());
  if (*wanted && **wanted == *text) return std::vector<FileChange>();
  if (!*wanted && is_link(system, path)) *wanted = std::optional<std::string>("{}\n");
  FileChange change{path, *wanted ? "take out our hooks" : "remove", *std::move(wanted)};
  change.empty_folder_goes = true;
  return std::vector<FileChange>{std::move(change)};
}

std::string Integration::summary(os::System system, const engine::InstallTarget& target) {
  const bool is_shared = target.scope == engine::InstallScope::project;
  if (!is_shared && plugin_switch(system, target)) {
    return "Claude Code: the plugin brings the hooks";
  }
  const std::optional<Client>& found = client(system);
  const HookForm form = form_for(target, target.scope, found);
  std::string text = "Claude Code was not found";
  if (found && found->version) text = "Claude Code " + to_string(*found->version);
  if (found && !found->version) text = "Claude Code of an unknown version";
  return text + ": " + count_of(form.events.size()) + ", " + std::string(name_of(form.style)) +
         " form";
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

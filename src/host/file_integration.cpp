#include "host/file_integration.h"

#include <algorithm>

#include "base/text.h"
#include "host/file_checkup.h"
#include "host/file_plan.h"
#include "host/program.h"

namespace host {

using engine::FileChange;
using engine::InstallScope;
using engine::InstallTarget;

os::Path user_folder(os::System& system, const HostDescription& host, const InstallTarget& target) {
  const UserFolder& folder = host.user_folder;
  const std::string variable =
      folder.variable.empty() ? "" : system.environment.text(std::string(folder.variable));
  // A relative folder is another one wherever the host is started.
  if (variable.starts_with('/')) return os::Path(variable) / folder.below_variable;
  return target.home / folder.below_home;
}

os::Path path_of(os::System& system, const HostDescription& host, const Part& part,
                 const InstallTarget& target, InstallScope scope) {
  return path_of(system, host, part.place(), target, scope);
}

os::Path path_of(os::System& system, const HostDescription& host, const PartPlace& place,
                 const InstallTarget& target, InstallScope scope) {
  if (scope == InstallScope::user) {
    if (place.user.empty()) return {};
    const std::string named = place.variable.empty() ? "" : system.environment.text(place.variable);
    if (named.starts_with('/')) return named;
    return user_folder(system, host, target) / place.user;
  }
  return place.project.empty() ? os::Path() : target.root / place.project;
}

PartForm form_for(os::System& system, const HostDescription& host, const InstallTarget& target,
                  InstallScope scope) {
  const os::Path folder = user_folder(system, host, target);
  // Others get this file: a clone without Holdfast must work, so it names no path.
  if (scope == InstallScope::project) return {"holdfast", HookKind::shared, target.home, folder};
  return {target.program, HookKind::own, target.home, folder};
}

bool has_project_files(const HostDescription& host) {
  return std::any_of(host.parts.begin(), host.parts.end(),
                     [](const auto& part) { return !part->place().project.empty(); });
}

base::Result<std::vector<FileChange>> FileIntegration::plan_install(os::System system,
                                                                    const InstallTarget& target) {
  TRY_ASSIGN(auto plan, plan_files(system, host_, target));
  return std::move(plan.changes);
}

base::Result<std::vector<FileChange>> FileIntegration::plan_uninstall(os::System system,
                                                                      const InstallTarget& target) {
  TRY_ASSIGN(auto plan, plan_no_files(system, host_, target));
  return std::move(plan.changes);
}

std::string FileIntegration::summary(os::System system, const InstallTarget& target) {
  const bool is_found = find_on_path(system, host_.program).has_value();
  std::string text = std::string(host_.title) + (is_found ? "" : " (not found on PATH)");
  const bool is_users =
      target.scope == InstallScope::local &&
      std::all_of(host_.parts.begin(), host_.parts.end(), [&](const auto& part) {
        return !part->is_needed() || is_in_users_files(system, host_, *part, target);
      });
  if (is_users) text += ": your own files bring the hooks";
  return text;
}

std::string FileIntegration::left_to_do(os::System system, const InstallTarget& target) {
  std::vector<std::string> sentences;
  const bool is_trusted = target.scope == InstallScope::user && host_.is_trust_of_projects;
  if (!host_.trust.empty() && !is_trusted) sentences.emplace_back(host_.trust);
  const auto plan = plan_files(system, host_, target);
  if (plan.ok()) {
    sentences.insert(sentences.end(), plan->left_to_do.begin(), plan->left_to_do.end());
  }
  return base::join(sentences, " ");
}

std::string FileIntegration::print_hooks(os::System system, const InstallTarget& target) {
  const PartForm form = form_for(system, host_, target, target.scope);
  std::vector<const Part*> parts;
  for (const auto& part : host_.parts) {
    if (part->is_needed() && !part->by_hand(form).empty()) parts.push_back(part.get());
  }
  std::string text;
  for (const Part* const part : parts) {
    // Of several files each is told by its name.
    if (parts.size() > 1) {
      text += path_of(system, host_, *part, target, target.scope).string() + ":\n";
    }
    text += part->by_hand(form);
    if (!text.ends_with('\n')) text += '\n';
  }
  return text;
}

std::vector<engine::Finding> FileIntegration::check(os::System system,
                                                    const InstallTarget& target) {
  return check_files(system, host_, target, Repair::named);
}

std::vector<engine::Finding> FileIntegration::check_and_repair(os::System system,
                                                               const InstallTarget& target) {
  return check_files(system, host_, target, Repair::done);
}

std::vector<std::string> FileIntegration::limits() {
  return {host_.limits.begin(), host_.limits.end()};
}

std::string FileIntegration::trace(os::System system, const InstallTarget& target) {
  for (const std::string_view folder : host_.traces) {
    if (system.files.exists(target.root / folder)) return std::string(folder);
    if (system.files.exists(target.home / folder)) return "~/" + std::string(folder);
  }
  if (find_on_path(system, host_.program)) return std::string(host_.program) + " on PATH";
  return "";
}

bool FileIntegration::is_for_users_alone() { return !has_project_files(host_); }

// No host but Claude Code has a status line that a program fills.
model::HostStatus FileIntegration::read_status(std::string_view) {
  model::HostStatus status;
  status.host = host_.name;
  return status;
}

}  // namespace host

#include "host/claude_code/integration.h"

#include <nlohmann/json.hpp>

#include "host/claude_code/event.h"
#include "host/claude_code/settings.h"
#include "host/claude_code/status.h"

namespace host::claude_code {

using base::Json;

namespace {

os::Path settings_path(const engine::InstallTarget& target) {
  switch (target.scope) {
    case engine::InstallScope::local:
      return target.root / ".claude" / "settings.local.json";
    case engine::InstallScope::project:
      return target.root / ".claude" / "settings.json";
    case engine::InstallScope::user:
      return target.home / ".claude" / "settings.json";
  }
  return {};
}

// An empty object where there is no file. A file that is not JSON is the user's to correct.
base::Result<Json> read_settings(os::System& system, const os::Path& path) {
  auto text = system.files.read(path);
  if (!text.ok()) {
    if (text.error().code == base::Code::not_found) return Json::object();
    return std::move(text).error();
  }
  auto settings = base::parse_json(*text);
  if (!settings.ok()) {
    base::Error error = base::with_context(std::move(settings).error(), path.string());
    error.hint = "Correct the file; `holdfast hooks print` shows what to put in by hand.";
    return error;
  }
  return settings;
}

HookForm form_of(const engine::InstallTarget& target) {
  // A clone without Holdfast must work, so a file that others get names no path and blocks nothing.
  const bool shared = target.scope == engine::InstallScope::project;
  return {.program = shared ? "holdfast" : quoted_for_shell(target.program),
          .block_on_failure = !shared};
}

engine::Finding finding(engine::Severity severity, std::string message, std::string repair) {
  return {severity, std::string(kHostName), std::move(message), std::move(repair), false, false};
}

}  // namespace

std::string_view Integration::name() const { return kHostName; }

base::Result<std::vector<engine::FileChange>> Integration::plan_install(
    os::System system, const engine::InstallTarget& target) {
  const os::Path path = settings_path(target);
  TRY_ASSIGN(const Json settings, read_settings(system, path));
  const Json wanted = with_our_hooks(settings, form_of(target));
  if (wanted == settings) return std::vector<engine::FileChange>();
  return std::vector<engine::FileChange>{
      {path, "add " + std::to_string(installed_events().size()) + " hooks",
       base::dump_pretty(wanted)}};
}

base::Result<std::vector<engine::FileChange>> Integration::plan_uninstall(
    os::System system, const engine::InstallTarget& target) {
  const os::Path path = settings_path(target);
  TRY_ASSIGN(const Json settings, read_settings(system, path));
  const Json wanted = without_our_hooks(settings);
  if (wanted == settings) return std::vector<engine::FileChange>();
  if (wanted.empty()) return std::vector<engine::FileChange>{{path, "remove", std::nullopt}};
  return std::vector<engine::FileChange>{{path, "take out our hooks", base::dump_pretty(wanted)}};
}

std::string Integration::print_hooks(const os::Path& program) {
  return base::dump_pretty(with_our_hooks(Json::object(), {.program = quoted_for_shell(program)}));
}

std::optional<std::string> Integration::current_session(os::Environment& environment) {
  return environment.get("CLAUDE_CODE_SESSION_ID");
}

model::HostStatus Integration::read_status(std::string_view input) { return parse_status(input); }

std::vector<engine::Finding> Integration::check(os::System system,
                                                const engine::InstallTarget& target) {
  std::vector<engine::Finding> findings;
  std::size_t entries = 0;
  for (const auto scope :
       {engine::InstallScope::local, engine::InstallScope::project, engine::InstallScope::user}) {
    engine::InstallTarget one = target;
    one.scope = scope;
    const os::Path path = settings_path(one);
    const auto settings = read_settings(system, path);
    if (!settings.ok()) {
      findings.push_back(
          finding(engine::Severity::problem, settings.error().message, settings.error().hint));
      continue;
    }
    if (settings->value("disableAllHooks", Json(false)) == Json(true)) {
      findings.push_back(finding(engine::Severity::problem,
                                 path.string() + " switches all hooks off",
                                 "Remove disableAllHooks from it."));
    }
    for (const std::string& program : our_programs(*settings)) {
      ++entries;
      const bool bare = program.find('/') == std::string::npos;
      if (!bare && !system.files.exists(program)) {
        findings.push_back(finding(engine::Severity::problem,
                                   path.string() + " names " + program + ", which is not there",
                                   "Run `holdfast init --yes` again."));
        break;
      }
    }
  }
  if (entries == 0) {
    findings.push_back(finding(engine::Severity::problem, "no hooks are installed",
                               "`holdfast init --yes` installs them."));
  } else if (entries % installed_events().size() != 0) {
    findings.push_back(finding(engine::Severity::problem, "some hooks are missing",
                               "`holdfast init --yes` installs them."));
  } else if (entries > installed_events().size()) {
    findings.push_back(finding(engine::Severity::remark, "hooks are installed more than once",
                               "`holdfast uninstall --scope …` takes one set out."));
  } else {
    findings.push_back(finding(engine::Severity::good, "hooks are installed", ""));
  }
  return findings;
}

}  // namespace host::claude_code

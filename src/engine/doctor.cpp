#include "engine/doctor.h"

#include <algorithm>

#include "engine/continuity_doctor.h"
#include "engine/examination.h"
#include "engine/fleet_doctor.h"
#include "engine/handoff_doctor.h"
#include "engine/history.h"
#include "engine/requirement_doctor.h"
#include "engine/run_lifecycle.h"
#include "engine/run_view.h"
#include "engine/stores.h"
#include "engine/stray_calls.h"
#include "engine/taken_away.h"
#include "engine/work_doctor.h"
#include "policy/fault.h"
#include "policy/mode.h"
#include "store/kept_files.h"
#include "store/user_config.h"

namespace engine {
namespace {

void examine_secret(Stores& stores, Examination& examination) {
  const auto key = stores.keys.signing();
  if (!key.ok()) {
    examination.problem("secret", key.error().message, key.error().hint);
    return;
  }
  const os::Path path = store::secret_path(stores.homes);
  const auto info = stores.system.files.info(path);
  if (info.ok() && (info->mode & 077U) != 0) {
    examination.fixable("secret", path.string() + " can be read by others",
                        "take the permissions away (0600)",
                        [&] { return stores.system.files.set_mode(path, 0600); });
  } else {
    const bool from_file = (*key)->source == store::KeySource::file;
    examination.good("secret", from_file ? path.string() : "from BRAIN_SESSION_SECRET");
  }
}

void examine_config(const Stores& stores, Examination& examination) {
  for (const model::ConfigProblem& problem : stores.config.problems) {
    examination.remark("configuration",
                       problem.file + ":" + std::to_string(problem.line) + ": " + problem.message,
                       "Correct the file; until then the default counts.");
  }
  if (stores.config.problems.empty()) examination.good("configuration", stores.config.file);
  for (const auto& problem : store::load_user_config(stores.system, stores.homes).problems) {
    examination.remark("your settings",
                       problem.file + ":" + std::to_string(problem.line) + ": " + problem.message,
                       "Correct the file; until then the default counts.");
  }
  if (!stores.config.gate_enabled) {
    examination.remark("gate", "gate.enabled is false", "Set it to true to be protected.");
  }
  if (stores.system.environment.text("HOLDFAST_GATE") == "off") {
    examination.remark("gate", "HOLDFAST_GATE=off is set", "Unset it to be protected.");
  }
}

void examine_run(Workspace& workspace, const model::RunId& run, Examination& examination) {
  Stores& stores = workspace.stores();
  const std::string subject = "session " + run.brief();
  const auto loaded = stores.runs.load(run);
  if (!loaded.ok()) {
    const bool repairable = loaded.error().code != base::Code::no_secret &&
                            loaded.error().code != base::Code::unavailable;
    if (!repairable) return examination.problem(subject, loaded.error().message, "");
    return examination.fixable(subject, loaded.error().message,
                               "restore the last good version (`" +
                                   std::string(policy::repair_command(loaded.error().code)) + "`)",
                               [&]() -> base::Result<void> {
                                 TRY(recover_session(workspace, run));
                                 return {};
                               });
  }
  if (!loaded->head || loaded->head->version < loaded->run.version) {
    examination.fixable(subject, "its head record is behind its note", "write the head record",
                        [&] { return stores.runs.roll_forward(run); });
  }
  const VerifyOutcome verified = verify_session(workspace, run);
  for (const std::string& problem : verified.journal_problems) {
    examination.problem(subject, "journal: " + problem,
                        "The journal cannot be repaired; `holdfast events --verify` says more.");
  }
  if (loaded->run.mode.is(model::Mode::disabled) && !loaded->run.ended_at) {
    examination.remark(subject, "mode disabled: nothing is gated",
                       "`holdfast session mode coding` ends it.");
  }
  if (!loaded->run.ended_at) {
    for (const std::string& clause :
         policy::loosened_by_nobody_known(loaded->run, stores.system.clock.now())) {
      examination.remark(
          subject, clause + ": no person who is known loosened it",
          "`holdfast session mode` sets another one, `holdfast resume` ends a pause.");
    }
  }
  if (!loaded->run.ended_at && liveness(stores, loaded->run) == policy::Liveness::dead) {
    examination.fixable(subject, "its holder is gone and it was never ended", "end it as crashed",
                        [&]() -> base::Result<void> {
                          sweep_dead_runs(stores);
                          return {};
                        });
  }
}

// Runs that have a head record but no note are not in the list of notes.
std::vector<model::RunId> runs_to_examine(Stores& stores) {
  std::vector<model::RunId> runs = stores.runs.list();
  const auto heads = stores.system.files.list(stores.layout.heads());
  if (!heads.ok()) return runs;
  for (const std::string& name : *heads) {
    const model::RunId run{name};
    const bool known = std::find(runs.begin(), runs.end(), run) != runs.end();
    if (!known && store::Layout::run_of_note("session-" + name + ".json")) runs.push_back(run);
  }
  return runs;
}

// What ran past the gate cannot be mended, but a person should know of it for a while.
void examine_strays(Stores& stores, Examination& examination) {
  constexpr std::chrono::hours kTold{24 * 7};
  for (const model::RunId& run : runs_with_strays(stores)) {
    const std::vector<StrayCall> strays = kept_strays(stores, run);
    if (strays.empty()) continue;
    const std::string subject = "session " + run.brief();
    const std::string message = words_of(strays) + ", " + strays.back().at;
    const std::string repair =
        "Look at what it did, and which plugins may overrule the gate; `holdfast events "
        "--session " +
        run.text + "` shows what else happened.";
    const auto at = base::instant_from_iso(strays.back().at);
    const bool is_recent = !at.ok() || stores.system.clock.now() - *at < kTold;
    is_recent ? examination.problem(subject, message, repair)
              : examination.remark(subject, message, repair);
  }
}

// A plugin that answers every event in our place leaves nothing in a journal.
void examine_unheard(Stores& stores, const std::vector<HostIntegration*>& hosts,
                     Examination& examination) {
  constexpr std::chrono::hours kLookedAt{24 * 7};
  const auto config = stores.system.files.info(stores.project.config_file);
  if (!config.ok()) return;
  const auto instant_of = [](std::int64_t ns) {
    return base::Instant(std::chrono::duration_cast<base::Millis>(std::chrono::nanoseconds(ns)));
  };
  const base::Instant since =
      std::max(instant_of(config->mtime_ns), stores.system.clock.now() - base::Millis(kLookedAt));
  const InstallTarget target{.root = stores.project.root, .home = stores.homes.home};
  for (HostIntegration* const host : hosts) {
    for (const KeptConversation& kept : host->conversations(stores.system, target)) {
      if (instant_of(kept.changed_ns) < since) continue;
      const auto run =
          store::run_of_host_id(stores.project.id, std::string(host->name()), kept.host_id);
      if (!run.ok() || stores.system.files.exists(stores.layout.journal(*run))) continue;
      const std::size_t calls = unheard_calls(stores.system.files, kept.transcript, since);
      if (calls == 0) continue;
      examination.remark(
          "session " + run->brief(),
          std::to_string(calls) + (calls == 1 ? " call" : " calls") +
              " of it ran, and no hook of ours heard of it: " + kept.transcript.native(),
          "Look whether its hooks were off, or a plugin answered in their place.");
    }
  }
}

void examine_folders(Stores& stores, Examination& examination) {
  os::FileSystem& files = stores.system.files;
  for (const os::Path& folder : {stores.layout.local(), stores.layout.notes()}) {
    const auto info = files.info(folder);
    if (!info.ok() || (info->mode & 077U) == 0) continue;
    examination.fixable("permissions", folder.string() + " is open to others", "close it (0700)",
                        [&] { return files.set_mode(folder, 0700); });
  }
  // Whoever can write there can put another key or an older head record in the place of ours.
  for (const os::Path& folder : {stores.homes.config, stores.layout.heads(),
                                 stores.layout.heads().parent_path(), stores.homes.state}) {
    const auto info = files.info(folder);
    if (!info.ok() || (info->mode & 022U) == 0) continue;
    examination.fixable("permissions", folder.string() + " can be written by others",
                        "take the permission away",
                        [&] { return files.set_mode(folder, info->mode & ~022U); });
  }
}

// Keys that were replaced still verify, and the operator's hash still proves.
void examine_other_secrets(Stores& stores, Examination& examination) {
  os::FileSystem& files = stores.system.files;
  std::vector<os::Path> paths{store::operator_path(stores.homes)};
  const os::Path retired = store::retired_secrets_path(stores.homes);
  if (const auto names = files.list(retired); names.ok()) {
    for (const std::string& name : *names) paths.push_back(retired / name);
  }
  for (const os::Path& path : paths) {
    const auto info = files.info(path);
    if (!info.ok() || info->kind != os::FileKind::regular || (info->mode & 077U) == 0) continue;
    examination.fixable("secret", path.string() + " can be read by others",
                        "take the permissions away (0600)",
                        [&] { return files.set_mode(path, 0600); });
  }
}

// The dashboard of a team's machine is the second program, which no hook is meant to run.
os::Path program_of_hooks(os::Environment& environment) {
  const os::Path program = environment.program();
  return program.filename() == "holdfast-fleet" ? program.parent_path() / "holdfast" : program;
}

// For who asks about this host: whether it calls us at all, and what it cannot enforce.
void tell_limits(HostIntegration& host, std::vector<Finding>& findings) {
  const std::string name(host.name());
  const auto add = [&](std::string message, std::string repair) {
    findings.push_back(
        {Severity::remark, name, std::move(message), std::move(repair), false, false});
  };
  if (findings.empty()) {
    add("no hooks of ours are in its files",
        "`holdfast init --yes --host " + name + "` installs them.");
  }
  for (std::string& limit : host.limits()) add(std::move(limit), "");
}

void examine_hosts(Stores& stores, const DoctorRequest& request, Examination& examination) {
  os::System system = stores.system;
  auto found = install_target(system, {.start = stores.project.root, .hosts = {}, .others = {}});
  if (!found.ok()) return examination.problem("hooks", found.error().message, found.error().hint);
  InstallTarget& target = *found;
  target.program = program_of_hooks(system.environment);
  bool is_anywhere = false;
  for (HostIntegration* const host : request.hosts) {
    auto findings =
        request.fix ? host->check_and_repair(system, target) : host->check(system, target);
    is_anywhere = is_anywhere || !findings.empty();
    if (request.tells_limits) tell_limits(*host, findings);
    for (Finding& finding : findings) examination.add(std::move(finding));
  }
  if (is_anywhere || request.hosts.empty() || request.tells_limits) return;
  examination.add({Severity::problem, "hooks", "no hooks are installed",
                   "`holdfast init --yes` installs them.", false, false});
}

constexpr const char* kMendStep =
    "`holdfast doctor --fix` puts back what can be; `holdfast uninstall` opts out.";

os::Path marker_folder(const store::TakenAway& taken) {
  return os::Path(taken.marker).parent_path().parent_path();
}

// A marker that an agent's call took away before any event saw it. With --fix the finding is kept,
// so that the project is one of ours again.
std::optional<store::TakenAway> find_taken_marker(os::System& system,
                                                  const DoctorRequest& request) {
  auto project = store::find_project(system.files, request.start);
  if (!project.ok() || project->opted_in) return std::nullopt;
  auto taken = marker_taken_away(system, *project);
  if (taken && request.fix) {
    store::Keyring keys(system, store::homes_of(system.environment), {});
    [[maybe_unused]] const auto noted = store::KeptFiles(system, project->local, keys).note(*taken);
  }
  return taken;
}

void examine_taken(Workspace& workspace, Examination& examination) {
  Stores& stores = workspace.stores();
  const auto taken = taken_away(stores);
  if (!taken) return;
  examination.fixable("project", taken_text(*taken, stores.project.main_root),
                      "put back what is missing, and take it as it is now (a person's to ask for)",
                      [&] { return see_to(workspace, *taken); });
}

}  // namespace

std::vector<Finding> examine(os::System system, const DoctorRequest& request) {
  Examination examination(request.fix);
  std::optional<store::TakenAway> taken = find_taken_marker(system, request);
  auto workspace = Workspace::open(system, request.start, Needs::requirements);
  if (!workspace.ok() && taken) {
    examination.problem("project", taken_text(*taken, marker_folder(*taken)), kMendStep);
    return examination.take();
  }
  if (!workspace.ok()) {
    const bool not_ours = workspace.error().code == base::Code::not_opted_in;
    if (not_ours) {
      examination.remark("project", workspace.error().message, workspace.error().hint);
    } else {
      examination.problem("project", workspace.error().message, workspace.error().hint);
    }
    return examination.take();
  }
  Stores& stores = workspace->stores();
  examination.good("project", stores.project.root.string());
  examine_requirements(stores, examination);
  if (!stores.project.opted_in) {
    examination.remark("project", "has requirements, but the gate and its state are off here",
                       "`holdfast init` opts it in.");
    return examination.take();
  }
  examine_taken(*workspace, examination);
  examine_config(stores, examination);
  examine_secret(stores, examination);
  examine_other_secrets(stores, examination);
  examine_folders(stores, examination);
  const auto runs = runs_to_examine(stores);
  for (const model::RunId& run : runs) examine_run(*workspace, run, examination);
  examination.good("sessions", std::to_string(runs.size()) + " examined");
  examine_strays(stores, examination);
  examine_unheard(stores, request.hosts, examination);
  examine_work(stores, examination);
  examine_continuity(stores, examination);
  examine_packets(stores, examination);
  examine_fleet(stores, examination);
  examine_hosts(stores, request, examination);
  return examination.take();
}

}  // namespace engine

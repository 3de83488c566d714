// start_protocol: one active session a worktree, a number nobody else has, and a log to write in.
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/inside.h"
#include "engine/protocol_change.h"
#include "engine/protocol_close.h"
#include "engine/protocol_facts.h"
#include "engine/protocol_projection.h"
#include "engine/protocol_work.h"
#include "engine/run_view.h"
#include "engine/work_link.h"
#include "policy/redaction.h"
#include "store/protocol_document.h"
#include "store/session_log.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kObjectiveBytesMax = 8000;
constexpr int kNumberAttemptsMax = 200;

// What stands in the way of a new session, if anything does.
struct Standing {
  model::Run run;
  bool is_orphan = false;
};

// The session that is active in this worktree, whoever's it is.
std::optional<Standing> standing_session(Stores& stores) {
  const auto active = stores.protocols.active(stores.project.root);
  if (!active) return std::nullopt;
  auto loaded = stores.runs.load(*active);
  if (!loaded.ok() || !model::is_active(loaded->run.protocol)) return std::nullopt;
  Standing standing{std::move(loaded->run), false};
  const auto started = base::instant_from_iso(standing.run.protocol->started_at);
  const auto limit = std::chrono::hours(stores.config.protocol_orphan_hours);
  const bool is_old = started.ok() && stores.system.clock.now() - *started > limit;
  const policy::Liveness lives = liveness(stores, standing.run);
  standing.is_orphan =
      lives == policy::Liveness::dead || (is_old && lives != policy::Liveness::live);
  return standing;
}

base::Error active_error(Stores& stores, const model::Run& run) {
  const model::Protocol& protocol = *run.protocol;
  const auto started = base::instant_from_iso(protocol.started_at);
  const std::string age =
      started.ok() ? base::to_words(stores.system.clock.now() - *started) : "some time";
  std::string owner = "run " + run.id.brief();
  if (run.owner) owner += fmt::format(", process {} on {}", run.owner->pid, run.owner->host);
  return {base::Code::session_active,
          fmt::format("Session already active. Call session_end() first. ({}, begun {} ago by {})",
                      protocol.session_id, age, owner),
          "End it, or go on with it: resume (--resume on the command line)."};
}

model::Checklist read_checklist(Stores& stores, std::vector<std::string>& warnings) {
  const std::string& name = stores.config.protocol_file;
  const auto inside = file_inside(stores.system.files, stores.project.root, name);
  if (!inside.ok()) {
    if (inside.error().code != base::Code::not_found) warnings.push_back(inside.error().message);
    return store::built_in_checklist();
  }
  const auto text = stores.system.files.read(stores.project.root / *inside);
  auto document =
      text.ok() ? store::read_protocol(*text) : base::Result<store::ProtocolDocument>(text.error());
  if (!document.ok()) {
    warnings.push_back(name + ": " + document.error().message + "; the built-in lists are used");
    return store::built_in_checklist();
  }
  for (const std::string& warning : document->warnings) warnings.push_back(name + ": " + warning);
  return std::move(document->checklist);
}

std::string session_date(Stores& stores) {
  const base::Instant now = stores.system.clock.now();
  if (!stores.config.protocol_local_date) return base::to_date(now);
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

// The folder of the logs, made where it is missing.
base::Result<os::Path> log_folder(Stores& stores) {
  const os::Path folder = stores.project.root / ".agents" / "sessions";
  TRY(stores.system.files.make_folders(folder, kTreeFolderMode));
  TRY(check_inside(stores.system.files, stores.project.root, folder));
  return folder;
}

// A number that no log and no other session has, in this worktree or another (B1-1). Both the alias
// and the log are made exclusively, so two starts never get the same one.
base::Result<void> reserve_id(Stores& stores, const model::RunId& run, model::Protocol& protocol,
                              bool create_log, std::vector<std::string>& warnings) {
  const std::string date = session_date(stores);
  const auto folder = create_log ? log_folder(stores) : base::Result<os::Path>(os::Path{});
  if (!folder.ok()) warnings.push_back("no session log: " + folder.error().message);
  const os::Path logs = stores.project.root / ".agents" / "sessions";
  std::int64_t number = stores.protocols.highest_number(date, logs);
  for (int attempt = 0; attempt < kNumberAttemptsMax; ++attempt) {
    protocol.session_id = store::session_id_of(date, ++number);
    const auto alias = stores.aliases.add("protocol", protocol.session_id, run);
    if (!alias.ok() && alias.error().code == base::Code::exists) continue;
    TRY(alias);
    if (!create_log || !folder.ok()) return {};
    const std::string name = protocol.session_id + ".md";
    protocol.log_path = ".agents/sessions/" + name;
    const auto made =
        stores.system.files.create(*folder / name, store::log_skeleton(protocol), kTreeFileMode);
    if (made.ok()) return {};
    protocol.log_path.clear();
    if (made.error().code == base::Code::exists) continue;
    warnings.push_back("no session log: " + made.error().message);
    return {};
  }
  return base::Error{base::Code::failed, "No session number is free", ""};
}

base::Result<model::Protocol> fresh_protocol(Stores& stores, const model::RunId& run,
                                             const ProtocolStart& request,
                                             std::vector<std::string>& warnings) {
  const GitPlace place = git_place(stores);
  model::Protocol protocol;
  protocol.objective = policy::redact(request.objective);
  protocol.branch = request.branch.value_or(place.branch);
  protocol.starting_commit = request.starting_commit.value_or(place.commit);
  const std::string now = base::to_iso(stores.system.clock.now());
  protocol.started_at = now.substr(0, now.find('.')) + "Z";
  protocol.checklist = read_checklist(stores, warnings);
  protocol.handoff_hash = handoff_hash(stores).value_or("");
  const auto baseline = changed_files(stores);
  TRY(reserve_id(stores, run, protocol, request.create_log, warnings));
  if (!baseline.empty()) {
    TRY_ASSIGN(protocol.baseline_sha256,
               stores.protocols.save_baseline(protocol.session_id, baseline));
  }
  return protocol;
}

// The run that the session becomes part of, made where there is none. What a caller names by an id
// that nobody has seen is a conversation whose hooks are not installed.
base::Result<model::Run> ready_run(Workspace& workspace, const std::optional<model::RunId>& run,
                                   const Caller& caller) {
  Stores& stores = workspace.stores();
  if (!run) return start_session(workspace, "", caller);
  auto loaded = stores.runs.load(*run);
  if (loaded.ok()) return std::move(loaded->run);
  if (loaded.error().code != base::Code::not_found) return std::move(loaded).error();
  return start_session(workspace, run->text, caller);
}

// The work session that the new session belongs to. One that is not there is only a name.
std::optional<store::StoredWork> named_work(Stores& stores, const ProtocolStart& request,
                                            std::vector<std::string>& warnings) {
  if (!request.work_session) return std::nullopt;
  const auto folder = stores.work.find(*request.work_session, stores.project.root);
  auto work =
      folder.ok() ? stores.work.read(*folder) : base::Result<store::StoredWork>(folder.error());
  if (work.ok()) return *std::move(work);
  warnings.push_back(work.error().message);
  return std::nullopt;
}

base::Result<ProtocolStarted> begin(Stores& stores, const model::RunId& run,
                                    const ProtocolStart& request, const Caller& caller) {
  ProtocolStarted started;
  started.run = run;
  TRY_ASSIGN(const model::Protocol protocol,
             fresh_protocol(stores, run, request, started.warnings));
  const auto work = named_work(stores, request, started.warnings);
  // The pointer first: one that leads to a run without a session is simply not believed.
  TRY(stores.protocols.set_active(stores.project.root, run));
  TRY_ASSIGN(const auto saved,
             stores.runs.update(run, {.actor = caller.actor, .what = "protocol start"},
                                [&](model::Run current) -> base::Result<model::Run> {
                                  if (model::is_active(current.protocol)) {
                                    return active_error(stores, current);
                                  }
                                  current.protocol = protocol;
                                  current.worktree = stores.project.root.native();
                                  if (request.work_session) {
                                    current.active_feature = request.work_session;
                                  }
                                  if (work) {
                                    put_work(current, work->folder.slug, work->session,
                                             stores.system.clock.now());
                                  }
                                  mirror_to_run(current);
                                  return current;
                                }));
  started.protocol = *saved.run.protocol;
  hide_projections(stores);
  for (std::string& warning : project_protocol(stores, saved.run)) {
    started.warnings.push_back(std::move(warning));
  }
  note_protocol(stores, run, caller,
                Json{{"action", "started"},
                     {"session", started.protocol.session_id},
                     {"objective", started.protocol.objective}});
  return started;
}

// Takes over a session that another run left open: its evidence stays, its gates are asked again
// (C-12).
base::Result<model::Protocol> adopted(Stores& stores, const model::Run& from,
                                      const Caller& caller) {
  model::Protocol protocol = *from.protocol;
  protocol.resumed_from = from.id.text;
  protocol.gates.clear();
  protocol.phases_completed.clear();
  protocol.current_phase = model::ProtocolPhase::init;
  protocol.blocked_from.reset();
  protocol.blocked_by.clear();
  note_protocol(stores, from.id, caller,
                Json{{"action", "handed over"}, {"session", protocol.session_id}});
  return protocol;
}

base::Result<ProtocolStarted> resume(Stores& stores, const model::RunId& run,
                                     const Standing& standing, const Caller& caller) {
  ProtocolStarted started;
  started.run = run;
  started.resumed = true;
  if (standing.run.id.text == run.text) {
    started.protocol = *standing.run.protocol;
    return started;
  }
  TRY_ASSIGN(const model::Protocol protocol, adopted(stores, standing.run, caller));
  TRY(stores.protocols.set_active(stores.project.root, run));
  TRY_ASSIGN(const auto saved,
             stores.runs.update(run, {.actor = caller.actor, .what = "protocol resume"},
                                [&](model::Run current) -> base::Result<model::Run> {
                                  current.protocol = protocol;
                                  current.worktree = stores.project.root.native();
                                  mirror_to_run(current);
                                  return current;
                                }));
  // Only now does the other run lose it: a crash in between leaves it twice, and the pointer tells
  // which one counts.
  TRY(stores.runs.update(standing.run.id, {.actor = caller.actor, .what = "protocol handed over"},
                         [&](model::Run other) -> base::Result<model::Run> {
                           other.protocol.reset();
                           return other;
                         }));
  started.protocol = *saved.run.protocol;
  started.warnings = project_protocol(stores, saved.run);
  note_protocol(
      stores, run, caller,
      Json{
          {"action", "resumed"}, {"session", protocol.session_id}, {"from", standing.run.id.text}});
  return started;
}

// As far as the gates still pass, up to where the session was.
void walk_again(Stores& stores, ProtocolStarted& resumed, const model::Protocol& left,
                const Caller& caller) {
  const auto was = left.blocked_from.value_or(left.current_phase).known();
  const auto target =
      std::min(was.value_or(model::ProtocolPhase::init), model::ProtocolPhase::working);
  if (target == model::ProtocolPhase::init) return;
  auto walked =
      advance_phase(stores, resumed.run,
                    {.target = std::string(name_of(target)), .force = false, .reason = ""}, caller);
  if (walked.ok()) resumed.protocol = std::move(walked->protocol);
}

}  // namespace

base::Result<ProtocolStarted> start_protocol(Stores& stores, const std::optional<model::RunId>& run,
                                             const ProtocolStart& request, const Caller& caller,
                                             const HolderOfSession& ready) {
  if (base::trim(request.objective).empty() && !request.resume) {
    return base::Error{base::Code::invalid_params, "objective is empty",
                       "Say in a sentence what this session is for."};
  }
  if (request.objective.size() > kObjectiveBytesMax) {
    return base::Error{base::Code::invalid_params, "objective is longer than 8000 bytes", ""};
  }
  TRY_ASSIGN(const auto lock,
             stores.protocols.lock(base::Millis{stores.config.locking_timeout_ms} * 5));
  auto standing = standing_session(stores);
  const bool is_own = standing && run && standing->run.id.text == run->text;
  if (standing && request.resume && (is_own || standing->is_orphan)) {
    TRY_ASSIGN(const model::Run holder, ready());
    TRY_ASSIGN(auto resumed, resume(stores, holder.id, *standing, caller));
    if (!is_own) walk_again(stores, resumed, *standing->run.protocol, caller);
    resumed.blocked_until =
        policy::unmet_start_gates(resumed.protocol, stores.config.protocol_enforcement);
    return resumed;
  }
  if (standing && standing->is_orphan && !is_own) {
    TRY(abandon_protocol(stores, standing->run.id, caller));
    standing.reset();
  }
  if (standing && (is_own || stores.config.protocol_exclusive)) {
    return active_error(stores, standing->run);
  }
  TRY_ASSIGN(const model::Run holder, ready());
  if (model::is_active(holder.protocol)) return active_error(stores, holder);
  TRY_ASSIGN(auto started, begin(stores, holder.id, request, caller));
  started.blocked_until =
      policy::unmet_start_gates(started.protocol, stores.config.protocol_enforcement);
  return started;
}

base::Result<ProtocolStarted> start_protocol(Workspace& workspace,
                                             const std::optional<model::RunId>& run,
                                             const ProtocolStart& request, const Caller& caller) {
  return start_protocol(workspace.stores(), run, request, caller,
                        [&] { return ready_run(workspace, run, caller); });
}

base::Result<model::RunId> choose_protocol_run(Workspace& workspace, const SessionChoice& choice) {
  Stores& stores = workspace.stores();
  if (choice.given) return stores.aliases.resolve(*choice.given);
  const bool has_host = choice.host_session && !choice.host_session->empty();
  if (has_host) {
    auto run = stores.aliases.resolve(*choice.host_session);
    if (run.ok() || run.error().code != base::Code::not_found) return run;
  }
  // A session that this worktree is in the middle of is the one that is meant.
  if (const auto active = stores.protocols.active(stores.project.root)) {
    const auto loaded = stores.runs.load(*active);
    if (loaded.ok() && model::is_active(loaded->run.protocol)) return *active;
  }
  auto run = choose_run(workspace, {choice.given, std::nullopt});
  if (run.ok() || run.error().code != base::Code::no_session) return run;
  base::Error error = std::move(run).error();
  error.hint = "`holdfast session start --objective TEXT` begins one.";
  return error;
}

base::Result<std::optional<model::RunId>> run_to_start(Workspace& workspace,
                                                       const SessionChoice& choice) {
  using Choice = std::optional<model::RunId>;
  if (!choice.given && choice.host_session && !choice.host_session->empty()) {
    TRY_ASSIGN(auto run, run_of_conversation(workspace, *choice.host_session));
    return Choice(std::move(run));
  }
  auto run = choose_protocol_run(workspace, choice);
  if (run.ok()) {
    // What nobody holds any more is not gone on with unasked.
    const auto loaded = workspace.stores().runs.load(*run);
    const bool is_left = !choice.given && loaded.ok() &&
                         liveness(workspace.stores(), loaded->run) == policy::Liveness::dead;
    return is_left ? Choice() : Choice(*std::move(run));
  }
  const base::Code code = run.error().code;
  const bool is_open = code == base::Code::no_session || code == base::Code::ambiguous_id;
  if (is_open && !choice.given) return Choice();
  return std::move(run).error();
}

}  // namespace engine

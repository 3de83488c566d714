#include "engine/statusline.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "engine/fleet_lag.h"
#include "engine/project_choice.h"
#include "engine/requirement_scene.h"
#include "engine/run_view.h"
#include "engine/stray_calls.h"
#include "engine/taken_away.h"
#include "policy/fleet_pace.h"
#include "policy/mode.h"
#include "store/fleet_mark.h"
#include "store/requirement_session.h"

namespace engine {
namespace {

constexpr std::size_t kShownNameBytesMax = 40;

class Line {
 public:
  void add(std::string_view part) {
    if (part.empty()) return;
    if (!text_.empty()) text_ += " · ";
    text_ += part;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// A name of the project's, kept short and in one line.
std::string brief(std::string_view name) {
  std::string text(base::clip_utf8(name, kShownNameBytesMax));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text.size() < name.size() ? text + "…" : text;
}

std::string paused_text(const model::Run& run, base::Instant now) {
  if (!run.pause) return "";
  const auto until = base::instant_from_iso(run.pause->until);
  if (!until.ok() || *until <= now) return "";
  const auto left = std::chrono::ceil<std::chrono::minutes>(*until - now).count();
  return fmt::format("paused {}m", left);
}

// A run's own part: mode, protocol, work.
void add_run(Stores& stores, const model::RunId& id, Line& line) {
  const auto loaded = stores.runs.load(id);
  if (!loaded.ok()) {
    const bool absent = loaded.error().code == base::Code::not_found;
    line.add(absent ? stores.config.gate_initial_mode.text() : "mode unknown");
    if (!absent) line.add(fmt::format("⚠ {}", base::code_name(loaded.error().code)));
    return;
  }
  const model::Run& run = loaded->run;
  line.add(brief(run.mode.text()));
  const base::Instant now = stores.system.clock.now();
  line.add(paused_text(run, now));
  for (const std::string& clause : policy::loosened_by_nobody_known(run, now)) {
    line.add("⚠ " + clause);
  }
  if (is_protocol_enabled(stores, gate_state_of(stores, id).protocol_started)) {
    line.add(run.protocol_start_complete ? "protocol ✓" : "protocol ⬜");
  }
  std::string work = brief(run.active_feature.value_or(""));
  if (run.active_task) work += (work.empty() ? "" : " ") + brief(*run.active_task);
  line.add(work);
}

// The requirements that are open, and how far the work is by those that the public framework knows.
// What would need a process is left out.
void add_requirements(Stores& stores, const std::string& session, Line& line) {
  RequirementScene scene(stores, session);
  if (!scene.is_on() || !scene.head()) return;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPhases{
      {{"design_approved", "design"},
       {"plan_written", "plan-write"},
       {"solid_reviewed", "plan-validate"},
       {"verification_evidence", "implement"},
       {"pre_pr_review", "review"}}};
  std::size_t open = 0;
  bool has_phases = false;
  std::string_view phase = "ship";
  for (const auto& [name, reached] : kPhases) {
    const model::Requirement* const one = scene.cascade().find(name);
    if (one == nullptr || !one->enabled) continue;
    has_phases = true;
    if (phase == "ship" && !scene.judge(*one).verdict.is_met()) phase = reached;
  }
  for (const model::Requirement& one : scene.cascade().list) {
    if (!one.enabled || one.type == model::RequirementType::dynamic) continue;
    if (!one.fingerprint.empty()) continue;
    if (!scene.judge(one).verdict.is_met()) ++open;
  }
  store::RequirementSession files(stores.system, scene.branches().folder(), scene.short_session());
  if (files.pause(stores.system.clock.now())) line.add("⏸ paused");
  if (has_phases) line.add(phase);
  line.add(open == 0 ? "req ✓" : fmt::format("{} req⬜", open));
}

void add_host_facts(const model::HostStatus& status, Line& line) {
  if (status.context_percent) line.add(fmt::format("ctx {:.0f}%", *status.context_percent));
  if (status.cost_usd) line.add(fmt::format("${:.2f}", *status.cost_usd));
}

// Only where this machine has joined a team's server and something has waited for a while.
void add_fleet(Stores& stores, const model::RunId& run, Line& line) {
  if (!store::has_fleet_mark(stores.system.files, stores.homes)) return;
  const base::Instant now = stores.system.clock.now();
  const auto until = sent_until(store::load_fleet_push(stores.system, stores.homes), now);
  const auto since = waiting_since(stores.system.files, stores.layout.journal(run), until);
  if (!since || !policy::is_late(*since, now)) return;
  const auto minutes = std::chrono::floor<std::chrono::minutes>(now - *since).count();
  constexpr std::int64_t kMinutesOfHour = 60;
  const bool is_short = minutes < 2 * kMinutesOfHour;
  line.add(fmt::format("⇡ {}{} behind", is_short ? minutes : minutes / kMinutesOfHour,
                       is_short ? 'm' : 'h'));
}

void add_faults(Stores& stores, Line& line) {
  const bool off = stores.system.environment.text("HOLDFAST_GATE") == "off";
  if (off || !stores.config.gate_enabled) line.add("⚠ gate off");
  const bool is_taken = stores.project.keeps_last_config || was_anything_taken(stores);
  if (is_taken) line.add("⚠ taken away by the agent");
  if (!is_taken && !stores.config.problems.empty()) line.add("⚠ configuration");
}

}  // namespace

std::string statusline(os::System system, const model::HostStatus& status) {
  auto project = find_opted_in(system, {status.project_folder, status.folder});
  if (!project) return "";
  Stores stores(system, store::homes_of(system.environment), *std::move(project));
  Line line;
  const auto run = store::run_of_host_id(stores.project.id, status.host, status.host_id);
  const bool is_known = run.ok() && !status.host_id.empty();
  if (is_known && stores.project.opted_in) add_run(stores, *run, line);
  if (is_known) add_requirements(stores, status.host_id, line);
  add_host_facts(status, line);
  if (is_known) add_fleet(stores, *run, line);
  if (is_known && has_strays(stores, *run)) line.add("⚠ a call ran past the gate");
  add_faults(stores, line);
  return line.take();
}

}  // namespace engine

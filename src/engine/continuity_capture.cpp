#include "engine/continuity_capture.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/continuity_metric.h"
#include "engine/continuity_signals.h"
#include "engine/inside.h"
#include "policy/pin_inheritance.h"
#include "policy/redaction.h"
#include "store/git_head.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kUpdatesMax = 100;  // Of updates and interactions, the newest.
constexpr std::uint64_t kPipelineBytesMax = 1024 * 1024;

// Pins as a mirror has them: whose they are is told by its name.
std::vector<model::Pin> kept_pins(const std::vector<model::Pin>& pins) {
  std::vector<model::Pin> kept = pins;
  for (model::Pin& pin : kept) {
    pin.content = policy::redact(pin.content);
    pin.label = policy::redact(pin.label);
    pin.run.clear();
    pin.project.clear();
  }
  return kept;
}

// Adds what is not there yet, by `same`, and keeps the newest.
template <typename Item, typename Same>
void add_new(std::vector<Item>& list, const std::vector<Item>& more, const Same& same) {
  for (const Item& item : more) {
    const bool is_known =
        std::any_of(list.begin(), list.end(), [&](const Item& known) { return same(known, item); });
    if (!is_known) list.push_back(item);
  }
  if (list.size() > kUpdatesMax) list.erase(list.begin(), list.end() - kUpdatesMax);
}

bool same_update(const model::ConfidenceUpdate& a, const model::ConfidenceUpdate& b) {
  return a.memory_id == b.memory_id && a.timestamp == b.timestamp && a.new_score == b.new_score;
}
bool same_sop(const model::SopInteraction& a, const model::SopInteraction& b) {
  return a.sop_path == b.sop_path && a.acknowledged == b.acknowledged;
}

// Who and where: what a mirror has from its first moment on.
void identify(ContinuityScene& scene, const model::RunId& run, model::SessionState& state) {
  Stores& stores = scene.stores;
  state.project = stores.project.id.text;
  state.root = stores.project.root.native();
  if (state.channel.empty() || state.channel == "unknown") state.channel = scene.channel();
  if (const auto head = store::read_head(stores.system.files, stores.project)) {
    state.branch = head->branch;
  }
  const auto note = stores.runs.view(run);
  if (note.ok()) {
    state.host = (*note)->host;
    state.work_session = (*note)->work_session.value_or("");
    if (state.start_time.empty()) state.start_time = (*note)->created_at;
    if (!state.previous_session_id) state.previous_session_id = (*note)->resumed_from;
  }
  if (state.start_time.empty()) state.start_time = base::to_iso(stores.system.clock.now());
}

// Whether all that is known of a session is which project it was in: every session of the project
// has that in common, so it would be found by all of them and tell them nothing.
bool says_nothing(const model::SessionState& state) {
  const std::string project = base::to_lower(os::Path(state.root).filename().native());
  const std::vector<std::string> words = policy::topic_words(project);
  return std::all_of(
      state.hot_topics.begin(), state.hot_topics.end(), [&](const std::string& topic) {
        return topic == project || std::find(words.begin(), words.end(), topic) != words.end();
      });
}

// Everything that a capture knows, in one hand.
struct Captured {
  SessionSignals signals;
  std::optional<std::vector<model::Pin>> pins;                // None: the file cannot be read.
  std::optional<std::vector<policy::PipelineTask>> pipeline;  // The same.
};

void put_tasks(const Captured& captured, model::SessionState& state) {
  if (captured.pipeline) {
    state.pending_tasks = policy::pending_tasks(*captured.pipeline, state.working_memory);
    return;
  }
  // What the pipeline said last stays; pins can be asked anew.
  std::erase_if(state.pending_tasks, [](const auto& task) { return task.flagged_incomplete; });
  for (model::PendingTask& task : policy::pending_tasks({}, state.working_memory)) {
    state.pending_tasks.push_back(std::move(task));
  }
}

void put_captured(const Captured& captured, model::SessionState& state) {
  policy::TopicCounter topics = captured.signals.topics;
  // A session that did nothing is about nothing.
  if (!topics.top(1).empty()) topics.add_project(os::Path(state.root).filename().native());
  // Those of the turn before stand for what cannot be read now.
  if (captured.pins) state.working_memory = kept_pins(*captured.pins);
  for (const model::Pin& pin : state.working_memory) topics.add_label(policy::origin_label(pin));
  topics.add_subject(ContinuityScene::topic_of_branch(state.branch));
  if (!state.work_session.empty()) topics.add_subject(state.work_session);
  state.hot_topics = topics.top(policy::TopicCounter::kTopicsMax);
  state.active_projects = topics.projects();
  if (says_nothing(state)) {
    state.hot_topics.clear();
    state.active_projects.clear();
  }
  put_tasks(captured, state);
  state.recent_learnings = captured.signals.learnings;
  add_new(state.confidence_updates, captured.signals.confidence, same_update);
  add_new(state.sop_interactions, captured.signals.sops, same_sop);
}

Captured look_at_session(ContinuityScene& scene, const model::RunId& run,
                         const store::LiveSession& live) {
  Captured captured;
  captured.signals.offset = live.journal_offset;
  captured.signals.topics = policy::TopicCounter::from_text(live.topics);
  captured.signals.learnings = live.learnings;
  read_signals(scene.stores, run, captured.signals);
  if (const auto pins = scene.pins.read(); pins.ok()) {
    captured.pins = store::pins_of(*pins, run.text, scene.places);
  }
  captured.pipeline = read_pipeline(scene.stores);
  return captured;
}

void remember(const Captured& captured, store::LiveSession& live) {
  live.journal_offset = captured.signals.offset;
  live.topics = captured.signals.topics.text();
  live.learnings = captured.signals.learnings;
}

// A run's own pins leave the file that live sessions share.
base::Result<void> take_out_pins(ContinuityScene& scene, const model::RunId& run) {
  if (scene.places.openclaw) return {};
  return scene.pins.update(
      {.sync = false}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
        std::erase_if(pins, [&](const auto& pin) { return pin.run == run.text; });
        return {};
      });
}

// False where the mirror says that the session has ended: then nothing was written.
base::Result<bool> capture_open(ContinuityScene& scene, const model::RunId& run) {
  std::optional<base::Error> problem;
  bool is_open = true;
  TRY(scene.live.update(run, [&](store::LiveSession& live) {
    const Captured captured = look_at_session(scene, run, live);
    // The mirror first: what it does not have must be found again.
    const auto saved = scene.mirrors.update(run.text, {.sync = false},
                                            [&](model::SessionState& state) -> base::Result<void> {
                                              is_open = !state.end_time;
                                              if (!is_open) return {};
                                              identify(scene, run, state);
                                              put_captured(captured, state);
                                              return {};
                                            });
    if (!saved.ok()) problem = saved.error();
    if (saved.ok() && is_open) remember(captured, live);
  }));
  if (problem) return *std::move(problem);
  return is_open;
}

}  // namespace

std::optional<std::vector<policy::PipelineTask>> read_pipeline(Stores& stores) {
  const std::string& name = stores.config.continuity.pipeline_path;
  const os::Path path = stores.project.root / name;
  const auto info = stores.system.files.info(path);
  if (!info.ok() && info.error().code == base::Code::not_found) {
    return std::vector<policy::PipelineTask>();
  }
  if (!check_inside(stores.system.files, stores.project.root, path).ok()) return std::nullopt;
  const auto text = stores.system.files.read(path, {.bytes_max = kPipelineBytesMax});
  if (!text.ok()) return std::nullopt;
  const auto document = base::parse_json(*text);
  if (!document.ok()) return std::nullopt;
  return policy::pipeline_tasks(*document);
}

base::Result<void> open_mirror(ContinuityScene& scene, const model::RunId& run) {
  auto opened = scene.mirrors.update(run.text, {.sync = false},
                                     [&](model::SessionState& state) -> base::Result<void> {
                                       identify(scene, run, state);
                                       return {};
                                     });
  TRY(opened);
  return {};
}

base::Result<void> capture(ContinuityScene& scene, const model::RunId& run) {
  TRY_ASSIGN(const bool is_open, capture_open(scene, run));
  if (is_open) return {};
  // It went on without a word after its end.
  TRY(reopen_session(scene, run));
  TRY(capture_open(scene, run));
  return {};
}

base::Result<void> close_session(ContinuityScene& scene, const model::RunId& run,
                                 const SessionEnding& ending) {
  const store::LiveSession live = scene.live.read(run);
  const Captured captured = look_at_session(scene, run, live);
  bool was_open = false;
  TRY_ASSIGN(const model::SessionState state,
             scene.mirrors.update(run.text, {.sync = true},
                                  [&](model::SessionState& mirror) -> base::Result<void> {
                                    // Closed before, by another or by us before a crash: the pins
                                    // are in it already, and may be gone from where they were.
                                    was_open = !mirror.end_time;
                                    if (!was_open) return {};
                                    identify(scene, run, mirror);
                                    put_captured(captured, mirror);
                                    mirror.end_time = ending.at;
                                    mirror.end_reason = ending.reason;
                                    mirror.crash_recovered = ending.crashed;
                                    return {};
                                  }));
  const std::size_t critical = static_cast<std::size_t>(
      std::count_if(state.working_memory.begin(), state.working_memory.end(), policy::is_critical));
  TRY(scene.roster.add(store::roster_entry_of(state, critical, scene.stores.system.clock.now())));
  TRY(take_out_pins(scene, run));
  if (was_open) {
    note_metric(scene.stores, run, "session_captured",
                Json{{"pin_count", state.working_memory.size()},
                     {"learning_count", state.recent_learnings.size()},
                     {"task_count", state.pending_tasks.size()}});
  }
  return scene.live.remove(run);
}

base::Result<void> reopen_session(ContinuityScene& scene, const model::RunId& run) {
  const auto known = scene.mirrors.read(run.text);
  if (!known.ok() || !known->end_time) return open_mirror(scene, run);
  if (!scene.places.openclaw) {
    TRY(scene.pins.update(
        {.sync = false}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
          const auto own = store::pins_of(pins, run.text, scene.places);
          for (model::Pin pin : known->working_memory) {
            const bool is_there = std::any_of(own.begin(), own.end(), [&](const model::Pin& one) {
              return policy::content_key(one) == policy::content_key(pin);
            });
            if (is_there) continue;
            pin.run = run.text;
            pin.project = scene.stores.project.id.text;
            pins.push_back(std::move(pin));
          }
          return {};
        }));
  }
  TRY(scene.roster.add_reopened(run.text, scene.stores.system.clock.now()));
  auto opened = scene.mirrors.update(run.text, {.sync = false},
                                     [&](model::SessionState& state) -> base::Result<void> {
                                       identify(scene, run, state);
                                       state.end_time.reset();
                                       state.end_reason.clear();
                                       state.crash_recovered = false;
                                       return {};
                                     });
  TRY(opened);
  return {};
}

}  // namespace engine

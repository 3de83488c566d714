#include "engine/continuity_restore.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/continuity_capture.h"
#include "engine/continuity_learnings.h"
#include "policy/pin_inheritance.h"
#include "policy/preamble.h"
#include "policy/relevance.h"
#include "policy/topics.h"
#include "store/git_head.h"

namespace engine {
namespace {

// Of a project with more sessions than this within the lookback, the newest are asked.
constexpr std::size_t kSessionsAskedMax = 2000;
constexpr std::size_t kForeignMirrorsMax = 200;
constexpr std::size_t kCriticalSessionsMax = 10;

base::Error too_late() {
  return {base::Code::unavailable, "looking for earlier sessions took too long", ""};
}

class Planner {
 public:
  Planner(ContinuityScene& scene, const RestoreRequest& request)
      : scene_(scene), request_(request), now_(scene.stores.system.clock.now()) {}

  base::Result<RestorePlan> plan() {
    TRY(read_live_pins());
    TRY(read_past());
    plan_.report.keywords = policy::keyword_set(keywords());
    plan_.report.threshold = config().relevance_threshold;
    TRY(choose());
    TRY(take_over());
    report_all();
    return std::move(plan_);
  }

  base::Result<RestorePlan> continuation(const model::SessionState& from) {
    TRY(read_live_pins());
    policy::PastSession past = past_of(from);
    if (past.end_time.empty()) past.end_time = from.updated_at;  // It may still run.
    const auto relevance = policy::relevance_of(past, {}, now_);
    plan_.chosen.push_back(
        {from, relevance ? relevance->score : 0, relevance ? relevance->hours : 0});
    is_forced_ = true;
    TRY(take_over());
    return std::move(plan_);
  }

 private:
  const model::ContinuityConfig& config() const { return scene_.stores.config.continuity; }
  bool is_late() const {
    return request_.deadline && scene_.stores.system.clock.steady() >= *request_.deadline;
  }
  std::string own_id() const { return request_.run ? request_.run->text : ""; }

  base::Result<void> read_live_pins() {
    TRY_ASSIGN(const auto pins, scene_.pins.read());
    if (request_.run || scene_.places.openclaw) {
      live_ = store::pins_of(pins, own_id(), scene_.places);
    }
    return {};
  }

  static policy::PastSession past_of(const model::SessionState& state) {
    return {.id = state.session_id,
            .end_time = state.end_time.value_or(""),
            .channel = state.channel,
            .topics = state.hot_topics,
            .pending_tasks = state.pending_tasks.size(),
            .has_critical_pins = std::any_of(state.working_memory.begin(),
                                             state.working_memory.end(), policy::is_critical),
            .continued_by = state.continued_by.value_or("")};
  }

  base::Result<void> read_past() {
    const auto days = std::max(config().lookback_days, config().critical_inheritance_days);
    const base::Instant since = now_ - std::chrono::days(days);
    if (scene_.places.openclaw) return read_past_mirrors(since);
    for (store::RosterEntry& entry : scene_.roster.newest(since, kSessionsAskedMax)) {
      if (entry.session == own_id()) continue;
      past_.push_back({.id = std::move(entry.session),
                       .end_time = std::move(entry.end_time),
                       .channel = std::move(entry.channel),
                       .topics = std::move(entry.topics),
                       .pending_tasks = entry.pending_tasks,
                       .has_critical_pins = entry.critical_pins > 0,
                       .continued_by = std::move(entry.continued_by)});
    }
    return {};
  }

  // There the other tool writes sessions too, and nobody keeps a list.
  base::Result<void> read_past_mirrors(base::Instant since) {
    for (const std::string& id : scene_.mirrors.newest(since, kForeignMirrorsMax)) {
      if (id == own_id()) continue;
      if (is_late()) return too_late();
      auto state = scene_.mirrors.read(id);
      if (!state.ok() || !state->end_time) continue;
      past_.push_back(past_of(*state));
      loaded_.push_back(*std::move(state));
    }
    return {};
  }

  // Known at a start: labels, the project, the branch, the work session (B3-3); later the prompt.
  std::vector<std::string> keywords() {
    Stores& stores = scene_.stores;
    std::string text = stores.project.root.filename().native();
    if (const auto head = store::read_head(stores.system.files, stores.project)) {
      text += "\n" + ContinuityScene::topic_of_branch(head->branch);
    }
    if (request_.run) {
      const auto note = stores.runs.view(*request_.run);
      if (note.ok()) text += "\n" + (*note)->work_session.value_or("");
    }
    for (const model::Pin& pin : live_) text += "\n" + policy::origin_label(pin);
    return policy::topic_words(text + "\n" + request_.prompt);
  }

  base::Result<model::SessionState> load(const std::string& id) {
    for (const model::SessionState& known : loaded_) {
      if (known.session_id == id) return known;
    }
    if (is_late()) return too_late();
    TRY_ASSIGN(auto state, scene_.mirrors.read(id));
    const bool is_other = !state.project.empty() && state.project != scene_.stores.project.id.text;
    // A list that names another project's session, or one that goes on again, is out of date.
    if (is_other || !state.end_time) {
      return base::Error{base::Code::not_found, "no longer a session of the past", ""};
    }
    loaded_.push_back(state);
    return state;
  }

  base::Result<void> choose() {
    const policy::RestoreRules rules{now_, scene_.channel(), config()};
    // A mirror that is gone makes room for the next best one.
    for (bool is_settled = false; !is_settled;) {
      is_settled = true;
      plan_.chosen.clear();
      scored_ = policy::score_sessions(past_, plan_.report.keywords, rules);
      for (const policy::ScoredSession& one : scored_) {
        if (one.verdict != policy::SessionVerdict::chosen) continue;
        auto state = load(past_[one.index].id);
        if (!state.ok() && is_late()) return state.error();
        if (!state.ok()) {
          past_.erase(past_.begin() + static_cast<std::ptrdiff_t>(one.index));
          is_settled = false;
          break;
        }
        plan_.chosen.push_back({*std::move(state), one.relevance.score, one.relevance.hours});
      }
    }
    return {};
  }

  // Sessions that were not chosen but have something that must not be forgotten.
  base::Result<std::vector<model::SessionState>> critical_sessions() {
    std::vector<model::SessionState> sessions;
    const double hours_max = static_cast<double>(config().critical_inheritance_days) * 24;
    for (const policy::ScoredSession& one : scored_) {
      const policy::PastSession& past = past_[one.index];
      const bool is_other = one.verdict == policy::SessionVerdict::other_channel ||
                            one.verdict == policy::SessionVerdict::unreadable_time ||
                            one.verdict == policy::SessionVerdict::chosen;
      if (is_other || !past.has_critical_pins || one.relevance.hours > hours_max) continue;
      if (sessions.size() == kCriticalSessionsMax) break;
      auto state = load(past.id);
      if (!state.ok() && is_late()) return state.error();
      if (state.ok()) sessions.push_back(*std::move(state));
    }
    return sessions;
  }

  base::Result<void> take_over() {
    TRY_ASSIGN(const std::vector<model::SessionState> critical, critical_sessions());
    policy::PinWish wish;
    wish.live = live_;
    wish.cap = config().pins_cap;
    if (!is_forced_) wish.max_inherited = config().max_inherited_pins;
    const double hours_max = static_cast<double>(config().critical_inheritance_days) * 24;
    for (const Forerunner& one : plan_.chosen) {
      wish.ancestors.push_back({.session = one.state.session_id,
                                .end_time = one.state.end_time.value_or(one.state.updated_at),
                                .pins = one.state.working_memory,
                                .is_best = &one == &plan_.chosen.front(),
                                .critical_counts = is_forced_ || one.hours <= hours_max});
    }
    for (const model::SessionState& state : critical) {
      wish.ancestors.push_back({.session = state.session_id,
                                .end_time = state.end_time.value_or(""),
                                .pins = state.working_memory,
                                .is_best = false,
                                .critical_counts = true});
    }
    policy::PinChoice pins = policy::choose_pins(wish);
    RestoredContext& context = plan_.context;
    context.inherited_pins = std::move(pins.taken);
    for (policy::SkippedPin& one : pins.skipped) {
      context.skipped.push_back(
          {std::move(one.session), std::move(one.label), std::move(one.because)});
    }
    for (const Forerunner& one : plan_.chosen) {
      context.session_ids.push_back(one.state.session_id);
      context.relevance_scores.push_back(one.score);
    }
    Learnings learnings = surviving_learnings(scene_, plan_.chosen);
    context.learnings = std::move(learnings.told);
    plan_.decayed_learnings = learnings.decayed;
    plan_.dropped_learnings = learnings.dropped;
    context.preamble = preamble();
    return {};
  }

  std::string preamble() {
    policy::PreambleFacts facts;
    facts.sessions = plan_.chosen.size();
    // CRITICAL pins come over even where no session qualifies: they have a source too.
    if (facts.sessions == 0 && !plan_.context.inherited_pins.empty()) facts.sessions = 1;
    facts.now = now_;
    facts.inherited_pins = plan_.context.inherited_pins.size();
    facts.pins = plan_.context.inherited_pins;
    std::vector<policy::DatedTask> tasks;
    const auto add = [](std::vector<std::string>& list, const std::vector<std::string>& more) {
      for (const std::string& one : more) {
        if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
      }
    };
    for (const Forerunner& one : plan_.chosen) {
      for (const model::PendingTask& task : one.state.pending_tasks) {
        tasks.push_back({task, one.state.end_time.value_or(one.state.updated_at)});
      }
      add(facts.projects, one.state.active_projects);
      add(facts.topics, one.state.hot_topics);
    }
    facts.tasks = policy::still_pending(tasks, read_pipeline(scene_.stores));
    plan_.context.pending_task_count = facts.tasks.size();
    return policy::preamble_text(facts);
  }

  void report_all() {
    for (const policy::ScoredSession& one : scored_) {
      const policy::PastSession& past = past_[one.index];
      SessionScore score{.session = past.id,
                         .end_time = past.end_time,
                         .channel = past.channel,
                         .hours = one.relevance.hours,
                         .recency = one.relevance.recency,
                         .overlap = one.relevance.overlap,
                         .pending = one.relevance.pending,
                         .score = one.relevance.score,
                         .shared_topics = {},
                         .pending_tasks = past.pending_tasks,
                         .chosen = one.verdict == policy::SessionVerdict::chosen,
                         .verdict = std::string(policy::words_of(one.verdict))};
      for (const std::string& topic : policy::keyword_set(past.topics)) {
        const auto& words = plan_.report.keywords;
        if (std::binary_search(words.begin(), words.end(), topic)) {
          score.shared_topics.push_back(topic);
        }
      }
      plan_.report.sessions.push_back(std::move(score));
    }
  }

  ContinuityScene& scene_;
  const RestoreRequest& request_;
  base::Instant now_;
  std::vector<model::Pin> live_;
  std::vector<policy::PastSession> past_;
  std::vector<model::SessionState> loaded_;
  std::vector<policy::ScoredSession> scored_;
  bool is_forced_ = false;
  RestorePlan plan_;
};

}  // namespace

base::Result<RestorePlan> plan_restore(ContinuityScene& scene, const RestoreRequest& request) {
  return Planner(scene, request).plan();
}

base::Result<RestorePlan> plan_continuation(ContinuityScene& scene, const model::RunId& run,
                                            const model::SessionState& from) {
  const RestoreRequest request{.run = run, .prompt = "", .deadline = std::nullopt};
  return Planner(scene, request).continuation(from);
}

}  // namespace engine

#include "engine/continuity_hook.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/continuity_capture.h"
#include "engine/continuity_pieces.h"
#include "engine/continuity_restore.h"
#include "engine/decision_record.h"
#include "engine/handoff_briefing.h"
#include "engine/run_lifecycle.h"

namespace engine {

using base::Json;
using model::EventKind;

namespace {

constexpr std::size_t kReasonBytesMax = 400;

// "2 sessions scored, 1 chosen: 7d1054b6 0.570 chosen; 0b9a1d52 0.043 below the threshold".
std::string explain(const RestorePlan& plan) {
  constexpr std::size_t kSessionsMax = 10;
  std::string text =
      fmt::format("{} sessions scored, {} chosen", plan.report.sessions.size(), plan.chosen.size());
  const char* separator = ": ";
  for (const SessionScore& one : plan.report.sessions) {
    if (&one - plan.report.sessions.data() == kSessionsMax) break;
    text += fmt::format("{}{} {:.3f} {}", std::exchange(separator, "; "), one.session.substr(0, 8),
                        one.score, one.verdict);
  }
  return text;
}

class ContinuityFollower {
 public:
  ContinuityFollower(ContinuityScene& scene, const model::RunId& run, const model::HostEvent& event,
                     model::HostReply& reply)
      : scene_(scene), run_(run), event_(event), reply_(reply) {
    told_.event = std::string(model::name_of(event.kind));
    told_.source = safe_text(event.source, kReasonBytesMax);
  }

  base::Result<void> follow() {
    switch (event_.kind) {
      case EventKind::session_start:
        return begin();
      case EventKind::prompt:
        return prompt();
      case EventKind::turn_end:
        return capture(scene_, run_);
      case EventKind::before_compaction:
        return before_compaction();
      case EventKind::after_compaction:
        return tell_again();
      case EventKind::session_end:
        return end();
      case EventKind::before_tool:
      case EventKind::permission_request:
      case EventKind::after_tool:
      case EventKind::tool_failed:
      case EventKind::agent_start:
      case EventKind::agent_stop:
      case EventKind::other:
        return {};
    }
    return {};
  }

  Told take_told() { return std::move(told_); }
  // What was scored and chosen, for who asks to see it (S3-61).
  const std::string& explanation() const { return explanation_; }

 private:
  base::Result<void> begin() {
    if (event_.source == "compact") return tell_again();
    if (event_.source == "resume") return resume();
    TRY(open_mirror(scene_, run_));
    return restore("");
  }

  // What it was told is in its history still; only what is new is said.
  base::Result<void> resume() {
    const bool was_ended = !scene_.live.read(run_).is_restored;
    TRY(reopen_session(scene_, run_));
    TRY_ASSIGN(const store::LiveSession live,
               scene_.live.update(run_, [&](store::LiveSession& session) {
                 if (was_ended) session.told = told_before(scene_.stores, run_);
                 // Its own conversation is all it takes over.
                 session.is_restored = session.is_told = session.has_prompt = true;
               }));
    tell(packet_pieces(scene_.stores), live, "Handoffs that wait for you:");
    return {};
  }

  base::Result<void> prompt() {
    const store::LiveSession live = scene_.live.read(run_);
    if (live.has_prompt) return {};
    if (live.is_told) {
      return remember([](store::LiveSession& session) { session.has_prompt = true; });
    }
    // Topics exist only now (B3-3).
    return restore(event_.text);
  }

  base::Result<void> restore(const std::string& prompt) {
    // Whoever clears a conversation wants nothing said: pins and links come over, no word does.
    const bool is_silent = event_.source == "clear";
    const auto deadline =
        scene_.stores.system.clock.steady() +
        std::chrono::milliseconds(scene_.stores.config.continuity.restore_timeout_ms);
    auto plan = plan_restore(scene_, {.run = run_, .prompt = prompt, .deadline = deadline});
    base::Result<void> outcome;
    std::string preamble;
    if (plan.ok()) {
      if (scene_.stores.config.continuity.debug) explanation_ = explain(*plan);
      const auto committed = commit_restore(scene_, run_, *plan, {.deadline = deadline});
      if (committed.ok()) preamble = std::move(plan->context.preamble);
      if (!committed.ok()) outcome = committed.error();
    } else {
      outcome = plan.error();
    }
    const bool is_first = event_.kind == EventKind::prompt;
    TRY_ASSIGN(const store::LiveSession live,
               scene_.live.update(run_, [&](store::LiveSession& session) {
                 session.is_restored = true;
                 session.has_prompt = session.has_prompt || is_first;
                 session.is_told = session.is_told || is_silent;
               }));
    if (is_silent) return outcome;
    tell(packet_pieces(scene_.stores), live, "Handoffs that wait for you:");
    tell_preamble(preamble);
    return outcome;
  }

  void tell_preamble(const std::string& preamble) {
    if (preamble.empty() || !event_.takes_context) return;
    const policy::BriefingPiece piece{"preamble", preamble};
    told_.pieces.push_back({piece.kind, policy::piece_hash(piece), preamble.size()});
    told_.has_preamble = true;
    say(preamble);
  }

  base::Result<void> before_compaction() {
    TRY(capture(scene_, run_));
    return remember([](store::LiveSession& session) {
      ++session.compactions;
      session.told.clear();
    });
  }

  base::Result<void> tell_again() {
    const store::LiveSession live = scene_.live.read(run_);
    tell(state_pieces(scene_, run_), live,
         "What this session knew before its conversation was compacted:");
    return {};
  }

  base::Result<void> end() {
    std::string at = base::to_iso(scene_.stores.system.clock.now());
    const auto note = scene_.stores.runs.view(run_);
    if (note.ok() && (*note)->ended_at) at = *(*note)->ended_at;
    const std::string reason =
        event_.reason.empty() ? "session_end" : safe_text(event_.reason, kReasonBytesMax);
    return close_session(scene_, run_, {.at = std::move(at), .reason = reason, .crashed = false});
  }

  void tell(const std::vector<policy::BriefingPiece>& pieces, const store::LiveSession& live,
            const char* title) {
    if (!event_.takes_context) return;
    const auto tokens = static_cast<std::size_t>(scene_.stores.config.continuity.compaction_tokens);
    policy::Briefing briefing = policy::brief(
        pieces, live.told, {.title = title, .bytes_max = tokens * policy::kBytesOfToken});
    told_.left_out += briefing.left_out;
    for (policy::ToldPiece& piece : briefing.pieces) {
      told_.has_packets = told_.has_packets || piece.kind == "handoff";
      told_.pieces.push_back(std::move(piece));
    }
    if (!briefing.text.empty()) say(briefing.text);
  }

  void say(const std::string& text) {
    if (!reply_.context.empty() && !reply_.context.ends_with('\n')) reply_.context += '\n';
    reply_.context += text;
    if (!text.ends_with('\n')) reply_.context += '\n';
    told_.bytes += text.size();
  }

  template <typename Change>
  base::Result<void> remember(const Change& change) {
    TRY(scene_.live.update(run_, change));
    return {};
  }

  ContinuityScene& scene_;
  const model::RunId& run_;
  const model::HostEvent& event_;
  model::HostReply& reply_;
  Told told_;
  std::string explanation_;
};

bool concerns(EventKind kind) {
  return kind == EventKind::session_start || kind == EventKind::prompt ||
         kind == EventKind::turn_end || kind == EventKind::before_compaction ||
         kind == EventKind::after_compaction || kind == EventKind::session_end;
}

bool is_ended(Stores& stores, const model::RunId& run) {
  const auto head = stores.runs.head(run);
  return head && head->ended;
}

void note_continuity_fault(Json& record, const base::Error& error) {
  record["continuity_fault"] = fault_text(error);
}

}  // namespace

Told follow_continuity(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                       model::HostReply& reply, Json& record) {
  // What happens inside a subagent is its parent's to tell.
  if (!stores.config.continuity.enabled || !event.agent_id.empty() || !concerns(event.kind)) {
    return {};
  }
  const auto scene = ContinuityScene::open(stores);
  if (!scene.ok()) {
    note_continuity_fault(record, scene.error());
    return {};
  }
  ContinuityFollower follower(**scene, run, event, reply);
  const auto followed = follower.follow();
  if (stores.config.continuity.debug && !follower.explanation().empty()) {
    record["continuity_debug"] = follower.explanation();
    if (reply.warning.empty()) reply.warning = "continuity: " + follower.explanation();
  }
  if (!followed.ok()) note_continuity_fault(record, followed.error());
  return follower.take_told();
}

std::vector<model::RunId> close_dead_sessions(Stores& stores) {
  std::vector<model::RunId> ended;
  const store::LiveSessions live(stores.system, stores.layout.live_sessions());
  std::unique_ptr<ContinuityScene> scene;
  for (const model::RunId& run : live.list()) {
    if (!is_ended(stores, run) && end_if_crashed(stores, run)) ended.push_back(run);
    // Another hook may have ended it this very moment: whoever comes first closes it.
    if (!is_ended(stores, run)) continue;
    if (!stores.config.continuity.enabled) {
      (void)live.remove(run);
      continue;
    }
    if (!scene) {
      auto opened = ContinuityScene::open(stores);
      if (!opened.ok()) return ended;
      scene = *std::move(opened);
    }
    const auto note = stores.runs.load(run);
    if (!note.ok() || !note->run.ended_at) continue;
    const std::string reason = note->run.end_reason.value_or("crashed");
    (void)close_session(
        *scene, run, {.at = *note->run.ended_at, .reason = reason, .crashed = reason == "crashed"});
  }
  return ended;
}

}  // namespace engine

// commit_restore: what was worked out is written.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/continuity_metric.h"
#include "engine/continuity_restore.h"
#include "policy/pin_inheritance.h"

namespace engine {

using base::Json;

namespace {

class Committer {
 public:
  Committer(ContinuityScene& scene, const model::RunId& run, RestorePlan& plan,
            const RestoreCommit& how)
      : scene_(scene), run_(run), plan_(plan), how_(how) {
    now_ = base::to_iso(scene.stores.system.clock.now());
  }

  base::Result<bool> commit() {
    if (how_.deadline && scene_.stores.system.clock.steady() >= *how_.deadline) {
      return base::Error{base::Code::unavailable, "looking for earlier sessions took too long", ""};
    }
    if (plan_.chosen.empty() && plan_.context.inherited_pins.empty()) return false;
    TRY(put_pins());
    TRY(link());
    for (const Forerunner& one : plan_.chosen) mark_continued(one.state);
    if (changed_) tell();
    return changed_;
  }

 private:
  // Behind the lock the room is counted again: another process may have pinned meanwhile.
  base::Result<void> put_pins() {
    std::vector<model::Pin>& wanted = plan_.context.inherited_pins;
    if (wanted.empty()) return {};
    return scene_.pins.update(
        {.sync = false}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
          std::vector<model::Pin> own = store::pins_of(pins, run_.text, scene_.places);
          const auto cap = static_cast<std::size_t>(scene_.stores.config.continuity.pins_cap);
          std::erase_if(wanted, [&](const model::Pin& pin) {
            return std::any_of(own.begin(), own.end(), [&](const model::Pin& one) {
              return policy::content_key(one) == policy::content_key(pin);
            });
          });
          if (own.size() + wanted.size() > cap) wanted.resize(cap - std::min(cap, own.size()));
          for (model::Pin pin : wanted) {
            if (!scene_.places.openclaw) {
              pin.run = run_.text;
              pin.project = scene_.stores.project.id.text;
            }
            pins.push_back(std::move(pin));
            changed_ = true;
          }
          return {};
        });
  }

  base::Result<void> link() {
    auto saved = scene_.mirrors.update(
        run_.text, {.sync = false}, [&](model::SessionState& state) -> base::Result<void> {
          for (const Forerunner& one : plan_.chosen) {
            const std::string& id = one.state.session_id;
            if (!state.previous_session_id) {
              state.previous_session_id = id;
              changed_ = true;
            }
            const bool is_known =
                std::any_of(state.links.begin(), state.links.end(),
                            [&](const model::SessionLink& known) { return known.session == id; });
            if (is_known) continue;
            state.links.push_back({id, one.score, now_, how_.forced});
            changed_ = true;
          }
          return {};
        });
    TRY(saved);
    return {};
  }

  // The first one that goes on keeps the word; all links are in those who took over (B3-15).
  void mark_continued(const model::SessionState& from) {
    if (from.continued_by) return;
    bool is_ours = false;
    // Synced: it has ended, and nothing would make it again.
    const auto saved = scene_.mirrors.update(
        from.session_id, {.sync = true, .sync_name = false},
        [&](model::SessionState& state) -> base::Result<void> {
          // Gone since it was read: nothing is made of it.
          if (state.start_time.empty()) {
            return base::Error{base::Code::not_found, "the mirror is gone", ""};
          }
          is_ours = !state.continued_by;
          if (is_ours) state.continued_by = run_.text;
          return {};
        });
    if (!saved.ok() || !is_ours) return;
    changed_ = true;
    (void)scene_.roster.add_continued(from.session_id, run_.text, scene_.stores.system.clock.now());
  }

  void tell() {
    const RestoredContext& context = plan_.context;
    note_metric(scene_.stores, run_, "session_restored",
                Json{{"sessions", context.session_ids},
                     {"scores", context.relevance_scores},
                     {"pins", context.inherited_pins.size()},
                     {"tasks", context.pending_task_count},
                     {"forced", how_.forced}});
    if (plan_.decayed_learnings > 0) {
      note_metric(
          scene_.stores, run_, "confidence_decay_applied",
          Json{{"memories", plan_.decayed_learnings}, {"dropped", plan_.dropped_learnings}});
    }
    if (context.pending_task_count == 0) return;
    note_metric(scene_.stores, run_, "pending_task_surfaced",
                Json{{"count", context.pending_task_count}});
  }

  ContinuityScene& scene_;
  const model::RunId& run_;
  RestorePlan& plan_;
  const RestoreCommit& how_;
  std::string now_;
  bool changed_ = false;
};

}  // namespace

base::Result<bool> commit_restore(ContinuityScene& scene, const model::RunId& run,
                                  RestorePlan& plan, const RestoreCommit& how) {
  TRY_ASSIGN(const bool changed, Committer(scene, run, plan, how).commit());
  plan.context.changed = changed;
  return changed;
}

}  // namespace engine

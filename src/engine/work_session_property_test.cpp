// Any sequence of a manager's calls: what the file says afterwards is what a second, smaller
// description of the rules says, and a call that is refused leaves every byte.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "os/fake.h"
#include "policy/work_session.h"
#include "store/work_store.h"

namespace engine {
namespace {

using base::Json;
using Text = std::optional<std::string>;

const std::vector<std::string> kPhases{"spec", "plan", "build", "docs", "complete"};
const std::vector<std::string> kStatuses{"active", "paused", "complete", "failed"};

std::size_t place_of(const std::string& phase) {
  return static_cast<std::size_t>(std::find(kPhases.begin(), kPhases.end(), phase) -
                                  kPhases.begin());
}

// The rules of docs/spec/model.md 4.5, told once more with other words. Each call says whether it
// is allowed and what there is afterwards.
struct Model {
  std::string type;
  std::optional<std::set<std::int64_t>> plan;
  std::string phase;
  std::string status = "active";
  std::map<std::string, Text> times;
  std::int64_t total = 0;
  std::set<std::int64_t> done;
  std::optional<std::int64_t> current;
  std::vector<std::pair<std::string, std::optional<std::int64_t>>> commits;
  Text branch;

  bool active() const { return status == "active"; }
  Text& started(const std::string& of) { return times[of + "_started_at"]; }
  Text& completed(const std::string& of) { return times[of + "_completed_at"]; }

  std::set<std::int64_t> all() const {
    if (plan) return *plan;
    std::set<std::int64_t> ids;
    for (std::int64_t id = 1; id <= total; ++id) ids.insert(id);
    return ids;
  }
  std::set<std::int64_t> open() const {
    std::set<std::int64_t> ids = all();
    for (const std::int64_t id : done) ids.erase(id);
    return ids;
  }
  void refresh() {
    if (plan) total = static_cast<std::int64_t>(plan->size());
    const auto ids = open();
    current = ids.empty() ? std::nullopt : std::optional(*ids.begin());
  }
  void back_to(const std::string& to, const std::string& now) {
    phase = to;
    status = "active";
    if (!started(to)) started(to) = now;
    for (std::size_t at = place_of(to); at < 4; ++at) completed(kPhases[at]).reset();
  }

  bool transition(const std::string& to, bool reopen, bool force, const std::string& now) {
    static const std::map<std::string, std::set<std::string>> kWays{
        {"full", {"spec plan", "plan build", "build docs", "docs complete"}},
        {"quick", {"spec plan", "plan build", "build docs", "build complete", "docs complete"}},
        {"research", {"spec docs", "spec complete", "docs complete"}}};
    if (to == phase) return true;
    if (place_of(to) < place_of(phase)) {
      const bool has_it = type != "research" || (to != "plan" && to != "build");
      if (!reopen || !has_it || status == "paused" || status == "failed") return false;
      back_to(to, now);
      if (to == "build") refresh();
      return true;
    }
    const std::string way = phase + " " + to;
    const bool short_cut = force && type == "full" && way == "build complete";
    if (!active() || (kWays.at(type).count(way) == 0 && !short_cut)) return false;
    const bool lacks = (to == "build" && !plan) || (phase == "build" && !open().empty());
    if (lacks && !force) return false;
    if (!completed(phase)) completed(phase) = now;
    const Text begun = completed(phase);
    phase = to;
    if (to == "complete") {
      status = to;
      return true;
    }
    if (!started(to)) started(to) = begun;
    if (to == "build") refresh();
    return true;
  }

  bool complete_phase(const std::string& of, const std::string& now) {
    if (of == "complete") return false;
    if (completed(of)) return true;
    if (!active() || !started(of) || (of == "build" && !open().empty())) return false;
    completed(of) = now;
    return true;
  }

  bool is_building() const { return active() && (phase == "build" || phase == "docs"); }

  bool init(std::optional<std::int64_t> wanted) {
    if (!is_building() && !(active() && phase == "plan")) return false;
    if (!plan && !wanted) return false;
    if (wanted) total = *wanted;
    refresh();
    return true;
  }
  bool start(std::int64_t id) {
    if (!is_building() || open().count(id) == 0) return false;
    current = id;
    return true;
  }
  bool complete(std::int64_t id) {
    if (!is_building()) return false;
    if (done.count(id) > 0) return true;
    if (all().count(id) == 0) return false;
    done.insert(id);
    refresh();
    return true;
  }

  bool commit(const std::string& sha) {
    for (const auto& [known, checkpoint] : commits) {
      if (known.starts_with(sha) || sha.starts_with(known)) return true;
    }
    if (status != "active" && status != "paused") return false;
    commits.emplace_back(sha, phase == "build" ? current : std::nullopt);
    return true;
  }

  bool set_status(const std::string& to, bool reopen, const std::string& now) {
    static const std::set<std::string> kWays{"active paused", "paused active", "active failed",
                                             "paused failed", "failed active"};
    if (to == status) return true;
    if (status == "complete" && to == "active" && reopen) {
      std::size_t at = 4;
      while (at > 0 && !started(kPhases[at - 1])) --at;
      back_to(kPhases[at - 1], now);
      return true;
    }
    if (kWays.count(status + " " + to) == 0) return false;
    status = to;
    return true;
  }
};

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void expect_same(Model model, const Json& json) {
  RC_ASSERT(json["current_phase"] == model.phase);
  RC_ASSERT(json["status"] == model.status);
  RC_ASSERT((json["current_phase"] == "complete") == (json["status"] == "complete"));
  RC_ASSERT(json["phase_history"].size() == 8U);
  for (const auto& member : json["phase_history"].items()) {
    RC_ASSERT(member.value() == or_null(model.times[member.key()]));
  }
  const Json& build = json["build_progress"];
  RC_ASSERT(build["checkpoints_total"] == model.total);
  RC_ASSERT(build["checkpoints_completed"] == Json(model.done));
  RC_ASSERT(build["current_checkpoint"] == or_null(model.current));
  RC_ASSERT(json["commits"].size() == model.commits.size());
  for (std::size_t at = 0; at < model.commits.size(); ++at) {
    RC_ASSERT(json["commits"][at]["sha"] == model.commits[at].first);
    RC_ASSERT(json["commits"][at]["checkpoint"] == or_null(model.commits[at].second));
  }
  RC_ASSERT(json["git"]["branch"] == or_null(model.branch));
  RC_ASSERT(json["x-unknown"] == Json::parse(R"({"kept": [1, null]})"));
}

// One wish, and what the model says to it.
std::pair<policy::WorkChange, bool> any_wish(Model& model, const std::string& now) {
  const bool flag = *rc::gen::arbitrary<bool>();
  const bool force = *rc::gen::arbitrary<bool>();
  // Often one that is open, so that some builds come to their end.
  const auto open = model.open();
  const auto other = *rc::gen::inRange<std::int64_t>(0, 6);
  const std::int64_t id = force && !open.empty() ? *open.begin() : other;
  const std::string phase = *rc::gen::elementOf(kPhases);
  switch (*rc::gen::inRange(0, 12)) {
    case 0: {
      const std::string status = *rc::gen::elementOf(kStatuses);
      return {policy::SetStatus{status, flag}, model.set_status(status, flag, now)};
    }
    case 1:
      return {policy::CompletePhase{phase}, model.complete_phase(phase, now)};
    case 2: {
      const auto total = flag ? std::optional(id) : std::nullopt;
      return {policy::InitBuild{total}, model.init(total)};
    }
    case 3:
      return {policy::StartCheckpoint{id}, model.start(id)};
    case 4:
    case 5:
      return {policy::CompleteCheckpoint{id}, model.complete(id)};
    case 6: {
      const std::string sha = *rc::gen::element<std::string>("aaaaaaa", "aaaaaaa1", "bbbbbbb",
                                                             "bbbbbbb2", "ccccccc", "ddddddd0");
      return {policy::AddCommit{.sha = sha, .message = "x"}, model.commit(sha)};
    }
    case 7:
      model.branch = flag ? Text("b") : std::nullopt;
      return {policy::UpdateGit{.branch = model.branch}, true};
    case 8:
      return {policy::Touch{}, true};
    default: {
      // Mostly onwards, or hardly any sequence would get anywhere.
      const std::size_t next = std::min<std::size_t>(place_of(model.phase) + 1, 4);
      const std::string to = *rc::gen::element(phase, kPhases[next], kPhases[next]);
      return {policy::TransitionPhase{to, flag, force}, model.transition(to, flag, force, now)};
    }
  }
}

struct StoredSession {
  os::FakeSystem machine;
  store::WorkStore store{machine.system(), {.root = "/p/sessions", .locks = "/p/locks"}};
  store::WorkFolder folder{.slug = "s", .path = "/p/sessions/s"};

  std::string bytes() const { return machine.files.peek("/p/sessions/s/state.json").value_or(""); }

  void create(const Model& model, const std::string& now) {
    const policy::NewWork wanted{
        .slug = "s", .topic = "t", .description = "", .type = model.type, .git = {}};
    CHECK(store.create(policy::new_work_session(wanted, now).value()).ok());
    std::string text = bytes();
    text.insert(text.find('{') + 1, "\n  \"x-unknown\": {\"kept\": [1, null]},");
    machine.files.poke("/p/sessions/s/state.json", text);
  }
  bool apply(const policy::WorkChange& wish, const policy::WorkSessionFacts& facts) {
    const auto change = [&](const store::StoredWork& work) -> base::Result<model::WorkSession> {
      TRY_ASSIGN(const auto outcome, policy::apply_to_work(work.session, wish, facts));
      return outcome.session;
    };
    return store.update(folder, {}, change).ok();
  }
};

// S2-29, S2-64, S2-71, S2-72, S2-73, S2-81, S2-82, S2-83, S2-84, S2-85, S2-86, S2-87, S2-88, S2-91,
// S2-92, S2-93, S2-94, S2-116, B2-6, B2-7, B2-8, B2-9, B2-11, B2-24, B2-25
TEST(WorkSessionPropertyTest, AnySequenceOfCallsLeavesAFileThatTheRulesForetell) {
  EXPECT_TRUE(rc::check([] {
    Model model;
    model.type = *rc::gen::element<std::string>("full", "quick", "research");
    model.phase = model.type == "quick" ? "plan" : "spec";
    if (*rc::gen::inRange(0, 4) > 0) {
      model.plan = *rc::gen::element(std::set<std::int64_t>{1, 2, 3}, std::set<std::int64_t>{},
                                     std::set<std::int64_t>{2, 5});
    }
    const base::Instant begin = *base::instant_from_iso("2026-02-14T10:00:00Z");
    model.started(model.phase) = base::to_iso(begin);
    StoredSession scene;
    scene.create(model, base::to_iso(begin));
    policy::WorkSessionFacts facts{.now = "", .has_spec = true, .has_plan = model.plan.has_value()};
    if (model.plan) facts.plan_checkpoints.emplace(model.plan->begin(), model.plan->end());
    const int calls = *rc::gen::inRange(1, 30);
    for (int call = 1; call <= calls; ++call) {
      facts.now = base::to_iso(begin + std::chrono::minutes(call));
      const std::string before = scene.bytes();
      const auto [wish, allowed] = any_wish(model, facts.now);
      RC_ASSERT(scene.apply(wish, facts) == allowed);
      RC_ASSERT(allowed || scene.bytes() == before);
      const auto json = base::parse_json(scene.bytes());
      RC_ASSERT(json.ok());
      expect_same(model, *json);
      RC_ASSERT((*json)["updated_at"] ==
                (scene.bytes() == before ? Json::parse(before)["updated_at"] : Json(facts.now)));
      // Of ours, so it is laid out as ours.
      RC_ASSERT(scene.bytes().ends_with("\n}\n"));
    }
  }));
}

}  // namespace
}  // namespace engine

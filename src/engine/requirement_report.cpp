#include "engine/requirement_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/requirement_scene.h"
#include "engine/stores.h"
#include "model/host_event.h"
#include "policy/tool_class.h"

namespace engine {

using base::Json;
namespace {

using ReportKind = ReportEvent::Kind;

constexpr base::Millis kSuspectWithin{60'000};
constexpr std::size_t kRequirementNameBytesMax = 200;

void add_name(std::vector<std::string>& names, std::string_view name) {
  if (!name.empty() && name.size() <= kRequirementNameBytesMax) names.emplace_back(name);
}

// The requirements that a decision lists with one of these ways of enforcing.
std::vector<std::string> unmet_names(const Json& payload,
                                     std::initializer_list<std::string_view> enforced) {
  std::vector<std::string> names;
  const auto unmet = payload.find("unmet");
  if (unmet == payload.end() || !unmet->is_array()) return names;
  for (const Json& one : *unmet) {
    if (!one.is_object()) continue;
    const std::string how = base::text_at(one, "enforced");
    if (std::find(enforced.begin(), enforced.end(), how) != enforced.end()) {
      add_name(names, base::text_at(one, "name"));
    }
  }
  return names;
}

bool lists(const Json& payload, const char* key, std::string_view wanted) {
  const auto found = payload.find(key);
  if (found == payload.end() || !found->is_array()) return false;
  return std::any_of(found->begin(), found->end(), [&](const Json& item) {
    return item.is_string() && item.get_ref<const std::string&>() == wanted;
  });
}

bool changes_files(const Json& payload) {
  const auto writes = payload.find("writes");
  return policy::is_file_writing_tool(base::text_at(payload, "tool")) ||
         (writes != payload.end() && writes->is_array() && !writes->empty());
}

// One journal's lines, as they come, to what is counted of them.
class Reading {
 public:
  explicit Reading(std::vector<ReportEvent>& events) : events_(events) {}

  void read(const model::JournalEvent& event) {
    // A question of the host before it asks its user is about the same call as the gate's.
    const bool is_gate = event.kind == model::name_of(model::EventKind::before_tool);
    if (!is_gate && event.kind != "requirement") return;
    const auto at = base::instant_from_iso(event.at);
    if (!at.ok()) return;
    at_ = *at;
    if (is_gate) {
      read_decision(event.payload.get());
    } else {
      read_change(event.payload.get());
    }
  }

 private:
  void add(ReportKind kind, std::vector<std::string> names) {
    events_.push_back({kind, at_, std::move(names)});
  }
  void add_if_any(ReportKind kind, std::vector<std::string> names) {
    if (!names.empty()) add(kind, std::move(names));
  }

  void read_decision(const Json& payload) {
    const auto allowed = payload.find("allowed");
    if (allowed == payload.end() || !allowed->is_boolean()) return;
    if (!allowed->get<bool>())
      return add_if_any(ReportKind::denied, unmet_names(payload, {"block"}));
    add_if_any(ReportKind::would_deny, unmet_names(payload, {"warn", "observe"}));
    if (lists(payload, "bypassed", model::name_of(model::GateRule::requirement))) {
      add_if_any(ReportKind::overridden, unmet_names(payload, {"block"}));
    }
    if (changes_files(payload)) add(ReportKind::changed, {});
  }

  void read_change(const Json& payload) {
    std::vector<std::string> names;
    const auto listed = payload.find("names");
    if (listed != payload.end() && listed->is_array()) {
      for (const Json& name : *listed) {
        if (name.is_string()) add_name(names, name.get_ref<const std::string&>());
      }
    }
    const std::string action = base::text_at(payload, "action");
    if (action == "satisfied") {
      const std::string by = base::text_at(payload, "by");
      const bool is_intended = by == "skill" || by == "tool";
      return add_if_any(is_intended ? ReportKind::satisfied : ReportKind::by_hand,
                        std::move(names));
    }
    if (action == "paused") return add(ReportKind::paused, {});
    if (action == "approved") add_if_any(ReportKind::approved, std::move(names));
    if (action == "held") add_if_any(ReportKind::held, std::move(names));
    if (action == "stopped_unsatisfied") add_if_any(ReportKind::stopped, std::move(names));
  }

  std::vector<ReportEvent>& events_;
  base::Instant at_;
};

// What one run has open of a requirement.
struct Open {
  std::vector<base::Instant> denials;         // Since the last change of a file.
  std::optional<base::Instant> missed_since;  // Since the last satisfaction.
};

class Tally {
 public:
  explicit Tally(RequirementCounts& counts) : counts_(counts) {}

  void add(const ReportEvent& event) {
    if (event.kind == ReportKind::changed) {
      for (auto& [name, open] : open_) open.denials.clear();
      return;
    }
    if (event.kind == ReportKind::paused) {
      for (auto& [name, open] : open_) get_around(name, open, event.at);
      return;
    }
    for (const std::string& name : event.names) count(event, name, open_[name]);
  }

 private:
  RequirementCount& row(const std::string& name) {
    RequirementCount& row = counts_[name];
    row.name = name;
    return row;
  }

  void count(const ReportEvent& event, const std::string& name, Open& open) {
    switch (event.kind) {
      case ReportKind::denied:
        ++row(name).denials;
        open.denials.push_back(event.at);
        return miss(open, event.at);
      case ReportKind::would_deny:
        ++row(name).would_deny;
        return miss(open, event.at);
      case ReportKind::overridden:
        ++row(name).overrides;
        return get_around(name, open, event.at);
      case ReportKind::held:
        ++row(name).holds;
        return miss(open, event.at);
      case ReportKind::stopped:
        ++row(name).violations;
        return;
      case ReportKind::approved:
        ++row(name).approvals;
        get_around(name, open, event.at);
        return settle(name, open, event.at);
      case ReportKind::by_hand:
        get_around(name, open, event.at);
        return settle(name, open, event.at);
      case ReportKind::satisfied:
        return settle(name, open, event.at);
      case ReportKind::changed:
      case ReportKind::paused:
        return;  // They name none.
    }
  }

  static void miss(Open& open, base::Instant at) {
    if (!open.missed_since) open.missed_since = at;
  }

  void get_around(const std::string& name, Open& open, base::Instant at) {
    const auto young =
        std::count_if(open.denials.begin(), open.denials.end(),
                      [&](base::Instant denied) { return at - denied <= kSuspectWithin; });
    if (young > 0) row(name).suspect += young;
    open.denials.clear();
  }

  void settle(const std::string& name, Open& open, base::Instant at) {
    open.denials.clear();
    if (!open.missed_since) return;
    // A clock that was set back makes no wait shorter than none.
    row(name).waits.push_back(std::max(base::Millis{0}, at - *open.missed_since));
    open.missed_since.reset();
  }

  RequirementCounts& counts_;
  std::map<std::string, Open, std::less<>> open_;
};

void add_to(RequirementCount& total, const RequirementCount& row) {
  total.denials += row.denials;
  total.suspect += row.suspect;
  total.would_deny += row.would_deny;
  total.overrides += row.overrides;
  total.approvals += row.approvals;
  total.holds += row.holds;
  total.violations += row.violations;
  total.waits.insert(total.waits.end(), row.waits.begin(), row.waits.end());
}

// One that blocks today, with enough denials for its rate to mean something.
std::string worst_of(const std::vector<RequirementCount>& rows, const model::Requirements& rules) {
  constexpr std::int64_t kDenialsMin = 3;
  constexpr double kRateMin = 0.5;
  const RequirementCount* worst = nullptr;
  for (const RequirementCount& row : rows) {
    const model::Requirement* const rule = rules.find(row.name);
    const bool blocks =
        rule != nullptr && rule->enabled && rule->enforcing == model::Enforcing::block;
    if (!blocks || row.denials < kDenialsMin || *row.false_deny_rate() < kRateMin) continue;
    if (worst == nullptr || row.suspect > worst->suspect) worst = &row;
  }
  return worst == nullptr ? std::string() : worst->name;
}

}  // namespace

std::optional<double> RequirementCount::false_deny_rate() const {
  if (denials == 0) return std::nullopt;
  return static_cast<double>(suspect) / static_cast<double>(denials);
}

std::optional<base::Millis> RequirementCount::median_wait() const {
  if (waits.empty()) return std::nullopt;
  std::vector<base::Millis> sorted = waits;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

void tally_run(const std::vector<ReportEvent>& events, RequirementCounts& counts) {
  Tally tally(counts);
  for (const ReportEvent& event : events) tally.add(event);
}

RequirementReport requirement_report(Workspace& workspace, std::optional<base::Millis> age) {
  Stores& stores = workspace.stores();
  RequirementReport report;
  const base::Instant now = stores.system.clock.now();
  if (age && *age < now.time_since_epoch()) report.since = base::to_iso(now - *age);
  RequirementCounts counts;
  for (const model::RunId& run : stores.journal.list()) {
    std::vector<ReportEvent> events;
    Reading reading(events);
    const auto read = stores.journal.read(run, 0, [&](const model::JournalEvent& event) {
      // All times of a journal are spelled alike, so that their texts are in the order of time.
      if (event.at >= report.since) reading.read(event);
      return true;
    });
    if (!read.ok()) report.skipped.push_back(read.error().message);
    if (events.empty()) continue;
    ++report.runs;
    const std::string first = base::to_iso(events.front().at);
    if (report.first_at.empty() || first < report.first_at) report.first_at = first;
    tally_run(events, counts);
  }
  for (auto& [name, row] : counts) {
    add_to(report.total, row);
    report.rows.push_back(std::move(row));
  }
  std::stable_sort(report.rows.begin(), report.rows.end(),
                   [](const auto& a, const auto& b) { return a.denials > b.denials; });
  report.worst = worst_of(report.rows, RequirementScene(stores, "").cascade());
  return report;
}

}  // namespace engine

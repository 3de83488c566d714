#include "engine/requirement_metrics.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "store/requirement_session.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kMetricFilesMax = 50;
constexpr std::size_t kCommandsMax = 30;
constexpr std::size_t kErrorsMax = 100;

std::int64_t seconds_of(const std::string& iso) {
  const auto at = base::instant_from_iso(iso);
  if (!at.ok()) return 0;
  return std::chrono::floor<std::chrono::seconds>(at->time_since_epoch()).count();
}

Json& member(Json& json, const char* key, Json otherwise) {
  if (!json.contains(key) || json[key].type() != otherwise.type()) json[key] = std::move(otherwise);
  return json[key];
}

Json& object_in(Json& json, const std::string& key) {
  return member(json, key.c_str(), Json::object());
}

Json& list_in(Json& json, const std::string& key) {
  return member(json, key.c_str(), Json::array());
}

void count(Json& json, const char* key) {
  const auto found = json.find(key);
  const bool is_number = found != json.end() && found->is_number_integer();
  json[key] = (is_number ? found->get<std::int64_t>() : 0) + 1;
}

void add_once(Json& list, const Json& value, std::size_t items_max) {
  if (list.size() >= items_max || std::find(list.begin(), list.end(), value) != list.end()) return;
  list.push_back(value);
}

// One event of the journal, put where the document has it.
class Projection {
 public:
  Projection(Json& document, const model::JournalEvent& event)
      : document_(document), payload_(event.payload.get()), at_(seconds_of(event.at)) {
    if (!payload_.is_object()) return;
    if (event.kind == "gate") gate();
    if (event.kind == "requirement") requirement();
    if (event.kind == "tool_failed") failure();
    if (event.kind == "before_compaction") count(document_, "compaction_count");
    if (event.kind == "agent_start") named("agents", base::text_at(payload_, "agent_type"));
    if (event.kind == "tool") named("skills", base::text_at(payload_, "skill"));
  }

 private:
  void named(const char* list, const std::string& name) {
    if (name.empty()) return;
    Json& items = list_in(document_, list);
    if (items.size() < kErrorsMax) items.push_back(Json{{"name", name}, {"timestamp", at_}});
  }

  void gate() {
    const std::string tool = base::text_at(payload_, "tool");
    if (tool.empty()) return;
    Json& entry = object_in(object_in(document_, "tools"), tool);
    const auto allowed = payload_.find("allowed");
    const bool is_blocked = allowed != payload_.end() && *allowed == false;
    count(entry, "count");
    if (is_blocked) {
      count(entry, "blocked_count");
    } else if (!entry.contains("blocked_count")) {
      entry["blocked_count"] = 0;
    }
    const auto targets = payload_.find("targets");
    if (targets != payload_.end() && targets->is_array()) {
      for (const Json& file : *targets) add_once(list_in(entry, "files"), file, kMetricFilesMax);
    }
    const std::string command = base::text_at(payload_, "command");
    if (!command.empty()) add_once(list_in(entry, "commands"), command, kCommandsMax);
    if (is_blocked) blocked_requirements();
  }

  void blocked_requirements() {
    const auto unmet = payload_.find("unmet");
    if (unmet == payload_.end() || !unmet->is_array()) return;
    for (const Json& one : *unmet) {
      if (!one.is_object() || base::text_at(one, "enforced") != "block") continue;
      Json& entry = object_in(object_in(document_, "requirements"), base::text_at(one, "name"));
      if (!entry.contains("triggered_at")) entry["triggered_at"] = at_;
      count(entry, "blocked_count");
    }
  }

  void requirement() {
    const std::string action = base::text_at(payload_, "action");
    const auto names = payload_.find("names");
    if (names == payload_.end() || !names->is_array()) return;
    for (const Json& name : *names) {
      if (!name.is_string()) continue;
      Json& entry = object_in(object_in(document_, "requirements"), name.get<std::string>());
      if (action == "triggered" && !entry.contains("triggered_at")) entry["triggered_at"] = at_;
      if (action == "satisfied" || action == "approved") satisfied(entry);
      if (action == "stopped_unsatisfied") error("stopped_unsatisfied", name.get<std::string>());
    }
  }

  void satisfied(Json& entry) {
    entry["satisfied_at"] = at_;
    entry["satisfied_by"] = base::text_at(payload_, "by");
    const auto since = entry.find("triggered_at");
    if (since != entry.end() && since->is_number_integer()) {
      entry["time_to_satisfy_seconds"] =
          std::max<std::int64_t>(0, at_ - since->get<std::int64_t>());
    }
  }

  void failure() { error("tool_failed", ""); }

  void error(const char* type, const std::string& name) {
    Json& list = list_in(document_, "errors");
    if (list.size() >= kErrorsMax) return;
    list.push_back(Json{{"type", type},
                        {"message", base::text_at(payload_, "reason")},
                        {"tool", base::text_at(payload_, "tool")},
                        {"requirement", name},
                        {"timestamp", at_}});
  }

  Json& document_;
  const Json& payload_;
  std::int64_t at_;
};

}  // namespace

void update_metrics(RequirementScene& scene, const model::RunId& run, bool is_over) {
  constexpr const char* kOurs = "holdfast";
  constexpr const char* kOffset = "journal_offset";
  Stores& stores = scene.stores();
  store::RequirementSession session(stores.system, scene.branches().folder(),
                                    scene.short_session());
  auto updated = session.update_metrics([&](Json& document) {
    Json& ours = object_in(document, kOurs);
    const auto kept = ours.find(kOffset);
    std::uint64_t offset = kept != ours.end() && kept->is_number_integer() && *kept >= 0
                               ? kept->get<std::uint64_t>()
                               : 0;
    if (offset > stores.journal.size(run)) offset = 0;  // Another journal than the last time.
    std::int64_t first_at = 0;
    [[maybe_unused]] const auto read =
        stores.journal.read(run, offset, [&](const model::JournalEvent& event) {
          if (first_at == 0) first_at = seconds_of(event.at);
          Projection(document, event);
          offset = event.end;
          return true;
        });
    document["project_dir"] = stores.project.root.native();
    document["branch"] = scene.head() ? scene.head()->branch : "";
    if (!document.contains("started_at") || !document["started_at"].is_number_integer()) {
      document["started_at"] = first_at == 0 ? scene.now() : first_at;
    }
    if (is_over) {
      document["ended_at"] = scene.now();
      document["duration_seconds"] =
          std::max<std::int64_t>(0, scene.now() - document["started_at"].get<std::int64_t>());
    }
    document[kOurs][kOffset] = offset;
  });
  if (!updated.ok()) scene.add_fault(std::move(updated).error());
}

}  // namespace engine

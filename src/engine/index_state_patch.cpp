#include "engine/index_state_patch.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace engine {
namespace {

using base::Json;

constexpr std::size_t kViolationsMax = 1000;
// A note stands four levels deep in the patch that holds it.
constexpr base::JsonLimits kLimits{.bytes_max = 64U * 1024 * 1024, .depth_max = 132};

// Most changes are about something else, and are told so without being parsed.
bool is_of_interest(std::string_view payload) {
  static constexpr std::array<std::string_view, 7> kWords{
      "workSession",   "activeTask",  "current_phase", "violations",
      "workflowPhase", "currentMode", "hostSessionId"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return payload.find(word) != std::string_view::npos;
  });
}

class PatchReader {
 public:
  PatchReader(std::string_view run, JournalCarry& carry) : run_(run), carry_(carry) {}

  void read(const Json& patch) {
    for (const Json& step : patch) {
      if (!step.is_object()) continue;
      const auto value = step.find("value");
      static const Json kNothing;
      // What is removed reads as empty.
      put(base::text_at(step, "path"), value == step.end() ? kNothing : *value);
    }
  }
  StateFindings take() { return std::move(findings_); }

 private:
  void put(const std::string& path, const Json& value) {
    if (path.empty()) return put_whole(value);
    const std::string text = value.is_string() ? value.get<std::string>() : std::string();
    if (path == "/hostSessionId") carry_.host_id = text;
    if (path == "/workSession") carry_.work = text;
    if (path == "/activeTask") carry_.task = text;
    if (path == "/currentMode") phase("run", std::string(run_), carry_.mode, text);
    if (path == "/orchestratorWorkflow") put_workflow(value);
    if (path == "/orchestratorWorkflow/workflowPhase") {
      phase("workflow", std::string(run_), carry_.workflow, text);
    }
    if (path == "/protocol") put_protocol(value);
    if (path == "/protocol/session_id") carry_.protocol_id = text;
    if (path == "/protocol/current_phase") {
      phase("protocol", protocol_id(), carry_.protocol, text);
    }
    if (path == "/protocol/violations") put_violations(value);
    if (path.starts_with("/protocol/violations/") && value.is_object()) violation(value);
  }

  void put_whole(const Json& state) {
    if (!state.is_object()) return;
    carry_.host_id = base::text_at(state, "hostSessionId");
    carry_.work = base::text_at(state, "workSession");
    carry_.task = base::text_at(state, "activeTask");
    phase("run", std::string(run_), carry_.mode, base::text_at(state, "currentMode"));
    const auto workflow = state.find("orchestratorWorkflow");
    put_workflow(workflow == state.end() ? Json() : *workflow);
    const auto protocol = state.find("protocol");
    if (protocol != state.end()) put_protocol(*protocol);
  }
  void put_workflow(const Json& workflow) {
    const std::string to = workflow.is_object() ? base::text_at(workflow, "workflowPhase") : "";
    phase("workflow", std::string(run_), carry_.workflow, to);
  }
  void put_protocol(const Json& protocol) {
    if (!protocol.is_object()) return;
    const std::string id = base::text_at(protocol, "session_id");
    if (id != carry_.protocol_id) carry_.protocol.clear();
    carry_.protocol_id = id;
    phase("protocol", protocol_id(), carry_.protocol, base::text_at(protocol, "current_phase"));
    const auto violations = protocol.find("violations");
    if (violations != protocol.end()) put_violations(*violations);
  }
  void put_violations(const Json& violations) {
    if (!violations.is_array()) return;
    for (const Json& one : violations) {
      if (one.is_object()) violation(one);
    }
  }

  void violation(const Json& json) {
    const std::string id = base::text_at(json, "id");
    auto& known = carry_.violations;
    if (!id.empty() && std::find(known.begin(), known.end(), id) != known.end()) return;
    if (!id.empty()) known.push_back(id);
    if (known.size() > kViolationsMax) known.erase(known.begin());
    findings_.violations.push_back({.session_id = protocol_id(),
                                    .at = base::text_at(json, "timestamp"),
                                    .phase = base::text_at(json, "phase"),
                                    .requirement = base::text_at(json, "requirement"),
                                    .severity = base::text_at(json, "severity"),
                                    .recovery = base::text_at(json, "recovery")});
  }

  std::string protocol_id() const {
    return carry_.protocol_id.empty() ? std::string(run_) : carry_.protocol_id;
  }

  void phase(const char* entity, std::string id, std::string& standing, const std::string& to) {
    if (to == standing) return;
    if (!to.empty()) {
      findings_.phases.push_back(
          {.entity = entity, .entity_id = std::move(id), .from = standing, .to = to});
    }
    standing = to;
  }

  std::string_view run_;
  JournalCarry& carry_;
  StateFindings findings_;
};

}  // namespace

StateFindings follow_state(std::string_view payload, std::string_view run, JournalCarry& carry) {
  if (!is_of_interest(payload)) return {};
  const auto json = base::parse_json(payload, kLimits);
  if (!json.ok() || !json->is_object()) return {};
  const auto patch = json->find("patch");
  if (patch == json->end() || !patch->is_array()) return {};
  PatchReader reader(run, carry);
  reader.read(*patch);
  return reader.take();
}

std::string to_text(const JournalCarry& carry) {
  Json json = Json::object();
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
  };
  put("host_id", carry.host_id);
  put("work", carry.work);
  put("task", carry.task);
  put("mode", carry.mode);
  put("workflow", carry.workflow);
  put("protocol", carry.protocol);
  put("protocol_id", carry.protocol_id);
  if (!carry.violations.empty()) json["violations"] = carry.violations;
  if (!carry.work_phases.empty()) json["work_phases"] = carry.work_phases;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

JournalCarry carry_from_text(std::string_view text) {
  JournalCarry carry;
  const auto json = base::parse_json(text, kLimits);
  if (!json.ok() || !json->is_object()) return carry;
  carry.host_id = base::text_at(*json, "host_id");
  carry.work = base::text_at(*json, "work");
  carry.task = base::text_at(*json, "task");
  carry.mode = base::text_at(*json, "mode");
  carry.workflow = base::text_at(*json, "workflow");
  carry.protocol = base::text_at(*json, "protocol");
  carry.protocol_id = base::text_at(*json, "protocol_id");
  if (const auto list = json->find("violations"); list != json->end() && list->is_array()) {
    for (const Json& id : *list) {
      if (id.is_string()) carry.violations.push_back(id.get<std::string>());
    }
  }
  if (const auto map = json->find("work_phases"); map != json->end() && map->is_object()) {
    for (const auto& [slug, phase] : map->items()) {
      if (phase.is_string()) carry.work_phases[slug] = phase.get<std::string>();
    }
  }
  return carry;
}

}  // namespace engine

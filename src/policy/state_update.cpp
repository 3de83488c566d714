#include "policy/state_update.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "policy/field_check.h"
#include "policy/mode.h"
#include "policy/workflow_change.h"

namespace policy {
namespace {

using base::Code;
using base::Error;
using base::Json;
using model::WorkflowPhase;

constexpr std::array<WorkflowPhase, 4> kPhases{WorkflowPhase::planning,
                                               WorkflowPhase::implementation,
                                               WorkflowPhase::validation, WorkflowPhase::complete};
constexpr std::string_view kWorkflow = "orchestratorWorkflow";

// What may not be set, and the way that changes it. Empty: the program alone writes it.
struct Locked {
  std::string_view key;
  std::string_view command;
};

constexpr std::array<Locked, 26> kLocked{{
    {"sessionId", ""},
    {"createdAt", ""},
    {"version", ""},
    {"updatedAt", ""},
    {"modeHistory", "holdfast session mode"},
    {"protocolStartComplete", ""},
    {"protocolEndComplete", ""},
    {"projectId", ""},
    {"keyId", "holdfast secret rotate"},
    {"host", ""},
    {"hostSessionId", ""},
    {"owner", ""},
    {"heartbeatAt", ""},
    {"endedAt", ""},
    {"endReason", ""},
    {"pause", "holdfast pause"},
    {"worktree", ""},
    {"transcriptPath", ""},
    {"resumedFrom", ""},
    {"trust", ""},
    {"channel", ""},
    {"branchesTouched", ""},
    {"workSession", ""},
    {"protocol", ""},
    {"preambleDelivered", ""},
    {"_signature", ""},
}};

constexpr std::array<Locked, 8> kLockedInWorkflow{{
    {"activeAgent", "holdfast agent add"},
    {"agentHistory", "holdfast agent add"},
    {"decisions", "holdfast decision add"},
    {"verdicts", "holdfast verdict add"},
    {"pendingHandoffs", "holdfast handoff add"},
    {"compactionHistory", "holdfast session compact"},
    {"startedAt", ""},
    {"lastAgentChange", ""},
}};

// What `object` says of `key`; a member that is not there is as good as null.
Json member_of(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() ? Json(nullptr) : *found;
}

template <std::size_t N>
base::Result<void> check_unchanged(const std::array<Locked, N>& locked, const Json& standing,
                                   const std::string& path, const std::string& key,
                                   const Json& value) {
  const auto found = std::find_if(locked.begin(), locked.end(),
                                  [&](const Locked& candidate) { return candidate.key == key; });
  const bool is_there = standing.is_object() && standing.contains(key);
  if (found == locked.end() && !is_there) {
    return Error{Code::invalid_params, fmt::format("{}{}: no such field", path, key), ""};
  }
  if (same_content(member_of(standing, key), value)) return {};
  Error error{Code::immutable_field, fmt::format("{}{}: may not be set", path, key), ""};
  if (found != locked.end() && !found->command.empty()) {
    error.message += fmt::format("; use `{}`", found->command);
    error.hint = fmt::format("Run `{} --help`.", found->command);
  }
  return error;
}

base::Result<std::optional<std::string>> text_or_null(const std::string& field, const Json& value) {
  if (value.is_null()) return std::optional<std::string>();
  if (!value.is_string()) {
    return invalid_value(field, "neither text nor null");
  }
  auto text = value.get<std::string>();
  TRY(check_text(field, text));
  return std::optional<std::string>(std::move(text));
}

base::Result<void> merge_evidence(std::map<std::string, std::string>& evidence,
                                  const std::string& field, const Json& value) {
  if (!value.is_object()) {
    return invalid_value(field, "not an object");
  }
  for (const auto& [key, item] : value.items()) {
    TRY(check_text(field, key));
    TRY_ASSIGN(const auto text, text_or_null(fmt::format("{}.{}", field, key), item));
    if (text) {
      evidence[key] = *text;
    } else {
      evidence.erase(key);
    }
  }
  return check_count(field, evidence.size());
}

base::Result<void> check_phase_step(const model::Named<WorkflowPhase>& from, WorkflowPhase to) {
  // From a phase of a newer version only a new pass leads on.
  const WorkflowPhase last_allowed = [&] {
    if (!from.known()) return WorkflowPhase::planning;
    if (from.is(WorkflowPhase::complete)) return WorkflowPhase::complete;
    return static_cast<WorkflowPhase>(static_cast<int>(*from.known()) + 1);
  }();
  if (to <= last_allowed) return {};
  std::vector<std::string_view> allowed;
  for (const WorkflowPhase phase : kPhases) {
    if (phase <= last_allowed && !from.is(phase)) allowed.push_back(name_of(phase));
  }
  return Error{Code::refused,
               fmt::format("{}.workflowPhase: {} to {} is not allowed (allowed: {})", kWorkflow,
                           from.text(), name_of(to), fmt::join(allowed, ", ")),
               ""};
}

// Whether a field of the update is compared with what stands; the others are set without looking.
bool looks_at_standing(const Json& update) {
  constexpr std::array<std::string_view, 6> kJustSet{
      "currentMode",        "reason", "activeFeature", "activeTask", "protocolStartEvidence",
      "protocolEndEvidence"};
  return std::any_of(update.items().begin(), update.items().end(), [&](const auto& item) {
    return std::find(kJustSet.begin(), kJustSet.end(), item.key()) == kJustSet.end();
  });
}

// Carries one update through, field by field, against the document as it stood before.
class Update {
 public:
  Update(model::Run run, const Json& update, const StateUpdateOptions& options, base::Instant now)
      : run_(std::move(run)),
        standing_(looks_at_standing(update) ? to_json(run_) : Json()),
        update_(update),
        options_(options),
        now_(now) {}

  base::Result<model::Run> apply() {
    for (const auto& [key, value] : update_.items()) TRY(apply_field(key, value));
    return std::move(run_);
  }

 private:
  base::Result<void> apply_field(const std::string& key, const Json& value) {
    if (key == "currentMode") return apply_mode(value);
    if (key == "reason") return check_reason(value);
    if (key == "activeFeature" || key == "activeTask") {
      auto& target = key == "activeFeature" ? run_.active_feature : run_.active_task;
      TRY_ASSIGN(target, text_or_null(key, value));
      return {};
    }
    if (key == "protocolStartEvidence") {
      return merge_evidence(run_.protocol_start_evidence, key, value);
    }
    if (key == "protocolEndEvidence") {
      return merge_evidence(run_.protocol_end_evidence, key, value);
    }
    if (key == kWorkflow) return apply_workflow(value);
    return check_unchanged(kLocked, standing_, "", key, value);
  }

  base::Result<void> check_reason(const Json& value) {
    if (!update_.contains("currentMode")) {
      return Error{Code::invalid_params, "reason: stands only beside currentMode", ""};
    }
    if (!value.is_string()) return invalid_value("reason", "not text");
    return check_text("reason", value.get<std::string>());
  }

  base::Result<void> apply_mode(const Json& value) {
    if (!value.is_string()) return invalid_value("currentMode", "not text");
    ModeChange change;
    change.mode = model::ModeName(value.get<std::string>());
    change.actor = options_.actor;
    change.asker = options_.asker;
    change.agents_may = options_.agents_may;
    const Json reason = member_of(update_, "reason");
    if (reason.is_string()) change.reason = reason.get<std::string>();
    TRY_ASSIGN(run_, change_mode(std::move(run_), change, now_));
    return {};
  }

  base::Result<void> apply_workflow(const Json& value) {
    const Json standing = member_of(standing_, kWorkflow);
    if (!value.is_object()) {
      if (same_content(standing, value)) return {};
      return Error{Code::immutable_field, fmt::format("{}: may not be set as a whole", kWorkflow),
                   ""};
    }
    for (const auto& [key, member] : value.items()) {
      if (key == "workflowPhase") {
        TRY(apply_phase(member));
      } else {
        TRY(check_unchanged(kLockedInWorkflow, standing, std::string(kWorkflow) + ".", key,
                            member));
      }
    }
    return {};
  }

  base::Result<void> apply_phase(const Json& value) {
    const std::string field = fmt::format("{}.workflowPhase", kWorkflow);
    if (!value.is_string()) return invalid_value(field, "not text");
    const model::Named<WorkflowPhase> to(value.get<std::string>());
    if (run_.workflow && run_.workflow->phase == to) return {};
    TRY(check_known(field, to, kPhases));
    model::OrchestratorWorkflow& workflow = workflow_of(run_, now_);
    TRY(check_phase_step(workflow.phase, *to.known()));
    workflow.phase = to;
    return {};
  }

  model::Run run_;
  const Json standing_;                // Null where no field is compared with it.
  const Json& update_;                 // Outlives this.
  const StateUpdateOptions& options_;  // Outlives this.
  base::Instant now_;
};

}  // namespace

base::Result<model::Run> apply_state_update(model::Run run, const Json& update,
                                            const StateUpdateOptions& options, base::Instant now) {
  if (!update.is_object() || update.empty()) {
    return Error{Code::invalid_params, "update: names no field",
                 "Run `holdfast session set-state --help`."};
  }
  return Update(std::move(run), update, options, now).apply();
}

}  // namespace policy

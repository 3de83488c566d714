#include "mcp/tools/work_call.h"

#include <nlohmann/json.hpp>

namespace mcp {

using base::Json;

base::Result<std::string> work_id(const ToolCall& call) {
  for (const char* name : {"session_id", "session_dir"}) {
    std::string id = call.text(name);
    if (!id.empty()) return id;
  }
  return base::Error{base::Code::invalid_params, "session_id is missing",
                     "Give the slug of a work session, or its folder as session_dir. session_list "
                     "names them."};
}

engine::WorkCaller work_caller(ToolCall& call) {
  engine::WorkCaller caller{mcp_caller(), std::nullopt};
  // session_id is the work session's here, so it says nothing about the run.
  auto run = call.project().run(call.workspace());
  if (run.ok()) caller.run = *std::move(run);
  return caller;
}

std::optional<std::int64_t> given_number(const ToolCall& call, const char* name) {
  const auto member = call.arguments().find(name);
  // The schema lets whole numbers pass, also those with a point.
  if (member == call.arguments().end() || !member->is_number()) return std::nullopt;
  return member->get<std::int64_t>();
}

std::optional<std::optional<std::string>> given_or_null(const ToolCall& call, const char* name) {
  const auto member = call.arguments().find(name);
  if (member == call.arguments().end()) return std::nullopt;
  if (!member->is_string()) return std::optional<std::string>();
  return std::optional(member->get<std::string>());
}

ToolResult work_error(const base::Error& error) {
  const bool is_conflict =
      error.code == base::Code::lock_timeout || error.code == base::Code::version_conflict;
  return is_conflict ? error_result_named("CONFLICT", error) : error_result(error);
}

base::Result<ToolResult> answer_change(ToolCall& call, const WorkChange& change,
                                       const WorkMembers& members) {
  const auto id = work_id(call);
  if (!id.ok()) return work_error(id.error());
  const auto result = change(*id, work_caller(call));
  if (!result.ok()) return work_error(result.error());
  Json answer{{"session_id", result->work.slug}};
  answer.update(members(*result, model::to_json(result->work.session)));
  answer["changed"] = result->changed;
  std::vector<std::string> warnings = result->warnings;
  warnings.insert(warnings.end(), result->work.warnings.begin(), result->work.warnings.end());
  if (!warnings.empty()) answer["warnings"] = warnings;
  return structured_result(std::move(answer));
}

base::Json build_progress_of(const engine::WorkResult&, const base::Json& manifest) {
  return base::Json{{"build_progress", manifest["build_progress"]}};
}

base::Result<ToolResult> answer_checkpoint(ToolCall& call, CheckpointChange change) {
  const auto act = [&](const std::string& id, const engine::WorkCaller& caller) {
    const std::int64_t checkpoint = given_number(call, "checkpoint_id").value_or(0);
    return change(call.workspace(), id, checkpoint, caller);
  };
  return answer_change(call, act, build_progress_of);
}

ToolPlan work_plan(ToolDescription description, base::Result<ToolResult> (*answer)(ToolCall&)) {
  ToolPlan plan;
  plan.answer = answer;
  plan.description = std::move(description);
  plan.description.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  plan.description.may_wait = true;
  return plan;
}

}  // namespace mcp

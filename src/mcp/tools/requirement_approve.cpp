#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/requirement_call.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_requirement_approve(ToolCall& call) {
  auto chosen = requirement_session(call, false);
  if (!chosen.session) return std::move(chosen.refusal);
  const auto outcome = engine::approve_requirements(call.workspace(), *chosen.session,
                                                    satisfy_request(call), mcp_caller());
  if (!outcome.ok()) return requirement_error(outcome.error());
  return requirement_answer(call, *chosen.session, outcome->names, satisfy_outcome_json(*outcome));
}

}  // namespace

ToolPlan requirement_approve_tool() {
  ToolPlan plan;
  plan.answer = answer_requirement_approve;
  plan.needs = engine::Needs::requirements;
  ToolDescription& tool = plan.description;
  tool.name = "requirement_approve";
  tool.title = "Approve requirement";
  tool.description = "Let the session go on for a while without meeting a requirement.";
  tool.input_schema =
      input_schema({{"name", "string", "", true},
                    {"ttl", "integer", "Seconds; default: the requirement's approval_ttl"},
                    {"metadata", "object", "Who approved it, and why"},
                    kSessionField});
  tool.output_schema =
      output_schema({{"branch", "string"}, {"requirements", "array"}, {"still_open", "array"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = false};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

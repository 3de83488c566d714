#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/requirement_call.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_requirement_satisfy(ToolCall& call) {
  const engine::SatisfyRequest request = satisfy_request(call);
  const model::Requirements rules = engine::requirement_rules(call.workspace());
  const bool beyond = request.for_branch || engine::is_beyond_sessions(rules, request.names);
  auto chosen = requirement_session(call, beyond);
  if (!chosen.session) return std::move(chosen.refusal);
  const auto outcome =
      engine::satisfy_requirements(call.workspace(), *chosen.session, request, mcp_caller());
  if (!outcome.ok()) return requirement_error(outcome.error());
  return requirement_answer(call, *chosen.session, outcome->names, satisfy_outcome_json(*outcome));
}

}  // namespace

ToolPlan requirement_satisfy_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_requirement_satisfy;
  plan.needs = engine::Needs::requirements;
  ToolDescription& tool = plan.description;
  tool.name = "requirement_satisfy";
  tool.title = "Satisfy requirement";
  tool.description = "Say that a requirement is satisfied, once that is true.";
  tool.input_schema =
      input_schema({{"name", "string", "", true},
                    {"scope", "string", "Default session", false, {"session", "branch"}},
                    {"ttl", "integer", "Seconds"},
                    {"metadata", "object"},
                    kSessionField});
  tool.output_schema = output_schema({{"branch", "string"}, {"requirements", "array"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

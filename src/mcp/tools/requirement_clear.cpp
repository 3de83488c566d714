#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/requirement_call.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_requirement_clear(ToolCall& call) {
  engine::ClearRequest request;
  if (const auto name = call.given("name")) request.names = {*name};
  request.for_branch = call.text("scope") == "branch";
  const model::Requirements rules = engine::requirement_rules(call.workspace());
  const bool is_kept = !request.names.empty() && engine::is_beyond_sessions(rules, request.names);
  auto chosen = requirement_session(call, request.for_branch || is_kept);
  if (!chosen.session) return std::move(chosen.refusal);
  const auto cleared =
      engine::clear_requirements(call.workspace(), *chosen.session, request, mcp_caller());
  if (!cleared.ok()) return requirement_error(cleared.error());
  return requirement_answer(call, *chosen.session, request.names,
                            base::Json{{"cleared", *cleared}});
}

}  // namespace

ToolPlan requirement_clear_tool() {
  ToolPlan plan;
  plan.answer = answer_requirement_clear;
  plan.needs = engine::Needs::requirements;
  ToolDescription& tool = plan.description;
  tool.name = "requirement_clear";
  tool.title = "Clear requirement";
  tool.description =
      "Take back that a requirement, or every one, is satisfied. A permanent one only a person "
      "clears.";
  tool.input_schema =
      input_schema({{"name", "string", "Default: all"},
                    {"scope", "string", "Default session", false, {"session", "branch"}},
                    kSessionField});
  tool.output_schema =
      output_schema({{"branch", "string"}, {"requirements", "array"}, {"cleared", "array"}});
  tool.annotations = {.read_only = false, .destructive = true, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

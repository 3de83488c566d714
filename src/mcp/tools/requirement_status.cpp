#include <algorithm>
#include <nlohmann/json.hpp>

#include "mcp/requirement_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/requirement_call.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_requirement_status(ToolCall& call) {
  engine::StatusQuestion question;
  // Worth something without a session too, unless one was named that is not there.
  const auto given = call.given("session_id");
  auto session = engine::choose_requirement_session(call.workspace(), call.project().choice(given));
  if (session.ok()) {
    question.session = *std::move(session);
  } else if (given || session.error().code == base::Code::unavailable) {
    return requirement_session(call, false).refusal;
  }
  const auto name = call.given("name");
  question.all = name.has_value();
  const auto status = engine::requirement_status(call.workspace(), question);
  if (!name) return structured_result(requirements_json(status));
  const bool is_known = std::any_of(status.lines.begin(), status.lines.end(),
                                    [&](const auto& line) { return line.name == *name; });
  if (!is_known) {
    return requirement_error({base::Code::not_found, "no requirement is called " + *name,
                              "requirement_status without a name lists them."});
  }
  return structured_result(requirements_json(status, {*name}));
}

}  // namespace

ToolPlan requirement_status_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_requirement_status;
  plan.needs = engine::Needs::requirements;
  ToolDescription& tool = plan.description;
  tool.name = "requirement_status";
  tool.title = "Requirements";
  tool.description = "How the requirements stand and how to meet those that do not.";
  tool.input_schema = input_schema({{"name", "string", "One alone"}, kSessionField});
  tool.output_schema = output_schema({{"branch", "string"},
                                      {"satisfied", "integer"},
                                      {"total", "integer"},
                                      {"requirements", "array"}});
  tool.annotations = {.read_only = true, .destructive = false, .idempotent = true};
  tool.may_wait = true;  // Some measure the work by a program.
  return plan;
}

}  // namespace mcp

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/protocol.h"
#include "mcp/protocol_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

// Every gate as one, with what tells whose work it was judged on (B1-27).
Json all_json(const engine::GateReport& report) {
  const bool is_met = report.unmet.empty();
  return {{"phase", "ALL"},
          {"requirement_level", "MUST"},
          {"status", report.status},
          {"evidence", nullptr},
          {"blocking", true},
          {"message", is_met ? "Every blocking gate is met."
                             : "Not met: " + base::join(report.unmet, ", ") + "."},
          {"gates", gates_json(report.gates)},
          {"session_id", report.protocol.session_id},
          {"branch", report.protocol.branch},
          {"fingerprint", report.fingerprint}};
}

base::Result<ToolResult> answer_validate_gate(ToolCall& call) {
  const std::string gate = call.text("phase");
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto report,
             engine::validate_gate(call.workspace(), run, gate, mcp_caller(),
                                   [&] { return call.context().is_cancelled(); }));
  if (report.gates.size() == 1) return structured_result(gate_json(report.gates.front()));
  return structured_result(all_json(report));
}

}  // namespace

ToolPlan validate_gate_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_validate_gate;
  ToolDescription& tool = plan.description;
  tool.name = "validate_gate";
  tool.title = "Validate gate";
  tool.description = "Check one gate of the session protocol, or ALL.";
  tool.input_schema = input_schema(
      {{"phase", "string",
        "SERENA_INIT, SKILL_VALIDATION, CONTEXT_RETRIEVAL, SESSION_LOG, GIT_STATE, DOCS_UPDATE, "
        "QUALITY_CHECKS, QA_VALIDATION, GIT_COMMIT or ALL",
        true},
       kSessionField});
  tool.output_schema = output_schema({{"phase", "string"},
                                      {"requirement_level", "string"},
                                      {"status", "string"},
                                      {"evidence", "string?"},
                                      {"blocking", "boolean"},
                                      {"message", "string"},
                                      {"gates", "array"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

#include <nlohmann/json.hpp>

#include "engine/protocol.h"
#include "mcp/protocol_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_record_evidence(ToolCall& call) {
  engine::EvidenceRequest request;
  request.gate = call.text("phase");
  request.type = call.text("evidence_type");
  request.evidence = call.text("evidence");
  request.step = call.given("step");
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto outcome,
             engine::record_evidence(call.workspace(), run, request, mcp_caller()));
  return structured_result(Json{{"phase", outcome.gate},
                                {"step", base::text_or_null(outcome.step)},
                                {"evidence_recorded", true},
                                {"auto_validated", outcome.auto_validated},
                                {"gate_status", outcome.gate_status},
                                {"trust", outcome.trust},
                                {"message", outcome.message}});
}

}  // namespace

ToolPlan record_evidence_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_record_evidence;
  ToolDescription& tool = plan.description;
  tool.name = "record_evidence";
  tool.title = "Record evidence";
  tool.description = "Say what shows that a gate or a step is done; checked where it can be.";
  tool.input_schema =
      input_schema({{"phase", "string", "As in validate_gate", true},
                    {"evidence_type",
                     "string",
                     "",
                     true,
                     {"tool_output", "file_path", "commit_sha", "content_hash", "manual"}},
                    {"evidence", "string", "", true},
                    {"step", "string", "Its text in the checklist"}});
  tool.output_schema = output_schema({{"phase", "string"},
                                      {"step", "string?"},
                                      {"evidence_recorded", "boolean"},
                                      {"auto_validated", "boolean"},
                                      {"gate_status", "string"},
                                      {"trust", "string"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

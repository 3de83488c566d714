#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/protocol.h"
#include "mcp/protocol_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

Json end_outcome_json(const engine::EndOutcome& outcome) {
  Json result{{"session_id", outcome.protocol.session_id},
              {"status", outcome.status},
              {"checklist", model::to_json(outcome.protocol.checklist)},
              {"violations", violations_json(outcome.protocol.violations)},
              {"gates", gates_json(outcome.gates)},
              {"handoff_updated", outcome.handoff_updated}};
  if (!outcome.commit_sha.empty()) result["commit_sha"] = outcome.commit_sha;
  if (!outcome.warnings.empty()) result["warnings"] = outcome.warnings;
  return result;
}

// The session stays open (SC-37): an error that carries all that is known.
ToolResult blocked(const engine::EndOutcome& outcome) {
  const base::Error error{
      base::Code::session_blocked,
      "The session stays open; not met: " + base::join(outcome.unmet, ", "),
      "Meet these gates, then call session_end again; get_blocked_reason says how."};
  Json result = end_outcome_json(outcome);
  result["error"] = error_result(error).structured.get()["error"];
  result["error"]["details"]["unmet"] = outcome.unmet;
  ToolResult blocked = structured_result(std::move(result));
  blocked.is_error = true;
  return blocked;
}

base::Result<ToolResult> answer_session_end(ToolCall& call) {
  engine::EndRequest request;
  request.summary = call.text("summary");
  request.next_session_notes = call.text("next_session_notes");
  request.skip_qa = call.flag("skip_qa");
  request.key_decisions = call.texts("key_decisions");
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto outcome,
             engine::end_protocol(call.workspace(), run, request, mcp_caller()));
  if (!outcome.closed) return blocked(outcome);
  return structured_result(end_outcome_json(outcome));
}

}  // namespace

ToolPlan session_end_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_session_end;
  ToolDescription& tool = plan.description;
  tool.name = "session_end";
  tool.title = "End session";
  tool.description = "Check the gates of the end and close the session.";
  tool.input_schema = input_schema({{"summary", "string", "", true},
                                    {"next_session_notes", "string"},
                                    {"skip_qa", "boolean", "Documents only"},
                                    {"key_decisions", "strings"}});
  tool.output_schema = output_schema({{"session_id", "string"},
                                      {"status", "string"},
                                      {"checklist", "object"},
                                      {"violations", "array"},
                                      {"gates", "array"},
                                      {"handoff_updated", "boolean"},
                                      {"commit_sha", "string"}});
  // What it takes away (the open session's memory) lives on in the history.
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = false};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

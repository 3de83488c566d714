#include <nlohmann/json.hpp>

#include "engine/protocol.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_start(ToolCall& call) {
  engine::ProtocolStart request;
  request.objective = call.text("objective");
  request.branch = call.given("branch");
  request.starting_commit = call.given("starting_commit");
  request.resume = call.flag("resume");
  request.work_session = call.given("work_session");
  request.create_log = !call.arguments().contains("create_log") || call.flag("create_log");
  TRY_ASSIGN(const auto run, engine::run_to_start(call.workspace(), call.project().choice()));
  TRY_ASSIGN(const auto started,
             engine::start_protocol(call.workspace(), run, request, mcp_caller()));
  Json result{{"session_id", started.protocol.session_id},
              {"phase", started.protocol.current_phase.text()},
              {"blocked_until", started.blocked_until},
              {"checklist", model::to_json(started.protocol.checklist)},
              {"run_id", started.run.text},
              {"log_path", started.protocol.log_path}};
  if (started.resumed) result["resumed"] = true;
  if (!started.warnings.empty()) result["warnings"] = started.warnings;
  return structured_result(std::move(result));
}

}  // namespace

ToolPlan session_start_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_session_start;
  ToolDescription& tool = plan.description;
  tool.name = "session_start";
  tool.title = "Start session";
  tool.description =
      "Begin this worktree's session, before any other work; then meet the gates in blocked_until.";
  tool.input_schema = input_schema({{"objective", "string", "", true},
                                    {"branch", "string"},
                                    {"starting_commit", "string"},
                                    {"resume", "boolean", "Go on with an open session"},
                                    {"work_session", "string"},
                                    {"create_log", "boolean", "Default true"}});
  tool.output_schema = output_schema({{"session_id", "string"},
                                      {"phase", "string"},
                                      {"blocked_until", "array"},
                                      {"checklist", "object"},
                                      {"run_id", "string"},
                                      {"log_path", "string"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = false};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp

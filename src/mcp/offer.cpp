#include "mcp/offer.h"

#include <array>
#include <nlohmann/json.hpp>

#include "mcp/prompts/session_prompts.h"
#include "mcp/resources/session_resources.h"
#include "mcp/resources/work_resources.h"
#include "mcp/tools/all.h"

namespace mcp {
namespace {

// The order of the list: what a session needs first.
constexpr std::array kTools{
    session_start_tool,
    validate_gate_tool,
    advance_phase_tool,
    record_evidence_tool,
    session_end_tool,
    get_blocked_reason_tool,
    session_get_state_tool,
    session_set_mode_tool,
    session_get_tool,
    session_transition_phase_tool,
    session_complete_checkpoint_tool,
    session_add_commit_tool,
    requirement_status_tool,
    requirement_satisfy_tool,
    working_memory_tool,
    session_create_tool,
    session_list_tool,
    session_complete_phase_tool,
    session_init_build_tool,
    session_start_checkpoint_tool,
    session_set_status_tool,
    session_update_git_tool,
    session_set_git_tool,
    session_onboard_tool,
    cortex_session_continue_tool,
    session_chain_tool,
    requirement_clear_tool,
    requirement_approve_tool,
    agent_invocation_add_tool,
    agent_invocation_complete_tool,
    decision_add_tool,
    verdict_add_tool,
    handoff_add_tool,
    handoff_list_tool,
    handoff_accept_tool,
    session_compact_tool,
};

}  // namespace

void offer_holdfast(Catalogue& catalogue, const ServedProject& project, model::ToolSet tools) {
  for (const auto& make_plan : kTools) {
    ToolPlan plan = make_plan();
    const bool is_core = plan.listing == Listing::core;
    plan.description.is_listed = is_core || tools == model::ToolSet::all;
    // A host that loads tools only when it looks for them should not have to look for these.
    if (is_core) plan.description.meta = base::JsonBox(base::Json{{"anthropic/alwaysLoad", true}});
    catalogue.add(make_tool(project, std::move(plan)));
  }
  catalogue.add(session_resources(project));
  catalogue.add(work_resources(project));
  catalogue.add(start_session_prompt(project));
  catalogue.add(end_session_prompt(project));
}

model::ToolSet chosen_tools(os::Environment& environment, const model::Config& config) {
  const std::string given = environment.text("HOLDFAST_MCP_TOOLS");
  if (given == "all") return model::ToolSet::all;
  if (given == "core") return model::ToolSet::core;
  return config.mcp_tools;
}

}  // namespace mcp

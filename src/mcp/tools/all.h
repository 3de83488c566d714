// Every tool of Holdfast, each defined in the file of its name.
#pragma once
#include "mcp/tools/holdfast_tool.h"

namespace mcp {

// Document S1: the session protocol.
ToolPlan session_start_tool();
ToolPlan validate_gate_tool();
ToolPlan advance_phase_tool();
ToolPlan record_evidence_tool();
ToolPlan session_end_tool();
ToolPlan get_blocked_reason_tool();

// Document S0: a run's state and workflow.
ToolPlan session_get_state_tool();
ToolPlan session_set_mode_tool();
ToolPlan session_compact_tool();
ToolPlan agent_invocation_add_tool();
ToolPlan agent_invocation_complete_tool();
ToolPlan decision_add_tool();
ToolPlan verdict_add_tool();
ToolPlan handoff_add_tool();
ToolPlan handoff_list_tool();
ToolPlan handoff_accept_tool();

// Document S2: work sessions.
ToolPlan session_get_tool();
ToolPlan session_transition_phase_tool();
ToolPlan session_complete_checkpoint_tool();
ToolPlan session_add_commit_tool();
ToolPlan session_create_tool();
ToolPlan session_list_tool();
ToolPlan session_complete_phase_tool();
ToolPlan session_init_build_tool();
ToolPlan session_start_checkpoint_tool();
ToolPlan session_set_status_tool();
ToolPlan session_update_git_tool();
ToolPlan session_set_git_tool();  // The same under the name that users come with.
ToolPlan session_onboard_tool();

// Document S3: continuity.
ToolPlan working_memory_tool();
ToolPlan cortex_session_continue_tool();
ToolPlan session_chain_tool();

// Document S4: requirements.
ToolPlan requirement_status_tool();
ToolPlan requirement_satisfy_tool();
ToolPlan requirement_clear_tool();
ToolPlan requirement_approve_tool();

}  // namespace mcp

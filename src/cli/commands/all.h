// Every command's function, for the table. One is defined in the file of its name, siblings of one
// noun together.
#pragma once
#include "cli/command.h"

namespace cli {

base::Result<int> run_init(Context& context, Arguments& arguments);
base::Result<int> run_uninstall(Context& context, Arguments& arguments);
base::Result<int> run_hooks_print(Context& context, Arguments& arguments);
base::Result<int> run_trust(Context& context, Arguments& arguments);
base::Result<int> run_secret_rotate(Context& context, Arguments& arguments);
base::Result<int> run_hook(Context& context, Arguments& arguments);
base::Result<int> run_gate_check(Context& context, Arguments& arguments);
base::Result<int> run_why(Context& context, Arguments& arguments);
base::Result<int> run_status(Context& context, Arguments& arguments);
base::Result<int> run_statusline(Context& context, Arguments& arguments);
base::Result<int> run_doctor(Context& context, Arguments& arguments);
base::Result<int> run_pause(Context& context, Arguments& arguments);
base::Result<int> run_resume(Context& context, Arguments& arguments);
base::Result<int> run_session_get_state(Context& context, Arguments& arguments);
base::Result<int> run_session_set_state(Context& context, Arguments& arguments);
base::Result<int> run_session_list(Context& context, Arguments& arguments);
base::Result<int> run_session_show(Context& context, Arguments& arguments);
base::Result<int> run_session_start(Context& context, Arguments& arguments);
base::Result<int> run_session_validate(Context& context, Arguments& arguments);
base::Result<int> run_session_advance(Context& context, Arguments& arguments);
base::Result<int> run_session_evidence(Context& context, Arguments& arguments);
base::Result<int> run_session_end(Context& context, Arguments& arguments);
base::Result<int> run_session_blocked(Context& context, Arguments& arguments);
base::Result<int> run_session_import(Context& context, Arguments& arguments);
base::Result<int> run_session_mode(Context& context, Arguments& arguments);
base::Result<int> run_session_compact(Context& context, Arguments& arguments);
base::Result<int> run_session_verify(Context& context, Arguments& arguments);
base::Result<int> run_session_recover(Context& context, Arguments& arguments);
base::Result<int> run_session_at(Context& context, Arguments& arguments);
base::Result<int> run_session_undo(Context& context, Arguments& arguments);
base::Result<int> run_agent_add(Context& context, Arguments& arguments);
base::Result<int> run_agent_complete(Context& context, Arguments& arguments);
base::Result<int> run_decision_add(Context& context, Arguments& arguments);
base::Result<int> run_verdict_add(Context& context, Arguments& arguments);
base::Result<int> run_handoff_add(Context& context, Arguments& arguments);
base::Result<int> run_handoff_list(Context& context, Arguments& arguments);
base::Result<int> run_handoff_accept(Context& context, Arguments& arguments);
base::Result<int> run_req_status(Context& context, Arguments& arguments);
base::Result<int> run_req_satisfy(Context& context, Arguments& arguments);
base::Result<int> run_req_approve(Context& context, Arguments& arguments);
base::Result<int> run_req_clear(Context& context, Arguments& arguments);
base::Result<int> run_req_list(Context& context, Arguments& arguments);
base::Result<int> run_req_sessions(Context& context, Arguments& arguments);
base::Result<int> run_req_pause(Context& context, Arguments& arguments);
base::Result<int> run_req_resume(Context& context, Arguments& arguments);
base::Result<int> run_req_doctor(Context& context, Arguments& arguments);
base::Result<int> run_req_prune(Context& context, Arguments& arguments);
base::Result<int> run_req_rename(Context& context, Arguments& arguments);
base::Result<int> run_req_enable(Context& context, Arguments& arguments);
base::Result<int> run_req_disable(Context& context, Arguments& arguments);
base::Result<int> run_req_config(Context& context, Arguments& arguments);
base::Result<int> run_req_init(Context& context, Arguments& arguments);
base::Result<int> run_req_verify(Context& context, Arguments& arguments);
base::Result<int> run_req_lint(Context& context, Arguments& arguments);
base::Result<int> run_req_test(Context& context, Arguments& arguments);
base::Result<int> run_req_report(Context& context, Arguments& arguments);
base::Result<int> run_work_create(Context& context, Arguments& arguments);
base::Result<int> run_work_list(Context& context, Arguments& arguments);
base::Result<int> run_work_show(Context& context, Arguments& arguments);
base::Result<int> run_work_transition(Context& context, Arguments& arguments);
base::Result<int> run_work_complete_phase(Context& context, Arguments& arguments);
base::Result<int> run_work_checkpoint(Context& context, Arguments& arguments);
base::Result<int> run_work_commit(Context& context, Arguments& arguments);
base::Result<int> run_work_status(Context& context, Arguments& arguments);
base::Result<int> run_work_git(Context& context, Arguments& arguments);
base::Result<int> run_work_edit(Context& context, Arguments& arguments);
base::Result<int> run_work_fix(Context& context, Arguments& arguments);
base::Result<int> run_work_link(Context& context, Arguments& arguments);
base::Result<int> run_work_spec(Context& context, Arguments& arguments);
base::Result<int> run_work_plan_md(Context& context, Arguments& arguments);
base::Result<int> run_work_onboard(Context& context, Arguments& arguments);
base::Result<int> run_work_migrate(Context& context, Arguments& arguments);
base::Result<int> run_work_merge_driver(Context& context, Arguments& arguments);
base::Result<int> run_memory_list(Context& context, Arguments& arguments);
base::Result<int> run_memory_read(Context& context, Arguments& arguments);
base::Result<int> run_memory_write(Context& context, Arguments& arguments);
base::Result<int> run_memory_edit(Context& context, Arguments& arguments);
base::Result<int> run_memory_delete(Context& context, Arguments& arguments);
base::Result<int> run_index_status(Context& context, Arguments& arguments);
base::Result<int> run_index_update(Context& context, Arguments& arguments);
base::Result<int> run_index_rebuild(Context& context, Arguments& arguments);
base::Result<int> run_index_reset(Context& context, Arguments& arguments);
base::Result<int> run_search(Context& context, Arguments& arguments);
base::Result<int> run_maintenance(Context& context, Arguments& arguments);
base::Result<int> run_events(Context& context, Arguments& arguments);
base::Result<int> run_violations(Context& context, Arguments& arguments);
base::Result<int> run_history(Context& context, Arguments& arguments);
base::Result<int> run_cost(Context& context, Arguments& arguments);
base::Result<int> run_mcp(Context& context, Arguments& arguments);

}  // namespace cli

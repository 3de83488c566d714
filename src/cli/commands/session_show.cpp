#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

std::string protocol_text(const model::Run& run) {
  return std::string("start ") + (run.protocol_start_complete ? "complete" : "incomplete") +
         ", end " + (run.protocol_end_complete ? "complete" : "incomplete");
}

std::vector<Fact> run_facts(const model::Run& run) {
  std::string ended;
  if (run.ended_at) {
    ended = short_time(*run.ended_at) + " (" + printable(run.end_reason.value_or("")) + ")";
  }
  std::string paused;
  if (run.pause) {
    paused = "until " + short_time(run.pause->until) + " " + printable(run.pause->reason);
  }
  return {{"mode", printable(run.mode.text())},
          {"version", std::to_string(run.version)},
          {"created", short_time(run.created_at)},
          {"changed", short_time(run.updated_at)},
          {"ended", ended},
          {"paused", paused},
          {"protocol", protocol_text(run)},
          {"host", printable(run.host)},
          {"worktree", printable(run.worktree.value_or(""))},
          {"work session", printable(run.work_session.value_or(""))},
          {"feature", run.active_feature == run.work_session
                          ? std::string()
                          : printable(run.active_feature.value_or(""))},
          {"task", printable(run.active_task.value_or(""))}};
}

void print_workflow(Console& console, const model::OrchestratorWorkflow& workflow) {
  print_facts(console,
              {{"phase", printable(workflow.phase.text())},
               {"agent", workflow.active_agent ? printable(workflow.active_agent->text()) : ""}});
  for (const model::AgentInvocation& invocation : workflow.agent_history) {
    print_line(console, "  agent " + printable(invocation.agent.text()) + ": " +
                            printable(invocation.status.text()) + ", began " +
                            short_time(invocation.started_at));
  }
  for (const model::Decision& decision : workflow.decisions) {
    print_line(console, "  decision of " + printable(decision.decided_by.text()) + ": " +
                            printable(decision.description));
  }
  for (const model::Verdict& verdict : workflow.verdicts) {
    print_line(console, "  verdict of " + printable(verdict.agent.text()) + ": " +
                            printable(verdict.decision.text()));
  }
  for (const model::Handoff& handoff : workflow.pending_handoffs) {
    print_line(console, "  handoff from " + printable(handoff.from_agent.text()) + " to " +
                            printable(handoff.to_agent.text()) + " waits");
  }
}

}  // namespace

base::Result<int> run_session_show(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto run, engine::get_state(chosen.workspace, chosen.run));
  if (arguments.form() == Form::json) {
    print_json(context.console, model::to_json(run));
    return kDone;
  }
  const Style style(context.system.environment);
  print_line(context.console, "Session " + style.bold(run.id.text));
  print_facts(context.console, run_facts(run));
  if (run.workflow) print_workflow(context.console, *run.workflow);
  return kDone;
}

}  // namespace cli

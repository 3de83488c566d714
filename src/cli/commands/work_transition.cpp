#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_transition(Context& context, Arguments& arguments) {
  std::string id;
  engine::WorkTransition wanted;
  work_operand(arguments, id);
  arguments.operand({"PHASE", "", "spec, plan, build, docs or complete"}, wanted.phase);
  arguments.flag({"--reopen", "", "Go back to a phase that was left"}, wanted.reopen);
  arguments.flag({"--force", "", "Without the artifact that the phase needs; on record"},
                 wanted.force);
  arguments.session_option();
  TRY(arguments.parse());
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return engine::transition_work(workspace, session, wanted, caller);
                     },
                     [](const engine::WorkResult& result) {
                       return printable(result.work.slug) + " went from " +
                              printable(result.previous) + " to " +
                              printable(result.work.session.phase.text()) + ".";
                     }});
}

base::Result<int> run_work_complete_phase(Context& context, Arguments& arguments) {
  std::string id;
  std::string phase;
  work_operand(arguments, id);
  arguments.operand({"PHASE", "", "spec, plan, build or docs"}, phase);
  arguments.session_option();
  TRY(arguments.parse());
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return engine::complete_work_phase(workspace, session, phase, caller);
                     },
                     [&](const engine::WorkResult& result) {
                       return "The phase " + phase + " of " + printable(result.work.slug) +
                              " is complete.";
                     }});
}

}  // namespace cli

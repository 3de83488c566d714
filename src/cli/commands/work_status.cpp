#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_status(Context& context, Arguments& arguments) {
  std::string id;
  engine::WorkStatusChange wanted;
  work_operand(arguments, id);
  arguments.operand({"STATUS", "", "active, paused, complete or failed"}, wanted.status);
  arguments.flag({"--reopen", "", "Make one active again that was complete"}, wanted.reopen);
  arguments.session_option();
  TRY(arguments.parse());
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return engine::set_work_status(workspace, session, wanted, caller);
                     },
                     [](const engine::WorkResult& result) {
                       return printable(result.work.slug) + " is " +
                              printable(result.work.session.status.text()) + ", was " +
                              printable(result.previous) + ".";
                     }});
}

}  // namespace cli

#include "cli/run_choice.h"

#include "engine/history.h"
#include "engine/operator.h"
#include "engine/protocol.h"

namespace cli {

os::Path start_folder(Context& context, const Arguments& arguments) {
  const os::Path here = context.system.environment.current_folder();
  return arguments.project() ? os::normalised(here, *arguments.project()) : here;
}

base::Result<engine::Workspace> open_workspace(Context& context, const Arguments& arguments,
                                               engine::Needs needs) {
  auto workspace = engine::Workspace::open(context.system, start_folder(context, arguments), needs);
  if (workspace.ok() && context.prepare) context.prepare(*workspace);
  return workspace;
}

base::Result<void> check_is_person(Context& context, const Arguments& arguments,
                                   std::string_view what) {
  auto workspace = open_workspace(context, arguments, engine::Needs::requirements);
  const policy::Asker asker =
      workspace.ok() ? engine::asker(*workspace) : engine::asker_outside(context.system);
  if (asker.is_person()) return {};
  return engine::needs_operator(what, asker.because);
}

engine::SessionChoice session_choice(Context& context, const Arguments& arguments) {
  engine::SessionChoice choice;
  choice.given = arguments.session();
  for (engine::HostIntegration* host : context.hosts) {
    if (choice.host_session) break;
    choice.host_session = host->current_session(context.system.environment);
  }
  return choice;
}

base::Result<ChosenRun> open_run(Context& context, const Arguments& arguments) {
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(auto run, engine::choose_run(workspace, session_choice(context, arguments)));
  return ChosenRun{std::move(workspace), std::move(run)};
}

base::Result<ChosenRun> open_protocol_run(Context& context, const Arguments& arguments) {
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(auto run, engine::choose_protocol_run(workspace, session_choice(context, arguments)));
  return ChosenRun{std::move(workspace), std::move(run)};
}

base::Result<ChosenRun> open_any_run(Context& context, const Arguments& arguments) {
  if (!arguments.session()) return open_run(context, arguments);
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(auto run, engine::find_run(workspace, *arguments.session()));
  return ChosenRun{std::move(workspace), std::move(run)};
}

}  // namespace cli

#include "mcp/served_project.h"

#include "engine/protocol.h"

namespace mcp {

base::Result<engine::Workspace> ServedProject::open(engine::Needs needs) const {
  auto workspace = engine::Workspace::open(system_, options_.folder, needs, &cache_);
  if (workspace.ok() && options_.prepare) options_.prepare(*workspace);
  return workspace;
}

base::Result<model::RunId> ServedProject::run(engine::Workspace& workspace,
                                              std::optional<std::string> given) const {
  auto run = engine::choose_protocol_run(workspace, choice(std::move(given)));
  if (run.ok()) return run;
  base::Error error = std::move(run).error();
  // The hints of the engine are for the command line.
  if (error.code == base::Code::no_session || error.code == base::Code::not_found) {
    error.code = base::Code::no_session;
    error.hint = "session_start begins one.";
  } else if (error.code == base::Code::ambiguous_id) {
    error.hint = "Name one by session_id.";
  }
  return error;
}

}  // namespace mcp

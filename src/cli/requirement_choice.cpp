#include "cli/requirement_choice.h"

#include "cli/run_choice.h"

namespace cli {

base::Result<engine::Workspace> open_requirements(Context& context, const Arguments& arguments) {
  auto workspace = open_workspace(context, arguments, engine::Needs::requirements);
  if (workspace.ok() || workspace.error().code != base::Code::not_opted_in) return workspace;
  return base::Error{base::Code::not_opted_in,
                     start_folder(context, arguments).string() + " has no requirements",
                     "`req init` writes a first file of them."};
}

base::Result<engine::RequirementSessionId> choose_session(Context& context,
                                                          const Arguments& arguments,
                                                          engine::Workspace& workspace) {
  return engine::choose_requirement_session(workspace, session_choice(context, arguments));
}

base::Result<engine::RequirementSessionId> choose_session_or_nobody(Context& context,
                                                                    const Arguments& arguments,
                                                                    engine::Workspace& workspace) {
  auto session = choose_session(context, arguments, workspace);
  if (session.ok() || arguments.session()) return session;
  const base::Code code = session.error().code;
  const bool is_open = code == base::Code::no_session || code == base::Code::ambiguous_id;
  return is_open ? engine::no_requirement_session(workspace) : session;
}

base::Result<ChosenRequirements> open_requirement_session(Context& context,
                                                          const Arguments& arguments) {
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  TRY_ASSIGN(auto session, choose_session(context, arguments, workspace));
  return ChosenRequirements{std::move(workspace), std::move(session)};
}

base::Result<model::RunId> choose_journal(Context& context, const Arguments& arguments,
                                          engine::Workspace& workspace) {
  if (workspace.keeps_runs()) {
    return engine::choose_run(workspace, session_choice(context, arguments));
  }
  TRY_ASSIGN(auto session, choose_session(context, arguments, workspace));
  return std::move(session.run);
}

base::Error not_saved(base::Error error) {
  using base::Code;
  switch (error.code) {
    // What was asked for cannot be: no write was tried.
    case Code::not_found:
    case Code::refused:
    case Code::mode_forbidden:
    case Code::invalid_params:
    case Code::invalid_value:
    case Code::no_session:
    case Code::ambiguous_id:
    case Code::exists:
      return error;
    case Code::failed:
    case Code::io:
    case Code::no_active_invocation:
    case Code::compaction_not_needed:
    case Code::immutable_field:
    case Code::parse_error:
    case Code::signature_invalid:
    case Code::state_rollback:
    case Code::note_missing:
    case Code::too_large:
    case Code::unavailable:
    case Code::not_opted_in:
    case Code::version_conflict:
    case Code::lock_timeout:
    case Code::no_secret:
    case Code::session_active:
    case Code::session_blocked:
    case Code::invalid_gate:
    case Code::invalid_transition:
    case Code::invalid_evidence:
    case Code::unknown_step:
    case Code::precondition_failed:
    case Code::invalid_status:
    case Code::invalid_checkpoint:
    case Code::already_completed:
    case Code::state_conflict:
    case Code::pin_cap:
    case Code::same_session:
    case Code::untrusted:
      break;
  }
  return base::with_context(std::move(error), "not saved");
}

}  // namespace cli

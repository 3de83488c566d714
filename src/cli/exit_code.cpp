#include "cli/exit_code.h"

namespace cli {

int exit_code_of(base::Code code) {
  using base::Code;
  switch (code) {
    case Code::failed:
    case Code::io:
    case Code::not_found:
    case Code::exists:
    case Code::no_session:
    case Code::no_active_invocation:
    case Code::compaction_not_needed:
    case Code::session_active:
      return kFailed;
    case Code::refused:
    case Code::mode_forbidden:
    case Code::session_blocked:
    case Code::invalid_transition:
    case Code::invalid_evidence:
    case Code::precondition_failed:
    case Code::invalid_status:
    case Code::already_completed:
    case Code::pin_cap:
      return kDenied;
    case Code::invalid_params:
    case Code::invalid_value:
    case Code::immutable_field:
    case Code::ambiguous_id:
    case Code::invalid_gate:
    case Code::unknown_step:
    case Code::invalid_checkpoint:
    case Code::same_session:
      return kWrongUse;
    case Code::parse_error:
    case Code::signature_invalid:
    case Code::state_rollback:
    case Code::note_missing:
    case Code::too_large:
    case Code::state_conflict:
    case Code::untrusted:
      return kBadData;
    case Code::unavailable:
    case Code::not_opted_in:
      return kUnavailable;
    case Code::version_conflict:
    case Code::lock_timeout:
      return kTryAgain;
    case Code::no_secret:
      return kNoSecret;
  }
  return kFailed;
}

}  // namespace cli

#include "base/error.h"

namespace base {

std::string_view code_name(Code code) {
  switch (code) {
    case Code::failed:
      return "FAILED";
    case Code::io:
      return "IO_ERROR";
    case Code::not_found:
      return "NOT_FOUND";
    case Code::exists:
      return "EXISTS";
    case Code::no_session:
      return "NO_SESSION";
    case Code::invalid_params:
      return "INVALID_PARAMS";
    case Code::invalid_value:
      return "INVALID_VALUE";
    case Code::immutable_field:
      return "IMMUTABLE_FIELD";
    case Code::ambiguous_id:
      return "AMBIGUOUS_ID";
    case Code::mode_forbidden:
      return "MODE_FORBIDDEN";
    case Code::refused:
      return "REFUSED";
    case Code::no_active_invocation:
      return "NO_ACTIVE_INVOCATION";
    case Code::compaction_not_needed:
      return "COMPACTION_NOT_NEEDED";
    case Code::parse_error:
      return "PARSE_ERROR";
    case Code::signature_invalid:
      return "SIGNATURE_INVALID";
    case Code::state_rollback:
      return "STATE_ROLLBACK";
    case Code::note_missing:
      return "NOTE_MISSING";
    case Code::too_large:
      return "TOO_LARGE";
    case Code::unavailable:
      return "UNAVAILABLE";
    case Code::version_conflict:
      return "VERSION_CONFLICT";
    case Code::lock_timeout:
      return "LOCK_TIMEOUT";
    case Code::no_secret:
      return "NO_SECRET";
    case Code::not_opted_in:
      return "NOT_OPTED_IN";
    case Code::session_active:
      return "SESSION_ACTIVE";
    case Code::session_blocked:
      return "SESSION_BLOCKED";
    case Code::invalid_gate:
      return "INVALID_GATE";
    case Code::invalid_transition:
      return "INVALID_TRANSITION";
    case Code::invalid_evidence:
      return "INVALID_EVIDENCE";
    case Code::unknown_step:
      return "UNKNOWN_STEP";
  }
  return "FAILED";
}

Error with_context(Error error, std::string_view doing) {
  error.message.insert(0, ": ").insert(0, doing);
  return error;
}

}  // namespace base

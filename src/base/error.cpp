#include "base/error.h"

#include <array>
#include <utility>

namespace base {
namespace {

using Row = std::pair<Code, std::string_view>;
constexpr std::array kNames{
    Row{Code::failed, "FAILED"},
    Row{Code::io, "IO_ERROR"},
    Row{Code::not_found, "NOT_FOUND"},
    Row{Code::exists, "EXISTS"},
    Row{Code::no_session, "NO_SESSION"},
    Row{Code::invalid_params, "INVALID_PARAMS"},
    Row{Code::invalid_value, "INVALID_VALUE"},
    Row{Code::immutable_field, "IMMUTABLE_FIELD"},
    Row{Code::ambiguous_id, "AMBIGUOUS_ID"},
    Row{Code::mode_forbidden, "MODE_FORBIDDEN"},
    Row{Code::refused, "REFUSED"},
    Row{Code::no_active_invocation, "NO_ACTIVE_INVOCATION"},
    Row{Code::compaction_not_needed, "COMPACTION_NOT_NEEDED"},
    Row{Code::parse_error, "PARSE_ERROR"},
    Row{Code::signature_invalid, "SIGNATURE_INVALID"},
    Row{Code::state_rollback, "STATE_ROLLBACK"},
    Row{Code::note_missing, "NOTE_MISSING"},
    Row{Code::too_large, "TOO_LARGE"},
    Row{Code::unavailable, "UNAVAILABLE"},
    Row{Code::version_conflict, "VERSION_CONFLICT"},
    Row{Code::lock_timeout, "LOCK_TIMEOUT"},
    Row{Code::no_secret, "NO_SECRET"},
    Row{Code::not_opted_in, "NOT_OPTED_IN"},
    Row{Code::session_active, "SESSION_ACTIVE"},
    Row{Code::session_blocked, "SESSION_BLOCKED"},
    Row{Code::invalid_gate, "INVALID_GATE"},
    Row{Code::invalid_transition, "INVALID_TRANSITION"},
    Row{Code::invalid_evidence, "INVALID_EVIDENCE"},
    Row{Code::unknown_step, "UNKNOWN_STEP"},
    Row{Code::precondition_failed, "PRECONDITION_FAILED"},
    Row{Code::invalid_status, "INVALID_STATUS"},
    Row{Code::invalid_checkpoint, "INVALID_CHECKPOINT"},
    Row{Code::already_completed, "ALREADY_COMPLETED"},
    Row{Code::state_conflict, "STATE_CONFLICT"},
    Row{Code::pin_cap, "PIN_CAP"},
    Row{Code::same_session, "SELF"},
    Row{Code::untrusted, "UNTRUSTED"},
};

// In the order of the enumeration and without a gap, so that a code is its own place.
constexpr bool is_whole() {
  for (std::size_t at = 0; at < kNames.size(); ++at) {
    if (static_cast<std::size_t>(kNames[at].first) != at) return false;
  }
  return kNames.back().first == Code::untrusted;
}
static_assert(is_whole(), "a new code needs its name here");

}  // namespace

std::string_view code_name(Code code) {
  const auto at = static_cast<std::size_t>(code);
  return at < kNames.size() ? kNames[at].second : kNames.front().second;
}

Error with_context(Error error, std::string_view doing) {
  error.message.insert(0, ": ").insert(0, doing);
  return error;
}

}  // namespace base

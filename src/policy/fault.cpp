#include "policy/fault.h"

namespace policy {

std::string_view name_of(FaultLayer layer) {
  switch (layer) {
    case FaultLayer::integrity:
      return "integrity";
    case FaultLayer::requirements:
      return "requirements";
    case FaultLayer::continuity:
      return "continuity";
    case FaultLayer::cost:
      return "cost";
    case FaultLayer::index:
      return "index";
    case FaultLayer::projection:
      return "projection";
    case FaultLayer::journal:
      return "journal";
    case FaultLayer::configuration:
      return "configuration";
    case FaultLayer::opt_in:
      return "opt_in";
  }
  return "integrity";
}

FaultEffect effect_of(FaultLayer layer) {
  switch (layer) {
    case FaultLayer::integrity:
      return FaultEffect::closed;
    case FaultLayer::requirements:
    case FaultLayer::continuity:
    case FaultLayer::cost:
    case FaultLayer::index:
    case FaultLayer::projection:
    case FaultLayer::journal:
    case FaultLayer::configuration:
      return FaultEffect::open;
    case FaultLayer::opt_in:
      return FaultEffect::silent;
  }
  return FaultEffect::closed;
}

std::string_view repair_command(base::Code code) {
  using base::Code;
  switch (code) {
    case Code::parse_error:
    case Code::signature_invalid:
    case Code::state_rollback:
    case Code::note_missing:
      return "holdfast session recover";
    case Code::no_secret:
    case Code::not_opted_in:
      return "holdfast init";
    case Code::too_large:
      return "holdfast session compact";
    case Code::not_found:
    case Code::no_session:
    case Code::ambiguous_id:
      return "holdfast session list";
    case Code::exists:
    case Code::immutable_field:
    case Code::mode_forbidden:
    case Code::refused:
    case Code::no_active_invocation:
    case Code::compaction_not_needed:
    case Code::version_conflict:
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
      return "holdfast status";
    case Code::invalid_params:
    case Code::invalid_value:
      return "holdfast doctor";
    case Code::failed:
    case Code::io:
    case Code::unavailable:
    case Code::lock_timeout:
      return "holdfast doctor --fix";
  }
  return "holdfast doctor --fix";
}

}  // namespace policy

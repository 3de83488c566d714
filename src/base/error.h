// What went wrong, in the words of the caller: a code to act on, a sentence and a hint for a
// person.
#pragma once
#include <string>
#include <string_view>

namespace base {

// A code says what the caller can do about it, not where it happened.
enum class Code {
  failed,                 // Nothing more is known than the sentence.
  io,                     // The disk or the system refused.
  not_found,              // There is no such thing.
  exists,                 // There is one already.
  no_session,             // No run was named and none can be told.
  invalid_params,         // The call is wrong.
  invalid_value,          // A value is not one of those allowed.
  immutable_field,        // The field may not be changed by this way in.
  ambiguous_id,           // More than one thing has this name.
  mode_forbidden,         // Needs a person at a terminal, or the operator token.
  refused,                // The rules say no.
  no_active_invocation,   // No invocation of that agent is in progress.
  compaction_not_needed,  // There is nothing to compact.
  parse_error,            // The bytes are not what the format says.
  signature_invalid,      // The bytes were changed, or belong elsewhere.
  state_rollback,         // An older state stands where a newer one was.
  note_missing,           // A state that was saved is gone.
  too_large,              // Over a limit that has a name.
  unavailable,            // A needed part does not answer.
  version_conflict,       // Somebody else was quicker.
  lock_timeout,           // Somebody else holds the lock.
  no_secret,              // There is no usable key.
  not_opted_in,           // The project does not use Holdfast.
  session_active,         // A session of the protocol is going on.
  session_blocked,        // The protocol stands still until a gate passes.
  invalid_gate,           // There is no such gate.
  invalid_transition,     // The protocol has no such step.
  invalid_evidence,       // What was given as evidence is not true.
  unknown_step,           // The checklists have no such step.
  precondition_failed,    // Something that must be there first is not.
  invalid_status,         // What is paused, failed or complete is not worked on.
  invalid_checkpoint,     // The plan has no such checkpoint.
  already_completed,      // The checkpoint was completed before.
  state_conflict,         // Two writers' versions stand in one file, for a person to merge.
  pin_cap,                // The working memory is full.
  same_session,           // A session cannot be its own forerunner.
  untrusted,              // Somebody else may have written it.
};

// "SIGNATURE_INVALID": the spelling of the specification.
std::string_view code_name(Code code);

struct [[nodiscard]] Error {
  Code code = Code::failed;
  std::string message;  // One sentence without a final period where an id ends it.
  std::string hint;     // What to do next; may be empty.
};

// The same error, its sentence led by what the caller was doing: "reading x: permission denied".
Error with_context(Error error, std::string_view doing);

}  // namespace base

// The session protocol as people and tools see it: one use case a tool of document S1.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "model/protocol.h"

namespace engine {

struct ProtocolStart {
  std::string objective;                       // invalid_params where empty.
  std::optional<std::string> branch;           // Default: what is checked out.
  std::optional<std::string> starting_commit;  // Default: HEAD.
  bool resume = false;                         // Go on with a session that was left open.
  std::optional<std::string> work_session;
  bool create_log = true;
};
struct ProtocolStarted {
  model::RunId run;
  model::Protocol protocol;
  std::vector<std::string> blocked_until;  // Unmet blocking start gates, in order (B1-8).
  bool resumed = false;
  std::vector<std::string>
      warnings;  // A projection that failed, a protocol that could not be read.
};
// `run`: whose session it becomes; nothing makes a new run, held by the caller's client.
// session_active: `Session already active. Call session_end() first.` with owner and age.
base::Result<ProtocolStarted> start_protocol(Workspace& workspace,
                                             const std::optional<model::RunId>& run,
                                             const ProtocolStart& request, const Caller& caller);

// The run whose protocol session is meant: as choose_run, but a session that is active in this
// worktree is preferred, and its id (`2026-01-18-session-01`) is a name for it.
base::Result<model::RunId> choose_protocol_run(Workspace& workspace, const SessionChoice& choice);
// The run that a session which begins now becomes part of: that of the host's conversation, also
// where nothing was kept of it yet; else the one that is meant; nothing where one has to be made.
base::Result<std::optional<model::RunId>> run_to_start(Workspace& workspace,
                                                       const SessionChoice& choice);

struct GateOutcome {
  std::string gate;
  model::GateResult result;
  std::string message;  // For people; names the steps that are not ticked.
};
struct GateReport {
  model::RunId run;
  model::Protocol protocol;  // As it is now.
  std::vector<GateOutcome> gates;
  std::string status;       // ALL: PASS where every blocking one is PASS or SKIPPED, else FAIL.
  std::string fingerprint;  // Of the work, for ALL (B1-27).
  std::vector<std::string> unmet;  // Blocking gates among these, in order.
};
// `gate`: a gate's name or ALL. no_session, invalid_gate (lists the names). `is_cancelled` is
// asked before each gate.
base::Result<GateReport> validate_gate(Workspace& workspace, const model::RunId& run,
                                       const std::string& gate, const Caller& caller,
                                       const std::function<bool()>& is_cancelled = {});

struct AdvanceRequest {
  std::optional<std::string> target;  // Nothing: one step.
  bool force = false;                 // Skips the gates; a violation.
  std::string reason;                 // invalid_params where `force` has none.
};
struct AdvanceOutcome {
  model::RunId run;
  model::Protocol protocol;
  std::string previous_phase;
  std::string current_phase;
  bool success = false;
  std::vector<std::string> blocked_by;       // Gates.
  std::vector<model::Violation> violations;  // New ones.
  std::vector<GateOutcome> gates;            // That were asked on the way.
};
// invalid_transition; session_blocked while BLOCKED or VIOLATION and the gate still fails.
base::Result<AdvanceOutcome> advance_phase(Workspace& workspace, const model::RunId& run,
                                           const AdvanceRequest& request, const Caller& caller);

struct EvidenceRequest {
  std::string gate;
  std::string type;  // tool_output, file_path, commit_sha, content_hash, manual
  std::string evidence;
  std::optional<std::string> step;
  model::Trust trust = model::Trust::claimed;  // What the caller saw itself is `observed`.
};
struct EvidenceOutcome {
  model::RunId run;
  model::Protocol protocol;
  std::string gate;
  std::string step;  // The one that was ticked; may be empty.
  bool auto_validated = false;
  std::string gate_status;  // PASS, FAIL, SKIPPED, PENDING
  std::string trust;
  std::string message;
};
// invalid_gate, invalid_evidence, unknown_step (lists the steps), invalid_params.
base::Result<EvidenceOutcome> record_evidence(Workspace& workspace, const model::RunId& run,
                                              const EvidenceRequest& request, const Caller& caller);

struct EndRequest {
  std::string summary;
  std::string next_session_notes;
  bool skip_qa = false;
  std::vector<std::string> key_decisions;
};
struct EndOutcome {
  model::RunId run;
  model::Protocol protocol;
  std::string status;  // COMPLETE, INCOMPLETE
  bool closed = true;  // False: `enforce`, and it stays open.
  bool handoff_updated = false;
  std::string commit_sha;
  std::vector<GateOutcome> gates;
  std::vector<std::string> unmet;  // Blocking gates, in order.
  std::vector<std::string> warnings;
};
base::Result<EndOutcome> end_protocol(Workspace& workspace, const model::RunId& run,
                                      const EndRequest& request, const Caller& caller);

struct BlockedGate {
  std::string gate;
  std::string level;
  std::string reason;
  std::string evidence_needed;
};
struct BlockedReason {
  bool has_session = false;
  bool is_blocked = false;
  std::string session_id;
  std::string phase;
  std::vector<BlockedGate> gates;
  std::vector<std::string> suggested_actions;
};
// Reads only: what was found by the last validation, without asking the gates again.
BlockedReason blocked_reason(Workspace& workspace, const std::optional<model::RunId>& run);

// The protocol of a run; no_session where none was begun.
base::Result<model::Protocol> get_protocol(Workspace& workspace, const model::RunId& run);

struct PastSession {
  std::string session_id;
  std::string objective;
  std::string outcome;
  std::string commit_sha;
  std::vector<std::string> key_decisions;
  std::string next_session_notes;
  std::string ended_at;  // Empty for one that only the memory tells of.
  std::string run;       // Empty for one that is not of this machine.
};
// Newest first; `limit` 0: all that this machine knows.
std::vector<PastSession> past_sessions(Workspace& workspace, std::size_t limit);

struct PastViolation {
  std::string session_id;
  model::Violation violation;
};
// Newest first: of the open session, then of past ones.
std::vector<PastViolation> past_violations(Workspace& workspace, std::size_t limit);

struct ImportedLog {
  std::string file;
  std::string session_id;  // Empty where it could not be read.
  bool is_new = false;
  std::vector<std::string> warnings;
};
// Reads the session logs of `folder` (default: .agents/sessions) into the history; `tick` is told
// how many of how many are done.
base::Result<std::vector<ImportedLog>> import_session_logs(
    Workspace& workspace, const std::optional<os::Path>& folder,
    const std::function<void(std::size_t done, std::size_t total)>& tick = {});

}  // namespace engine

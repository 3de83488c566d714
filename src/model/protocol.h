// The session protocol of document S1: phases, gates, checklists, evidence and violations of a run.
// JSON keys are the document's own (snake_case); every object keeps keys that it does not know.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/named.h"

namespace model {

enum class ProtocolPhase {
  init,
  serena_ready,
  skills_validated,
  context_loaded,
  ready,
  working,
  documenting,
  quality_checked,
  qa_complete,
  complete,
  blocked,
  violation,
};
std::optional<ProtocolPhase> from_name(std::string_view name, ProtocolPhase*);
std::string_view name_of(ProtocolPhase phase);  // "SERENA_READY"
using ProtocolPhaseName = Named<ProtocolPhase>;

// In the order in which they are met.
enum class ProtocolGate {
  serena_init,
  skill_validation,
  context_retrieval,
  session_log,
  git_state,
  docs_update,
  quality_checks,
  qa_validation,
  git_commit,
};
std::optional<ProtocolGate> from_name(std::string_view name, ProtocolGate*);
std::string_view name_of(ProtocolGate gate);  // "SERENA_INIT"
const std::vector<ProtocolGate>& all_protocol_gates();

enum class GateStatus { pass, fail, skipped, pending };
std::optional<GateStatus> from_name(std::string_view name, GateStatus*);
std::string_view name_of(GateStatus status);  // "PASS"

// How much a piece of evidence can be believed (B1-30): a hook saw it; we checked it ourselves; the
// agent says so.
enum class Trust { claimed, verified, observed };
std::optional<Trust> from_name(std::string_view name, Trust*);
std::string_view name_of(Trust trust);  // "claimed"

enum class EvidenceType { tool_output, file_path, commit_sha, content_hash, manual };
std::optional<EvidenceType> from_name(std::string_view name, EvidenceType*);
std::string_view name_of(EvidenceType type);

enum class Severity { critical, warning, info };
std::optional<Severity> from_name(std::string_view name, Severity*);
std::string_view name_of(Severity severity);  // "CRITICAL"

// One result of a gate. `history` of older ones is the journal's.
struct GateResult {
  Named<GateStatus> status = GateStatus::pending;
  std::string level;  // "MUST", "SHOULD"
  bool blocking = true;
  std::string evidence;
  Named<Trust> trust = Trust::verified;
  std::string fingerprint;  // Of the work that it was judged on; empty where that cannot matter.
  std::string at;
  bool stale = false;  // The work has changed since.
  base::JsonBox extra;
};

struct ChecklistItem {
  std::string req;  // "MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"
  std::string step;
  bool done = false;     // "status": "x" or " "
  std::string evidence;  // ≤ 4 KiB, redacted.
  std::string gate;      // The gate's name, or "" for a step that no gate asks about.
  base::JsonBox extra;
};

struct Checklist {
  std::vector<ChecklistItem> start;
  std::vector<ChecklistItem> end;
  base::JsonBox extra;
};

struct Evidence {
  std::string value;  // Redacted, ≤ 4 KiB.
  Named<Trust> trust = Trust::claimed;
  std::string at;
  std::string source;  // "mcp", "cli", "hook"
  std::string step;    // The checklist step that it ticked; may be empty.
  std::string sha256;  // Of the whole, where the value was cut short.
  base::JsonBox extra;
};

struct Violation {
  std::string id;
  std::string timestamp;  // RFC 3339, UTC.
  std::string phase;      // The gate where one was violated, else the phase.
  std::string requirement;
  Named<Severity> severity = Severity::warning;
  std::optional<std::string> recovery;
  base::JsonBox extra;
};

// How a protocol session ended.
struct ProtocolEnd {
  std::string status;  // "COMPLETE", "INCOMPLETE", "ABANDONED"
  std::string at;
  std::string summary;
  std::string next_session_notes;
  std::vector<std::string> key_decisions;
  std::string commit_sha;
  base::JsonBox extra;
};

struct Protocol {
  std::string session_id;  // "2026-01-18-session-01"
  std::string objective;
  std::string branch;           // "(no branch)" outside git; "HEAD detached at 1f0c22a".
  std::string starting_commit;  // In full; "(no commits)", "(no git)".
  std::string started_at;       // Seconds and Z.
  ProtocolPhaseName current_phase = ProtocolPhase::init;
  std::optional<ProtocolPhaseName> blocked_from;
  std::string blocked_by;                     // The violated gate while BLOCKED or VIOLATION.
  std::vector<std::string> phases_completed;  // Gates, in order (S1-89).
  Checklist checklist;
  std::map<std::string, std::map<std::string, Evidence>> evidence;  // Gate, then type (S1-82).
  std::map<std::string, GateResult> gates;
  std::vector<Violation> violations;
  std::string log_path;         // Relative to the root; empty where none was made.
  std::string handoff_hash;     // SHA-256 of HANDOFF.md at the start; empty where there was none.
  std::string baseline_sha256;  // Of the list of files that were changed before the start.
  std::optional<std::string> resumed_from;  // The run that began it.
  std::optional<ProtocolEnd> ended;
  base::JsonBox extra;
};

// Whether it has begun and not ended.
inline bool is_active(const std::optional<Protocol>& protocol) {
  return protocol && !protocol->ended;
}

base::Json to_json(const GateResult& result);
base::Json to_json(const ChecklistItem& item);
base::Json to_json(const Checklist& checklist);
base::Json to_json(const Violation& violation);
base::Json to_json(const ProtocolEnd& end);
base::Json to_json(const Protocol& protocol);
// Tolerant: what is missing has its default, since a note of another version must not lock anybody
// out; an error only where a value has the wrong type.
base::Result<Protocol> protocol_from_json(const base::Json& json);

}  // namespace model

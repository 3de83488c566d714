// Continuity as people and tools ask for it: pins, what a session would inherit and why, chains
// (document S3). What hooks do is in engine/continuity_hook.h.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "model/session_state.h"

namespace engine {

// The pins of a run, in the order they were pinned.
base::Result<std::vector<model::Pin>> view_pins(Workspace& workspace, const model::RunId& run);

struct PinRequest {
  std::string content;  // Redacted before it is kept; at most 4,000 bytes.
  std::string label;
  std::string importance;  // "CRITICAL" or empty.
};
struct PinOutcome {
  std::vector<model::Pin> items;  // As they are now.
  bool changed = true;            // False: it was there already.
};
// The same content again changes nothing; the same label takes the place of the older pin. pin_cap
// where the run has its ten; invalid_params for an empty or too long content.
base::Result<PinOutcome> add_pin(Workspace& workspace, const model::RunId& run,
                                 const PinRequest& request, const Caller& caller);
// By label, by its number in the view (from 1), or by its whole content. not_found.
base::Result<PinOutcome> remove_pin(Workspace& workspace, const model::RunId& run,
                                    const std::string& which, const Caller& caller);
base::Result<PinOutcome> clear_pins(Workspace& workspace, const model::RunId& run,
                                    const Caller& caller);

// Why a session was or was not chosen.
struct SessionScore {
  std::string session;
  std::string end_time;
  std::string channel;
  double hours = 0;
  double recency = 0;
  double overlap = 0;
  double pending = 0;
  double score = 0;
  std::vector<std::string> shared_topics;
  std::size_t pending_tasks = 0;
  bool chosen = false;
  std::string verdict;  // "below the threshold"
};

struct SkippedInheritance {
  std::string session;
  std::string label;
  std::string because;
};

// S3's RestoredSessionContext, and what it was made from.
struct RestoredContext {
  std::string preamble;  // Empty: nothing qualifies; then nothing is said.
  std::vector<model::Pin> inherited_pins;
  std::vector<SkippedInheritance> skipped;
  std::vector<std::string> session_ids;
  std::vector<double> relevance_scores;
  std::size_t pending_task_count = 0;
  std::vector<std::string> learnings;  // Memories of theirs whose confidence has not decayed.
  bool changed = false;                // Whether pins or links were written.
};

struct RestoreQuestion {
  std::optional<model::RunId> run;  // Whose live pins count; none: a session to come.
  std::string prompt;               // Its words are keywords.
};
struct ScoreReport {
  std::vector<std::string> keywords;
  double threshold = 0;
  std::vector<SessionScore> sessions;  // The best first.
};
// What a restoration would do now, without a trace.
base::Result<RestoredContext> preview_restore(Workspace& workspace,
                                              const RestoreQuestion& question);
base::Result<ScoreReport> score_restore(Workspace& workspace, const RestoreQuestion& question);

// Inherits from a session by its id or alias, whatever its score, as far as there is room among the
// ten; audited; doing it again changes nothing. not_found, same_session, untrusted.
base::Result<RestoredContext> continue_session(Workspace& workspace, const model::RunId& run,
                                               const std::string& session, const Caller& caller);

constexpr std::int64_t kChainDepthMax = 50;
// From the session back along previous_session_id, each once (SC-74), archived ones included.
// not_found; invalid_value for a depth outside 1 to 50.
base::Result<std::vector<model::SessionState>> session_chain(Workspace& workspace,
                                                             const std::string& session,
                                                             std::int64_t depth);

// What was told to a model, and what it cost.
struct Injection {
  std::string at;
  std::string event;  // "session_start", "prompt", "after_compaction"
  std::string source;
  std::uint64_t bytes = 0;
  struct Piece {
    std::string kind;
    std::uint64_t bytes = 0;
  };
  std::vector<Piece> pieces;
  std::uint64_t left_out = 0;
};
struct InjectionReport {
  std::string run;
  std::vector<Injection> injections;
  std::uint64_t bytes = 0;  // All of them; a token is about four.
};
base::Result<InjectionReport> injection_report(Workspace& workspace, const model::RunId& run);

// What other programs know of a session and no hook tells: counted at the next capture.
struct SessionSignal {
  std::vector<std::string> categories;  // Of memories that were read or written.
  std::string learning;                 // A memory's id.
  std::string subject;
  std::string label;
  std::optional<model::ConfidenceUpdate> confidence;
  std::optional<model::SopInteraction> sop;
};
base::Result<SessionSignal> session_signal_from_json(const base::Json& json);
base::Result<void> record_signal(Workspace& workspace, const model::RunId& run,
                                 const SessionSignal& signal, const Caller& caller);

// Mirrors that time has made useless go to the archive (S3-125, B3-26).
struct ContinuityMaintenance {
  std::vector<std::string> archived;
  std::vector<std::string> removed;
  std::vector<std::string> recovered;  // Sessions whose holder is gone, closed now.
};
base::Result<ContinuityMaintenance> maintain_continuity(Workspace& workspace);

}  // namespace engine

// What a session leaves behind for the next one: document S3's SessionState, as its JSON mirror
// has it. JSON keys are the document's own; what we add lies below "holdfast" and every object
// keeps keys that it does not know.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

namespace model {

// Where an inherited pin first came from: one origin, however many sessions it went through.
struct PinOrigin {
  std::string session;
  std::string at;     // When that session ended.
  std::string label;  // The label without any word of provenance.
  bool operator==(const PinOrigin&) const = default;
};

// One thing to be kept in mind. content, pinnedAt and label are the document's; the rest is ours
// and is not written in OpenClaw's layout.
struct Pin {
  std::string content;
  std::string pinned_at;
  std::string label;       // Empty: none. With provenance once it is inherited.
  std::string importance;  // "CRITICAL", or whatever was given; empty: none.
  std::string run;         // Whose it is; empty in a mirror and in OpenClaw's layout.
  std::string project;
  std::optional<PinOrigin> inherited_from;
  base::JsonBox extra;
};

struct PendingTask {
  std::string task_id;
  std::string title;
  std::string stage;
  bool flagged_incomplete = false;  // Told by a pin, not by the pipeline.
  base::JsonBox extra;
};

struct ConfidenceUpdate {
  std::string memory_id;
  double old_score = 0;
  double new_score = 0;
  std::string reason;
  std::string timestamp;
  base::JsonBox extra;
};

struct SopInteraction {
  std::string sop_path;
  std::string injected_at;
  bool acknowledged = false;
  std::string tool_call;
  base::JsonBox extra;
};

// A restoration: this session took over from that one.
struct SessionLink {
  std::string session;
  double score = 0;
  std::string at;
  bool forced = false;  // By `session continue`.
  base::JsonBox extra;
};

struct SessionState {
  std::string session_id;
  std::string start_time;
  std::optional<std::string> end_time;  // None: it runs, or it crashed and nobody has seen it yet.
  std::string channel = "unknown";
  std::vector<Pin> working_memory;
  std::vector<std::string> hot_topics;
  std::vector<std::string> active_projects;
  std::vector<PendingTask> pending_tasks;
  std::vector<std::string> recent_learnings;
  std::vector<ConfidenceUpdate> confidence_updates;
  std::vector<SopInteraction> sop_interactions;
  std::optional<std::string> previous_session_id;
  std::optional<std::string> continued_by;
  bool crash_recovered = false;
  std::int64_t schema_version = 1;
  std::string created_at;
  std::string updated_at;

  // Below "holdfast".
  std::string project;  // The project's id.
  std::string root;     // The worktree.
  std::string host;
  std::string branch;
  std::string work_session;
  std::string end_reason;
  std::vector<SessionLink> links;  // Every session that this one took over from.
  base::JsonBox holdfast_extra;    // What else lies there.

  base::JsonBox extra;
};

constexpr std::size_t kStateItemsMax = 10'000;  // Of each list.

// A pin as it stands in a mirror and in working_memory.json. `additive`: with what is ours.
base::Json to_json(const Pin& pin, bool additive = true);
base::Result<Pin> pin_from_json(const base::Json& json);

// `additive` false: nothing of ours, as the other tool writes it.
base::Json to_json(const SessionState& state, bool additive = true);
// A record of another tool may have its JSON columns as strings, 0 and 1 for flags, `id` for
// `session_id`, or members missing or null: what is missing is empty. parse_error names the first
// member that is of another type, or that has more than kStateItemsMax entries. What the document
// computes and never stores (relevance_score, inherited_at) is left out.
base::Result<SessionState> session_state_from_json(const base::Json& json);

}  // namespace model

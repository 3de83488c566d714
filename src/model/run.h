// A run: one conversation with a host. Document S0's SessionState and what we add to it.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/ids.h"
#include "model/mode.h"
#include "model/protocol.h"
#include "model/workflow.h"

namespace model {

// Who holds a run: enough to tell, later and from another process, whether they still live.
struct Lease {
  std::string host;     // The machine.
  std::string boot_id;  // Of the machine; a pid means nothing after a reboot.
  std::int64_t pid = 0;
  std::uint64_t pid_start =
      0;                // Ticks since boot, so that a reused pid is not taken for the owner.
  base::JsonBox extra;  // Keys of newer writers.
};

// A person's wish that the agent be left alone for a while.
struct Pause {
  std::string until;
  std::string reason;
  std::string actor;
  AuthorName by;    // Empty: of an older version.
  std::string way;  // As in ModeHistoryEntry.
  base::JsonBox extra;
};

struct Run {
  RunId id;  // "sessionId"
  ModeName mode;
  std::vector<ModeHistoryEntry> mode_history;
  bool protocol_start_complete = false;
  bool protocol_end_complete = false;
  std::map<std::string, std::string> protocol_start_evidence;
  std::map<std::string, std::string> protocol_end_evidence;
  std::optional<OrchestratorWorkflow> workflow;
  std::optional<std::string> active_feature;
  std::optional<std::string> active_task;
  std::int64_t version = 0;
  std::string created_at;
  std::string updated_at;

  // What we add to the document.
  ProjectId project;    // "projectId"
  std::string key_id;   // "keyId"
  std::string host;     // The host's name: "claude-code".
  std::string host_id;  // "hostSessionId": the id as the host spells it.
  std::optional<Lease> owner;
  std::string heartbeat_at;
  std::optional<std::string> ended_at;
  std::optional<std::string> end_reason;
  std::optional<Pause> pause;
  std::optional<std::string> worktree;
  std::optional<std::string> transcript_path;
  std::optional<std::string> resumed_from;
  std::optional<std::string> work_session;  // "workSession": the slug of what it works on.
  std::optional<Protocol> protocol;         // Document S1's, once it was begun in this run.

  base::JsonBox extra;  // Keys of other documents and of newer writers.
};

// Without the signature.
base::Json to_json(const Run& run);
base::Result<Run> run_from_json(const base::Json& json);

}  // namespace model

// What one session hands to the next, or to another agent: where the work stands, in the words of
// who did it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

namespace model {

// The machine that a packet was taken over from, and who logged in there: another's word.
struct HandoffOrigin {
  std::string machine;
  std::string name;
  std::string member;
};

struct HandoffPacket {
  std::string id;    // "h-20261116-1a2b3c4d": short enough to type.
  std::string goal;  // Never empty.
  std::vector<std::string> done;
  std::vector<std::string> failed;  // What was tried and did not work.
  std::vector<std::string> decisions;
  std::vector<std::string> next_steps;
  std::vector<std::string> checks;  // To run on resume: shown, never run by us.
  std::string to;                   // An agent or a work session; empty: whoever is next.

  std::string created_at;
  std::string session;  // The run that wrote it.
  std::string branch;
  std::string commit;  // HEAD when it was written; empty outside git.
  std::string worktree;
  std::string work_session;

  std::string read_at;  // When a session was first told of it.
  std::string read_by;
  std::string accepted_at;
  std::string accepted_by;  // A run, or "cli".

  bool team = false;                    // For the team too: it goes with the next push.
  std::optional<HandoffOrigin> origin;  // "from", where it is another machine's.
  base::JsonBox extra;
};

base::Json to_json(const HandoffPacket& packet);
base::Result<HandoffPacket> handoff_packet_from_json(const base::Json& json);

}  // namespace model

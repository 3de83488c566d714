// Who touches what in a repository that a team shares, for people: which live run has changed which
// file, and which work session it works on.
#pragma once
#include <string>
#include <vector>

#include "engine/fleet.h"
#include "engine/workspace.h"

namespace engine {

struct SeenClaim {
  std::string who;  // "desk/ana"; empty: this machine.
  std::string run;
  std::string path;  // Empty: the file is not shared by name, and none here is the one.
  std::string touched_at;
};
struct SeenRun {
  std::string who;
  std::string run;
  std::string work_slug;
  std::string heard_at;
};
struct ClaimsReport {
  std::string as_of;              // Empty: nothing was ever brought here.
  bool is_fresh = false;          // Whether a guard would go by it.
  std::vector<SeenClaim> claims;  // The newest first.
  std::vector<SeenRun> runs;
};

// What the last push brought. A path that was not shared is found among this repository's files.
ClaimsReport known_claims(Workspace& workspace);

// The same, asked anew and kept. not_found where no server was joined, refused where the repository
// has no name that others know.
base::Result<ClaimsReport> ask_for_claims(FleetDoor& door, Workspace& workspace);

// Who else works on that work session, a line each; empty: nobody that is known here.
std::string work_mates_of(Workspace& workspace, const std::string& run, const std::string& slug);

}  // namespace engine

// What the people of a team leave for each other: packets that wait for whoever takes them up, and
// which live run touches which file of a repository they share. A repository is known by a hash of
// its common name (policy/repository_name.h), since a path means nothing on another machine.
// Everything that comes from here is another machine's text: to be shown, never to be obeyed.
//
// Errors as index.h has them.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace indexing {

// Whose something is: the id and the name that the machine gives itself, and who logged in, which
// the server writes down.
struct TeamMember {
  std::string machine;
  std::string machine_name;
  std::string member;
};

struct TeamHandoff {
  TeamMember from;
  std::string id;
  std::string repository;
  std::string project;  // Its name, for people.
  std::string created_at;
  std::string packet;  // docs/format/handoff.md
  std::string accepted_at;
  TeamMember accepted_by;  // Empty where it waits.
};
struct TeamHandoffQuery {
  std::optional<std::string> repository;
  std::optional<std::string> sender;  // A machine's id.
  // How the id is given: whole, its beginning, or what is behind its last dash.
  std::optional<std::string> id;
  bool with_accepted = false;  // Else those that wait.
  bool with_packets = true;    // Else `packet` is empty: they are large.
  std::size_t limit = 200;
};
struct AcceptHandoff {
  std::string sender;  // The machine that has sent it.
  std::string id;
};

// A conversation that goes on.
struct TeamRun {
  TeamMember of;
  std::string run;
  std::string repository;
  std::string work_slug;
  std::string heard_at;  // When it last did something.
};
struct TeamClaim {
  TeamMember of;
  std::string run;
  std::string repository;
  std::string file;  // A hash of the repository and of the path below its root.
  std::string path;  // Empty where it is not shared.
  std::string touched_at;
};
struct TeamPresence {
  std::vector<TeamRun> runs;
  std::vector<TeamClaim> claims;
};
struct TeamPresenceQuery {
  std::string repository;
  // What was touched or heard of in between, the newest first: clocks differ, and one that is far
  // ahead must not hide everybody else.
  std::string since;
  std::string until;
  std::size_t limit = 1000;
};

class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  virtual ~Team() = default;

  // This machine's; whose they are is for the server to say. One that is there already and was
  // accepted stays as it is.
  virtual base::Result<void> put_handoffs(const std::vector<TeamHandoff>& handoffs) = 0;
  // The newest first.
  virtual base::Result<std::vector<TeamHandoff>> handoffs(const TeamHandoffQuery& query) = 0;
  // By this machine, in one step: of any number of machines exactly one is in the row that all of
  // them get, however often it asks. When it was is the server's word. not_found.
  virtual base::Result<TeamHandoff> accept(const AcceptHandoff& wish) = 0;
  // This machine's own that were accepted before that time.
  virtual base::Result<void> forget_accepted_before(const std::string& time) = 0;

  // Takes the place of all that this machine had said.
  virtual base::Result<void> set_presence(const TeamPresence& presence) = 0;
  // Of all machines, this one included.
  virtual base::Result<TeamPresence> presence(const TeamPresenceQuery& query) = 0;
};

}  // namespace indexing

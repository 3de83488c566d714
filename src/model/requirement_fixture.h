// A case of `req test`: an event in a situation, and what the requirements should say to it.
// See docs/format/requirement-tests.md.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

// What the requirements say to an event.
enum class Answer {
  allow,
  warn,  // Allowed, and the agent is told something.
  deny,  // For the end of a turn: it is held up.
};
constexpr std::string_view name_of(Answer answer) {
  switch (answer) {
    case Answer::allow:
      return "allow";
    case Answer::warn:
      return "warn";
    case Answer::deny:
      return "deny";
  }
  return "";
}

struct RequirementFixture {
  std::string name;
  std::string file;
  int line = 0;

  // The situation.
  struct Satisfied {
    std::string by = "skill";
    std::int64_t age_s = 0;
    std::optional<std::int64_t> ttl_s;  // Ends so many seconds after it was given.
  };
  std::string branch = "feature/test";
  std::map<std::string, Satisfied> satisfied;
  std::map<std::string, Satisfied> approved;
  std::vector<std::string> triggered;      // Earlier in the session; the end of a turn asks for it.
  std::vector<std::string> no_evidence;    // Satisfied, but no file proves it.
  std::vector<std::string> stale;          // Satisfied, but for other content.
  std::map<std::string, double> measured;  // What dynamic ones measure; without: nothing.
  std::vector<std::string> other_sessions;  // Live ones beside this.
  std::vector<std::string> claims;          // Who else of the team has touched the file.

  // The event: the end of a turn, or a call.
  bool is_turn_end = false;
  std::string tool;
  std::string command;
  std::string target;  // The file that the call would change.
  std::string skill;

  // What should come.
  Answer expected = Answer::allow;
  std::optional<std::vector<std::string>> unmet;  // Exactly these; nothing: not asked.
  std::string why;                                // Stands in what is said; empty: not asked.
};

}  // namespace model

// What the gate said, and everything that a person needs to understand it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

// Which row of the decision table spoke. The names are part of the journal's format.
enum class GateRule {
  not_opted_in,         // Row 0.
  switched_off,         // Row 0, HOLDFAST_GATE=off or gate.enabled: false.
  unreadable_input,     // Row 1.
  guarded_file,         // Row 2.
  guarded_memory,       // Row 2.
  guarded_command,      // Row 2: a command of ours that only a person may run.
  state_not_ok,         // Rows 3 and 4.
  mode_disabled,        // Row 5.
  protocol_incomplete,  // Rows 6 and 7.
  mode_table,           // Row 8.
  requirement,          // Row 9.
  deadline,             // The hook's own time ran out.
  none,                 // Nothing spoke against it.
};
std::string_view name_of(GateRule rule);
std::optional<GateRule> gate_rule_from_name(std::string_view name);

// Where a rule is written down. Line 0: the whole file. Empty file: built into the program.
struct RuleSource {
  std::string file;
  int line = 0;
};

// A requirement that spoke about the call, whether or not it stopped it.
struct UnmetRequirement {
  std::string name;
  std::string standing;  // "unmet", "stale" …
  std::string enforced;  // "block", "warn", "observe"
};

struct GateDecision {
  bool allowed = true;
  std::string tool;
  std::string mode;     // "coding", "unknown", "blocked", "disabled"; S0's GateCheckResult.
  std::string message;  // For a denial, the sentence; empty where it is allowed.
  GateRule rule = GateRule::none;
  RuleSource source;
  std::string missing;     // What would have to be true.
  std::string next_step;   // What the agent can do about it.
  std::string for_person;  // What a person can do about it; the agent is not told.
  // The host asks its person whether the run may have this mode; theirs is the answer, and until
  // then nothing has changed. With a denial the call itself waits for it.
  std::string asks_mode;
  std::string guide;               // What a requirement's author wrote for this denial.
  std::string warning;             // Allowed, but the agent should know.
  std::vector<GateRule> bypassed;  // Rules that a pause lifted.
  std::vector<UnmetRequirement> unmet;
};

// What a person reads as the next step: their own way where there is one.
const std::string& step_for_person(const GateDecision& decision);

// What the agent reads on a denial: message, what is missing, next step, rule with its place, and
// how to ask about it (`id`, where there is one). Ours is at most 600 characters, and the guide
// behind it at most 4,000.
std::string denial_text(const GateDecision& decision, std::string_view id);

}  // namespace model

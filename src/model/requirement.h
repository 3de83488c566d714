// What a team wants to be true before an agent edits, commits or stops: document S4's requirements
// as the cascade of files configures them. Read by store/requirement_config, judged by policy.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "model/gate.h"

namespace model {

enum class RequirementType {
  blocking,  // Somebody has to satisfy it.
  guard,     // A condition of the surroundings has to hold.
  dynamic,   // A number has to stay below its thresholds.
};
enum class RequirementScope {
  session,     // Satisfied for one conversation.
  branch,      // Until it is cleared by hand.
  single_use,  // Until the action that it is for.
  permanent,   // For every branch, until a person clears it.
};
enum class GuardType {
  protected_branch,
  single_session,
  unclaimed,  // No other live run of the team has touched the file.
};
// What an unmet requirement does.
enum class Enforcing { observe, warn, block };
// When a skill satisfies: as soon as it was loaded, or at the end of a turn without a failure.
enum class SatisfyMoment { load, turn_end };
enum class BriefingFormat { compact, standard };

std::string_view name_of(RequirementType type);
std::string_view name_of(RequirementScope scope);
std::string_view name_of(GuardType guard);
std::string_view name_of(Enforcing enforcing);
std::optional<RequirementType> requirement_type_from_name(std::string_view name);
std::optional<RequirementScope> requirement_scope_from_name(std::string_view name);
std::optional<GuardType> guard_type_from_name(std::string_view name);
std::optional<Enforcing> enforcing_from_name(std::string_view name);

// A call that a requirement is about.
struct ToolMatch {
  std::string tool;     // Exact, or with `*` and `?`.
  std::string pattern;  // Bash only: a regular expression on the command; empty: every command.
};

// A file that has to be there besides the mark "satisfied".
struct EvidenceRule {
  std::vector<std::string> folders;  // Relative to the project's root.
  std::vector<std::string> markers;  // Texts that all stand in the file.
  std::string verdict;               // Text in its section "## Verdict"; empty: not asked.
  std::optional<std::int64_t> max_age_s;
};

// Content that a satisfaction is bound to; where it changes, the satisfaction is stale.
struct FingerprintRule {
  std::vector<std::string> paths;  // The files below these, relative to the root.
  std::string range;               // "main..HEAD": the patch of these commits.
  bool empty() const { return paths.empty() && range.empty(); }
};

struct Requirement {
  std::string name;
  RequirementType type = RequirementType::blocking;
  RequirementScope scope = RequirementScope::session;
  bool enabled = false;
  bool stop_only = false;  // Never denies a call; asked when the turn ends.
  Enforcing enforcing = Enforcing::block;
  std::string description;
  std::string message;
  std::string short_message;
  std::string blocking_message;  // Of a dynamic one.
  std::vector<std::string> checklist;
  std::vector<ToolMatch> triggers;
  std::string resolving_skill;                // auto_resolve_skill: what to run.
  std::vector<std::string> satisfied_by;      // satisfied_by_skill
  std::vector<ToolMatch> satisfied_by_tools;  // satisfied_by_tool
  std::optional<std::int64_t> replan_ttl_s;   // A satisfaction older than this is none.
  std::optional<EvidenceRule> evidence;
  FingerprintRule fingerprint;

  GuardType guard = GuardType::protected_branch;
  std::vector<std::string> protected_branches;

  std::string calculator;                // A built-in one: "branch_size_calculator".
  std::vector<std::string> calculation;  // Or a program and its arguments.
  std::optional<double> warn_at;
  std::optional<double> block_at;
  std::int64_t cache_ttl_s = 60;
  std::int64_t approval_ttl_s = 3600;

  std::string deprecated;  // Why it should not be used any more; empty where it should.
  RuleSource source;       // Where the entry begins: in the last file that has it.
};

struct CarryOver {
  bool enabled = false;
  std::int64_t window_s = 300;
  std::vector<RequirementScope> scopes{RequirementScope::session};
};

struct RequirementHooks {
  bool inject_context = true;
  BriefingFormat briefing = BriefingFormat::compact;
  std::string custom_header;
  CarryOver carry_over;
  bool stop_verifies = true;
  std::vector<RequirementScope> stop_scopes{RequirementScope::session};
  std::int64_t stop_max_blocks = 1;
  bool clear_session_state = false;
};

// The whole cascade, merged.
struct Requirements {
  bool enabled = true;
  std::vector<Requirement> list;  // In the order in which the files first name them.
  RequirementHooks hooks;
  SatisfyMoment satisfy_on = SatisfyMoment::load;
  bool resume_inherits = true;
  std::int64_t prune_days = 90;
  std::int64_t prune_keep = 50;
  std::vector<std::string> files;       // Those that were read, weakest first.
  std::vector<ConfigProblem> problems;  // Entries that were left out, and why.
  std::vector<ConfigProblem> unused;    // Known keys that this version does not act on.

  // Null where there is none of that name.
  const Requirement* find(std::string_view name) const;
};

// What Edit, Write and MultiEdit are: the calls of a requirement that names none.
const std::vector<ToolMatch>& default_triggers();

// The requirements that a skill satisfies: by their own satisfied_by_skill and auto_resolve_skill,
// and by the mapping that users of the public framework know. Disabled ones are left out.
// `skill` may have a plugin's name before it ("requirements-framework:arch-review").
std::vector<const Requirement*> satisfied_by_skill(const Requirements& requirements,
                                                   std::string_view skill);

}  // namespace model

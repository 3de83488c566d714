// What is wrong with the rules themselves: patterns that match nothing or everything, rules that
// are never asked or never met, and those that stand in the way of their own satisfaction.
#pragma once
#include <vector>

#include "model/requirement.h"
#include "model/rule_finding.h"

namespace policy {

// In the order of the rules; what the files themselves have wrong comes first. Rules that are
// switched off are not looked at. The kinds:
//   bad_file         an entry or a file that was left out
//   unused_key       a known key that this version does not act on
//   switched_off     `enabled: false` for all of them
//   bad_pattern      does not compile, so that it matches nothing
//   never_matches    no command can match it
//   always_matches   harmless commands all match it
//   unknown_tool     a trigger that no tool has the name of
//   unreachable      never asked
//   never_met        asked, but no satisfaction counts
//   no_effect        asked, and does nothing
//   deadlock         the agent cannot satisfy it, since it gates every way of doing so
//   gated_way        it gates one of the ways that its denial names
//   circular         two or more that wait for each other
std::vector<model::RuleFinding> lint_requirements(const model::Requirements& rules);

}  // namespace policy

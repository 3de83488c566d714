// What people and agents read about requirements. The forms are those that users of the public
// framework know.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "model/requirement.h"
#include "policy/requirement.h"

namespace policy {

// A requirement and how it stands, in the surroundings of the question.
struct JudgedRequirement {
  const model::Requirement* requirement = nullptr;  // Borrowed.
  RequirementVerdict verdict;
  RequirementFacts facts;
};

// What may stand in braces in a message: {branch}, {session_id} …
struct MessagePlaces {
  std::string session;  // The short id.
  std::string branch;
  std::string project;
};

// "/arch-review", or "req satisfy NAME", or "req approve NAME": what resolves it.
std::string way_out(const model::Requirement& requirement);

// One clause on why it is not met: "it was satisfied for other content".
std::string reason_of(const JudgedRequirement& judged);

// The author's message and checklist for one, a table for several, and how it is satisfied by hand.
std::string denial_guide(const std::vector<JudgedRequirement>& unmet, const MessagePlaces& places);

// Why a turn may not end yet.
std::string stop_guide(const std::vector<JudgedRequirement>& unmet, const MessagePlaces& places);

// "## Requirements: 2/4 satisfied" and what to run. Empty where there are none.
std::string briefing(const std::vector<JudgedRequirement>& all,
                     const model::RequirementHooks& hooks, const MessagePlaces& places);

// The message with what stands in braces filled in; unknown names in braces stay.
std::string fill_in(std::string_view message, const JudgedRequirement& judged,
                    const MessagePlaces& places);

}  // namespace policy

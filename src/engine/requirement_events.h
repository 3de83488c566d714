// What the events of a conversation mean for its requirements: skills satisfy, commits consume,
// sessions begin and end. Private to the engine.
#pragma once
#include <string>

#include "engine/requirement_scene.h"
#include "model/host_event.h"

namespace engine {

// Adds what is to be said to `reply`. Never fails: the layer is open, and what went wrong is in the
// scene's faults.
void follow_requirements(RequirementScene& scene, const model::RunId& run,
                         const model::HostEvent& event, model::HostReply& reply);

// turn_end: satisfactions that waited for it, then what is triggered and still open holds the turn.
void check_turn_end(RequirementScene& scene, const model::RunId& run, const model::HostEvent& event,
                    model::HostReply& reply);

// session_start: in the registry, keys of old files migrated, carried over; the briefing.
void begin_requirements(RequirementScene& scene, const model::RunId& run,
                        const model::HostEvent& event, model::HostReply& reply);

// session_end: out of the registry; own entries cleared where the configuration says so.
void end_requirements(RequirementScene& scene, const model::RunId& run);

// The skill that a prompt calls: "arch-review" for "/arch-review the login"; empty for none.
std::string skill_of_prompt(std::string_view prompt);

}  // namespace engine

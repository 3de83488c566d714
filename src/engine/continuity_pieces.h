// The state of a session in pieces that a model can be told: what it must know again when its
// conversation was compacted. Private to the engine.
#pragma once
#include <vector>

#include "engine/continuity_scene.h"
#include "policy/briefing.h"

namespace engine {

// What matters most first: the goal, the work session, pins, tasks, handoffs, decisions, files.
std::vector<policy::BriefingPiece> state_pieces(ContinuityScene& scene, const model::RunId& run);

}  // namespace engine

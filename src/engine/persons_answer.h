// What a person answers to their host's own question, so that nobody needs a second terminal: an
// agent that wants another mode makes the host ask, and a plan that is put to the person asks for
// the mode in which it can be carried out. The answer is known when the host tells that the call
// has run: it runs none that its person refused.
#pragma once
#include <optional>
#include <string>

#include "engine/workspace.h"
#include "model/host_event.h"

namespace engine {

// A plan that the person is about to be shown: what their yes also means is put into the decision.
void ask_with_plan(Stores& stores, const std::optional<model::RunId>& run,
                   const model::HostEvent& event, model::GateDecision& decision);

// At the end of a call that asked: sets the mode as the person's word, and tells the model.
void take_persons_answer(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                         model::HostReply& reply);

// Whether a call that is under way asks for this mode, so that the host's person agreed to it.
bool is_person_asked(Workspace& workspace, const model::RunId& run, const std::string& mode);

}  // namespace engine

// Is a person asking? What a person set only a person loosens: at a terminal that no agent's host
// started or feeds, with the operator token, or on the page with that token typed in.
#pragma once
#include <string>
#include <string_view>

#include "engine/session.h"
#include "policy/asker.h"

namespace engine {

// Who asks. What comes by MCP comes from a model, whatever the terminal or the environment of the
// server; on the page whoever has its address asks, until the operator token was typed in.
policy::Asker asker(Workspace& workspace, const Caller& caller = {});
// The same where there is no project to ask.
policy::Asker asker_outside(os::System system);
bool is_person(Workspace& workspace, const Caller& caller = {});
// mode_forbidden, naming `what`, where nobody but an agent asks.
base::Result<policy::Asker> require_person(Workspace& workspace, std::string_view what,
                                           const Caller& caller = {});

// Whether an agent's host started this process: then nobody at the keyboard asked.
bool is_started_by_an_agent(Workspace& workspace);
bool is_started_by_an_agent(os::System system);

// Makes a new token, keeps its hash (0600) and gives it, once.
base::Result<std::string> create_operator_token(os::System system);

// The error for those who are not: mode_forbidden, why nobody is seen, and the ways out.
base::Error needs_operator(std::string_view what, std::string_view because = {});

// An attempt to get around a rule is worth knowing, also when it did not succeed: what was refused
// for the sake of a rule goes into the run's journal. Other errors do not.
void journal_refusal(Stores& stores, const model::RunId& run, const std::string& what,
                     const base::Error& error, const Caller& caller);
// The same for the run that the choice means, where there is one.
void journal_refusal(Workspace& workspace, const SessionChoice& whose, const std::string& what,
                     const base::Error& error, const Caller& caller);

}  // namespace engine

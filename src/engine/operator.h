// Is a person asking? What only a person may do (mode `disabled`, a long pause) needs a terminal
// that no agent's host started, or the operator token.
#pragma once
#include <string>
#include <string_view>

#include "engine/session.h"

namespace engine {

enum class OperatorProof { none, terminal, token };

// HOLDFAST_OPERATOR_TOKEN that matches the kept hash; else a terminal, where no ancestor of this
// process is the host of a live run.
OperatorProof operator_proof(Workspace& workspace);
// The same for what this caller asks. What comes by MCP comes from a model, and what comes through
// the dashboard from whoever has its token, whatever the terminal or the environment of the server.
OperatorProof operator_proof(Workspace& workspace, const Caller& caller);

// Whether an ancestor of this process is the host of a live run: then nobody at the keyboard asked.
bool is_started_by_an_agent(Workspace& workspace);

// Makes a new token, keeps its hash (0600) and gives it, once.
base::Result<std::string> create_operator_token(os::System system);

// The error for those who are not: mode_forbidden with the two ways out.
base::Error needs_operator(std::string_view what);

// An attempt to get around a rule is worth knowing, also when it did not succeed: what was refused
// for the sake of a rule goes into the run's journal. Other errors do not.
void journal_refusal(Stores& stores, const model::RunId& run, const std::string& what,
                     const base::Error& error, const Caller& caller);
// The same for the run that the choice means, where there is one.
void journal_refusal(Workspace& workspace, const SessionChoice& whose, const std::string& what,
                     const base::Error& error, const Caller& caller);

}  // namespace engine

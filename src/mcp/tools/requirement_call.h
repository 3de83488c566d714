// What the requirement tools share: whose requirements are meant, and the documents' own names of
// what can go wrong.
#pragma once
#include "engine/requirement.h"
#include "mcp/tools/holdfast_tool.h"

namespace mcp {

// A session, or the answer that says why there is none.
struct ChosenSession {
  std::optional<engine::RequirementSessionId> session;
  ToolResult refusal;
};
// NOT_GIT outside git, NO_SESSION, AMBIGUOUS_ID. `beyond`: for a change that is kept for the whole
// branch nobody's session will do where there is none.
ChosenSession requirement_session(ToolCall& call, bool beyond);

// UNKNOWN_REQUIREMENT, HUMAN_ONLY, else the error's own code.
ToolResult requirement_error(const base::Error& error);

// How the requirements with these names stand now, with `extra` members.
ToolResult requirement_answer(ToolCall& call, const engine::RequirementSessionId& session,
                              const std::vector<std::string>& names, const base::Json& extra);

// name, ttl, metadata and scope of the call.
engine::SatisfyRequest satisfy_request(const ToolCall& call);
base::Json satisfy_outcome_json(const engine::SatisfyOutcome& outcome);

}  // namespace mcp

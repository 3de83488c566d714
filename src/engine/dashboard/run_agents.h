// Who worked on a run. Private to this folder.
#pragma once
#include <vector>

#include "engine/dashboard/run_detail.h"
#include "index/lists.h"
#include "model/run.h"

namespace engine::dashboard {

// The main agent, then those that the note knows, in the order in which they began.
std::vector<AgentLine> agents_of(const model::Run& run);

// Adds what the index knows besides: models, tokens and costs, and agents that the note has no room
// for any more. Nothing happens where there is no index.
void add_usage(Dashboard& dashboard, const model::RunId& run, std::vector<AgentLine>& agents);
// The same of rows that are at hand.
void add_agent_rows(const model::RunId& run, const std::vector<indexing::AgentListRow>& rows,
                    std::vector<AgentLine>& agents);

}  // namespace engine::dashboard

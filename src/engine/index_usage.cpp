#include "engine/index_usage.h"

#include "base/id.h"
#include "engine/cost_usage.h"
#include "store/layout.h"

namespace engine {

base::Result<void> take_in_usage(os::System system, indexing::Index& index,
                                 std::vector<std::string>& problems) {
  UsageReport report = usage_of_agents(system);
  problems.insert(problems.end(), report.problems.begin(), report.problems.end());
  std::vector<indexing::UsageRow> rows;
  for (const AgentUsage& agent : report.agents) {
    // The run of such a conversation has its id; others cannot be told without their project.
    const auto run = base::uuid_from_text(agent.session_id);
    if (!run) continue;
    rows.push_back({.run_uid = *run,
                    .agent = agent.agent_id,
                    .model = agent.model,
                    .input_tokens = static_cast<std::int64_t>(agent.tokens.input),
                    .output_tokens = static_cast<std::int64_t>(agent.tokens.output),
                    .cost = agent.usd});
  }
  if (rows.empty()) return {};
  TRY_ASSIGN(const auto batch, index.begin());
  TRY(batch->set_usage(rows));
  return batch->commit();
}

bool is_usage_at_hand(os::System system) {
  const store::Homes homes = store::homes_of(system.environment);
  return !homes.state.empty() && system.files.exists(store::cost_snapshot_path(homes));
}

}  // namespace engine

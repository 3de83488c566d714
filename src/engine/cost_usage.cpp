#include "engine/cost_usage.h"

#include <map>

#include "base/text.h"
#include "engine/cost_collection.h"

namespace engine {
namespace {

// "x" of "…/subagents/agent-x.jsonl"; empty for other files.
std::string agent_id_of(std::string_view path) {
  constexpr std::string_view kFolder = "/subagents/agent-";
  const std::size_t at = path.rfind(kFolder);
  if (at == std::string_view::npos) return {};
  std::string_view name = path.substr(at + kFolder.size());
  name = name.substr(0, name.rfind(".jsonl"));
  return base::is_utf8(name) ? std::string(name) : std::string();
}

}  // namespace

UsageReport usage_of_agents(os::System system) {
  const CostCollection costs = collect_costs(system, {});
  const cost::Ledger& ledger = costs.ledger();
  std::map<std::pair<std::string, std::string>, AgentUsage> agents;
  for (const cost::LedgerRow& row : ledger.rows) {
    if (row.tokens == cost::Tokens{}) continue;
    const cost::FileEntry& file = ledger.files[row.file];
    const std::string session(ledger.strings[file.session]);
    if (!base::is_utf8(session)) continue;
    const std::string agent = agent_id_of(ledger.strings[file.path]);
    const auto [found, is_new] = agents.try_emplace({session, agent});
    AgentUsage& usage = found->second;
    if (is_new) {
      usage.session_id = session;
      usage.agent_id = agent;
      usage.agent_type = ledger.strings[file.agent];
      usage.usd = 0;
    }
    add_tokens(usage.tokens, row.tokens);
    const std::optional<double> usd = costs.usd_of(row);
    usage.usd = usage.usd && usd ? std::optional(*usage.usd + *usd) : std::nullopt;
  }
  UsageReport report{.problems = costs.problems};
  for (auto& [key, usage] : agents) report.agents.push_back(std::move(usage));
  return report;
}

}  // namespace engine

#include "engine/cost_usage.h"

#include <map>

#include "base/text.h"
#include "engine/cost_collection.h"
#include "engine/cost_spent.h"

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
  write_spent(system, costs);  // It is at hand: budgets then know what the index knows.
  const cost::Ledger& ledger = costs.ledger();
  std::map<std::pair<std::string, std::string>, AgentUsage> agents;
  std::map<const AgentUsage*, std::map<std::string, std::uint64_t>> written;  // By the model.
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
    const std::string model(ledger.strings[row.model]);
    if (!base::is_utf8(model)) continue;
    const std::uint64_t of_model = written[&usage][model] += row.tokens.output;
    if (usage.model.empty() || of_model > written[&usage][usage.model]) usage.model = model;
  }
  UsageReport report{.problems = costs.problems};
  for (auto& [key, usage] : agents) report.agents.push_back(std::move(usage));
  return report;
}

}  // namespace engine

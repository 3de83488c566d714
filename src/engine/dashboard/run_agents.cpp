#include "engine/dashboard/run_agents.h"

#include <algorithm>
#include <map>

#include "engine/dashboard/parts.h"

namespace engine::dashboard {
namespace {

AgentLine main_agent(const model::Run& run) {
  AgentLine line;
  line.id = indexing::agent_id(run.id.text, "");
  line.role = "main";
  line.name = "main";
  line.status = run.ended_at ? "complete" : "executing";
  line.started_at = run.created_at;
  line.completed_at = run.ended_at.value_or("");
  return line;
}

// What the note says of an agent counts; the index knows more of it.
void put_row(const indexing::AgentListRow& row, AgentLine& line) {
  const auto put = [](std::string& text, const std::string& known) {
    if (text.empty()) text = known;
  };
  const indexing::AgentRow& agent = row.agent;
  put(line.role, agent.role);
  put(line.type, agent.type);
  put(line.name, agent.name);
  put(line.model, agent.model);
  put(line.status, agent.status);
  put(line.started_at, agent.started_at);
  put(line.completed_at, agent.completed_at);
  line.input_tokens = row.input_tokens;
  line.output_tokens = row.output_tokens;
  line.cost_usd = row.cost;
}

}  // namespace

std::vector<AgentLine> agents_of(const model::Run& run) {
  std::vector<AgentLine> agents{main_agent(run)};
  if (!run.workflow) return agents;
  // The last that began under a name is whom a handoff from that name means.
  std::map<std::string, std::string> last_of;
  std::size_t number = 0;
  for (const model::AgentInvocation& one : run.workflow->agent_history) {
    ++number;
    const std::string key = one.id.empty() ? "invocation " + std::to_string(number) : one.id;
    AgentLine line;
    line.id = indexing::agent_id(run.id.text, key);
    line.parent = agents.front().id;
    if (one.handoff_from) {
      const auto from = last_of.find(one.handoff_from->text());
      if (from != last_of.end()) line.parent = from->second;
    }
    line.role = "subagent";
    line.type = one.agent.text();
    line.name = one.agent.text();
    line.status = one.status.text();
    line.started_at = one.started_at;
    line.completed_at = one.completed_at.value_or("");
    last_of[one.agent.text()] = line.id;
    agents.push_back(std::move(line));
  }
  return agents;
}

void add_usage(Dashboard& dashboard, const model::RunId& run, std::vector<AgentLine>& agents) {
  add_agent_rows(run, dashboard.parts().index.ask([&](indexing::Lists& lists) {
    return lists.agents(run.text);
  }),
                 agents);
}

void add_agent_rows(const model::RunId& run, const std::vector<indexing::AgentListRow>& rows,
                    std::vector<AgentLine>& agents) {
  const std::string main = indexing::agent_id(run.text, "");
  for (const indexing::AgentListRow& row : rows) {
    auto line = std::find_if(agents.begin(), agents.end(),
                             [&](const AgentLine& one) { return one.id == row.agent.id; });
    if (line == agents.end()) {
      const bool is_main = row.agent.id == main;
      line = agents.insert(is_main ? agents.begin() : agents.end(), AgentLine{});
      line->id = row.agent.id;
      if (!is_main) line->parent = main;
    }
    put_row(row, *line);
  }
}

}  // namespace engine::dashboard

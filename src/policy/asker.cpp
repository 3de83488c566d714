#include "policy/asker.h"

#include <algorithm>
#include <array>

namespace policy {
namespace {

// What hosts set for the commands that their agents run.
constexpr std::array<std::string_view, 12> kMarks{
    "CLAUDECODE=1",     "CODEX_SANDBOX=",  "CODEX_SANDBOX_NETWORK_DISABLED=",
    "CODEX_THREAD_ID=", "CODEX_CI=",       "GEMINI_CLI=1",
    "COPILOT_CLI=1",    "CURSOR_AGENT=1",  "CLINE_ACTIVE=",
    "OPENCODE=1",       "OPENCLAW_SHELL=", "AI_AGENT=",
};

// Programs that make a terminal for another program. They live below a shell or a window; without
// a parent, and younger than a run, one was left behind by whoever is not at a keyboard.
bool makes_terminals(std::string_view name) {
  constexpr std::array<std::string_view, 4> kMakers{"script", "expect", "unbuffer", "socat"};
  return std::find(kMakers.begin(), kMakers.end(), name) != kMakers.end();
}

// Whether nobody is left who started the first of these: the system has taken it in.
bool is_left_behind(const std::vector<AskingProcess>& processes) {
  if (processes.size() < 2) return true;
  const std::string& parent = processes[1].name;
  return processes.size() == 2 || parent == "systemd" || parent == "init";
}

// What shows that an agent is behind these processes; empty where nothing does.
std::string trace_of_an_agent(const std::vector<AskingProcess>& processes) {
  for (const AskingProcess& process : processes) {
    if (is_marked_as_an_agents(process.variables)) {
      return "it was started by an agent's shell (" + process.name + ")";
    }
    const std::string& host = process.host_of_run;
    if (!host.empty() && !is_editor(host)) return "it was started below " + host;
  }
  return "";
}

}  // namespace

bool is_marked_as_an_agents(const std::vector<std::string>& variables) {
  return std::any_of(variables.begin(), variables.end(), [](const std::string& variable) {
    return std::any_of(kMarks.begin(), kMarks.end(),
                       [&](std::string_view mark) { return variable.starts_with(mark); });
  });
}

bool is_editor(std::string_view host) {
  constexpr std::array<std::string_view, 3> kEditors{"cursor", "windsurf", "cline"};
  return std::find(kEditors.begin(), kEditors.end(), host) != kEditors.end();
}

Asker asker_of(const AskerFacts& facts) {
  Asker agent{.by = model::Author::agent, .way = "shell", .because = {}};
  agent.because = trace_of_an_agent(facts.ancestors);
  if (!agent.because.empty()) return agent;
  if (!facts.has_terminal) {
    agent.because = "there is no terminal with a person at it";
    return agent;
  }
  Asker person{.by = model::Author::person, .way = std::string(kByTerminal), .because = {}};
  if (!facts.terminal_makers) {
    person.way = kByUnknownTerminal;
    return person;
  }
  agent.because = trace_of_an_agent(*facts.terminal_makers);
  const std::vector<AskingProcess>& makers = *facts.terminal_makers;
  if (agent.because.empty() && !makers.empty() && makers.front().began_beside_a_run &&
      makes_terminals(makers.front().name) && is_left_behind(makers)) {
    agent.because = "its terminal was made by " + makers.front().name + " while an agent worked";
  }
  return agent.because.empty() ? person : agent;
}

}  // namespace policy

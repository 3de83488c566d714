// What each session and each of its agents used: for the index, which keeps it beside its rows.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/cost.h"

namespace engine {

struct AgentUsage {
  std::string session_id;  // The host's.
  std::string agent_id;    // The host's; empty for the main conversation.
  std::string agent_type;  // Empty for the main conversation.
  std::string model;       // The one that wrote most of it.
  TokenCount tokens;
  std::optional<double> usd;  // None where a model of it has no price.
};

struct UsageReport {
  std::vector<AgentUsage> agents;     // By session, its main conversation first.
  std::vector<std::string> problems;  // Files that could not be read.
};
// Of all that the hosts' files tell; reads only what is new since the last time.
UsageReport usage_of_agents(os::System system);

}  // namespace engine

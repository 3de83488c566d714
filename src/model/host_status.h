// What a host tells its status line about a conversation, in the engine's words.
#pragma once
#include <optional>
#include <string>

namespace model {

struct HostStatus {
  std::string host;
  std::string host_id;         // The conversation.
  std::string folder;          // The agent's working folder.
  std::string project_folder;  // Where the host says the project is; empty where it does not.
  std::optional<double> context_percent;  // Of the model's window, used.
  std::optional<double> cost_usd;
};

}  // namespace model

#include "mcp/memory/connection.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mcp::memory {
namespace {

constexpr std::chrono::seconds kBackOff{30};

}  // namespace

base::Result<client::CallOutcome> Connection::call(const std::string& tool,
                                                   const base::Json& arguments) {
  const std::lock_guard lock(mutex_);
  const bool was_connected = client_ != nullptr;
  TRY(make_ready());
  auto outcome = client_->call_tool(tool, arguments);
  // It ended while nobody talked to it. What is called here may be called twice.
  if (!outcome.ok() && was_connected && !client_->is_open()) {
    client_.reset();
    TRY(make_ready());
    outcome = client_->call_tool(tool, arguments);
  }
  if (outcome.ok()) return outcome;
  // An error of the protocol is an answer; the server is there.
  if (outcome.error().code == base::Code::refused) {
    return base::Error{base::Code::unavailable, name_ + ": " + outcome.error().message, ""};
  }
  return give_up(outcome.error());
}

base::Result<client::ToolInfo> Connection::tool(const std::string& name) {
  const std::lock_guard lock(mutex_);
  TRY(make_ready());
  const auto found = std::find_if(tools_.begin(), tools_.end(),
                                  [&](const client::ToolInfo& tool) { return tool.name == name; });
  if (found != tools_.end()) return *found;
  return base::Error{base::Code::unavailable, name_ + " has no tool " + name, ""};
}

base::Result<void> Connection::make_ready() {
  if (client_ && client_->is_open()) return {};
  if (failure_ && clock_.steady() < retry_at_) return *failure_;
  failure_.reset();
  client_.reset();
  auto client = connect_();
  if (!client.ok()) return give_up(client.error());
  auto tools = (*client)->list_tools();
  if (!tools.ok()) return give_up(tools.error());
  tools_ = *std::move(tools);
  client_ = *std::move(client);
  return {};
}

base::Error Connection::give_up(const base::Error& error) {
  client_.reset();
  failure_ = base::Error{base::Code::unavailable, name_ + ": " + error.message,
                         "It is tried again after " + base::to_words(kBackOff) + "."};
  retry_at_ = clock_.steady() + kBackOff;
  return *failure_;
}

}  // namespace mcp::memory

// The line to a memory server: made on first use, kept, and given up on for a while when the server
// fails, so that a dead one makes nobody wait twice.
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mcp/client/client.h"

namespace mcp::memory {

using Connect = std::function<base::Result<std::unique_ptr<client::Client>>()>;

// Safe from any thread.
class Connection {
 public:
  // The clock outlives this. `name` is what errors call the server.
  Connection(std::string name, Connect connect, os::Clock& clock)
      : name_(std::move(name)), connect_(std::move(connect)), clock_(clock) {}

  // unavailable in all cases but a result of the tool.
  base::Result<client::CallOutcome> call(const std::string& tool, const base::Json& arguments);
  // The tool as the server lists it. unavailable where it has none of that name.
  base::Result<client::ToolInfo> tool(const std::string& name);

 private:
  base::Result<void> make_ready();
  base::Error give_up(const base::Error& error);

  std::string name_;
  Connect connect_;
  os::Clock& clock_;
  std::mutex mutex_;
  std::unique_ptr<client::Client> client_;
  std::vector<client::ToolInfo> tools_;
  std::optional<base::Error> failure_;  // Until `retry_at_` there is no other answer.
  std::chrono::microseconds retry_at_{0};
};

}  // namespace mcp::memory

// What servers ask of us: answered by whoever gave a handler, politely refused otherwise.
#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "mcp/client/transport.h"

namespace mcp::client {

// The result to answer with. It must not use the client that asks, whose end waits for it. Handlers
// of one client are called one at a time, but from any thread.
using Answerer = std::function<base::Result<base::JsonBox>(const base::Json& params)>;

struct LogMessage {
  std::string level;  // "warning"
  std::string logger;
  base::JsonBox data;
};

struct Handlers {
  Answerer elicit;      // elicitation/create
  Answerer sample;      // sampling/createMessage
  Answerer list_roots;  // roots/list
  std::function<void(const LogMessage& message)> on_log;
};

class Questions final : public Listener {
 public:
  explicit Questions(Handlers handlers) : handlers_(std::move(handlers)) {}

  // Those that there is a handler for.
  base::Json capabilities() const;

  jsonrpc::Response on_request(const jsonrpc::Request& request) override;
  void on_notification(const jsonrpc::Notification& notification) override;

  // `inputResponses` for the `inputRequests` of the modern era. refused where one of them has no
  // handler: the call cannot go on.
  base::Result<base::JsonBox> answers(const base::Json& input_requests) const;

 private:
  const Answerer* answerer(std::string_view method) const;

  Handlers handlers_;
  mutable std::mutex mutex_;  // Held while a handler is at work.
};

}  // namespace mcp::client

// Serves one client on two descriptors, lines of JSON each way, until the input ends or the process
// is told to end. Both eras on one connection: a client may probe the modern one and fall back.
// No thread is started before a call that needs one.
#pragma once
#include <memory>

#include "jsonrpc/line_transport.h"
#include "mcp/legacy.h"
#include "mcp/server.h"

namespace mcp {

struct StdioOptions {
  int input = os::kStandardInput;
  int output = os::kStandardOutput;
  base::Millis grace{10'000};  // For calls that run when the input ends; then they are cancelled.
};

class StdioServer {
 public:
  // Borrowed; the server outlives this.
  explicit StdioServer(Server& server, const StdioOptions& options = {});
  StdioServer(const StdioServer&) = delete;
  StdioServer& operator=(const StdioServer&) = delete;

  // Returns when all is said: the input ended, SIGTERM or SIGINT came, or nobody reads any more.
  void run();

 private:
  void take(jsonrpc::DecodedText text);
  void take_message(jsonrpc::Message message, const std::shared_ptr<Reply>& reply);
  void take_notification(const jsonrpc::Notification& notification);
  void end();

  Server& server_;
  StdioOptions options_;
  os::LineReader reader_;
  std::shared_ptr<os::LineWriter> writer_;  // Shared with calls that outlast this.
  jsonrpc::LineTransport transport_;
  LegacySessionPtr session_;
  std::shared_ptr<InFlight> in_flight_;  // Of the modern era; shared with its calls.
};

}  // namespace mcp

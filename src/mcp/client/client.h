// A client of MCP servers, in both eras. It serves what a program needs that keeps its notes in
// one: connect, list tools, call them.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mcp/client/handshake.h"
#include "mcp/client/http_transport.h"
#include "mcp/client/tool_info.h"
#include "os/child.h"
#include "os/processes.h"

namespace mcp::client {

struct ClientOptions {
  Identity identity;
  base::Millis connect_timeout{10'000};
  base::Millis call_timeout{30'000};
  Handlers handlers;
};

struct CallOutcome {
  std::string text;          // All blocks of text, one after the other on lines of their own.
  base::JsonBox structured;  // Null: none.
  base::JsonBox content;     // The blocks as they came.
  bool is_error = false;     // The tool says that it failed; why is in the text.
};

// How a connection is made; each can be made again. What is borrowed outlives the factory's use.
TransportFactory child_server(os::Processes& processes, os::Clock& clock, os::ChildRequest request);
TransportFactory http_server(os::Clock& clock, HttpAddress address);

// Safe from any thread: one call at a time. What a server sends while nobody calls waits until
// somebody does; but where there is a handler for its questions, a server of the legacy era behind
// an address is heard at once.
class Client {
 public:
  // unavailable where there is no server, it does not answer in time, or speaks no known version.
  // The clock outlives the client.
  static base::Result<std::unique_ptr<Client>> connect(TransportFactory open, os::Clock& clock,
                                                       ClientOptions options);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();

  const ServerDescription& server() const { return server_; }

  // All pages. Tools that the protocol says must not be used are left out.
  base::Result<std::vector<ToolInfo>> list_tools();
  // `arguments` is an object. refused where the server answers with an error of the protocol, or
  // asks back what there is no handler for; unavailable where it does not answer; parse_error where
  // the answer makes no sense. A tool that takes headers must have been listed before.
  base::Result<CallOutcome> call_tool(const std::string& name, const base::Json& arguments);
  // Any other request: its result, an object. Questions of the modern era are answered on the way.
  base::Result<base::JsonBox> request(const std::string& method, base::Json params);

  // False once the server has gone, or `close`: then only a new client helps.
  bool is_open() const;
  void close();

 private:
  struct Parts;
  explicit Client(Parts parts);
  base::Result<base::JsonBox> ask(const std::string& method, base::Json params);
  base::Result<base::JsonBox> ask_once(const std::string& method, const base::Json& params);
  Answer exchange(const std::string& method, const base::Json& params);
  std::vector<std::pair<std::string, std::string>> headers_of_call(const base::Json& params) const;
  base::Error error_of(const Failure& failure);
  base::Result<void> renew_session();

  mutable std::mutex mutex_;
  TransportFactory open_;
  os::Clock& clock_;
  ClientOptions options_;
  Questions questions_;
  std::unique_ptr<Transport> transport_;
  ServerDescription server_;
  std::vector<ToolInfo> tools_;  // As last listed.
  std::int64_t last_id_ = 0;
  bool is_open_ = false;
};

}  // namespace mcp::client

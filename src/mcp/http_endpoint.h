// MCP over HTTP, both eras on one path: Streamable HTTP with sessions for the legacy one, a single
// POST for each request of the modern one.
#pragma once
#include <memory>
#include <string>

#include "http/access.h"
#include "http/server.h"
#include "jsonrpc/codec.h"
#include "mcp/http_sessions.h"
#include "mcp/server.h"

namespace mcp {

struct HttpOptions {
  std::string path = "/mcp";
  http::AccessRules access;
  SessionLimits sessions;
};

class HttpEndpoint {
 public:
  // Borrowed; all outlive this.
  HttpEndpoint(Server& server, HttpOptions options, os::Clock& clock, os::Random& random);

  // For http::Server; from any of its threads.
  void handle(const std::shared_ptr<http::Exchange>& exchange);
  // Says goodbye on every stream. Before the server of HTTP is stopped.
  void end();

 private:
  // Shared with whoever answers it.
  using ExchangePtr = std::shared_ptr<http::Exchange>;

  void post(const ExchangePtr& exchange);
  void post_message(const ExchangePtr& exchange, jsonrpc::Message message);
  void post_modern(const ExchangePtr& exchange, jsonrpc::Request request);
  void post_legacy(const ExchangePtr& exchange, jsonrpc::Request request);
  void post_initialize(const ExchangePtr& exchange, jsonrpc::Request request);
  void post_batch(const ExchangePtr& exchange, jsonrpc::DecodedText text);
  void get(const ExchangePtr& exchange);
  void end_session(const ExchangePtr& exchange);
  // The session that the request names, or null after it was answered with 400 or 404.
  HttpSessionPtr session_of(const ExchangePtr& exchange);
  bool allows_batches(const http::Request& request);

  Server& server_;
  HttpOptions options_;
  HttpSessions sessions_;
};

}  // namespace mcp

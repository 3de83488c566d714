// The way back over HTTP: plain JSON where the answer is all there is to say, an event stream from
// the first message that comes before it.
#pragma once
#include <memory>
#include <mutex>

#include "http/server.h"
#include "mcp/http_sessions.h"
#include "mcp/in_flight.h"
#include "mcp/reply.h"

namespace mcp {

http::Response json_response(int status, const base::Json& body);
// The headers of every event stream.
http::Headers stream_headers();
// The same for a stream of a session.
http::Headers stream_headers(const HttpSession& session);

// Where the client has gone, the request is cancelled: in the modern era nobody comes back.
class ModernHttpReply final : public Reply {
 public:
  ModernHttpReply(std::shared_ptr<http::Exchange> exchange, const std::shared_ptr<InFlight>& calls);

  void send(const base::Json& message) override;
  void finish(const jsonrpc::Response& response, int status) override;
  void abandon() override;

 private:
  std::shared_ptr<http::EventStream> begin_stream();

  std::shared_ptr<http::Exchange> exchange_;  // Shared with the server of HTTP.
  std::weak_ptr<InFlight> calls_;
  std::mutex mutex_;
  bool has_begun_ = false;
  std::shared_ptr<http::EventStream> stream_;  // Null before the first message.
};

// Where the client has gone, the call goes on, and its stream waits on the session's shelf.
class LegacyHttpReply final : public Reply {
 public:
  LegacyHttpReply(std::shared_ptr<http::Exchange> exchange, HttpSessionPtr session)
      : exchange_(std::move(exchange)), session_(std::move(session)) {}

  void send(const base::Json& message) override;
  void finish(const jsonrpc::Response& response, int status) override;
  void abandon() override;
  void drop_stream() override;
  // One answer, or the list of a batch; null: there is none.
  void finish_json(const base::Json& body, int status);

 private:
  ResumableStream& begin_stream();

  std::shared_ptr<http::Exchange> exchange_;  // Shared with the server of HTTP.
  HttpSessionPtr session_;
  std::mutex mutex_;
  std::shared_ptr<ResumableStream>
      stream_;  // Shared with the shelf. Null before the first message.
};

}  // namespace mcp

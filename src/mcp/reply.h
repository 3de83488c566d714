// The way back to whoever sent one request, whatever the transport is.
#pragma once
#include "jsonrpc/message.h"

namespace mcp {

// Statuses of HTTP.
inline constexpr int kHttpAccepted = 202;
inline constexpr int kHttpBadRequest = 400;
inline constexpr int kHttpNotFound = 404;

// Safe from any thread. Ends with `finish` or `abandon`, once.
class Reply {
 public:
  Reply() = default;
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  virtual ~Reply() = default;

  // A notification or a request of ours that belongs to this request, before its answer.
  virtual void send(const base::Json& message) = 0;
  // `status` is what HTTP says about it where nothing was sent before.
  virtual void finish(const jsonrpc::Response& response, int status = 200) = 0;
  // The client cancelled it: there is no answer.
  virtual void abandon() = 0;
  // See CallContext::drop_stream.
  virtual void drop_stream() {}
};

}  // namespace mcp

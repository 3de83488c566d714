// Bytes of a connection become a request. It knows no socket, so that any bytes can be tried on it.
#pragma once
#include <cstddef>
#include <memory>
#include <string_view>

#include "http/message.h"

namespace http {

struct RequestLimits {
  std::size_t header_bytes = 32UL * 1024;
  std::size_t body_bytes = 16UL * 1024 * 1024;
};

// One request; the next one takes another reader.
class RequestReader {
 public:
  enum class Progress { in_header, in_body, complete, failed };

  explicit RequestReader(const RequestLimits& limits);
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;
  ~RequestReader();

  // Takes what it can from the front of `bytes` and returns how much that was. The caller keeps the
  // rest and puts it in front of what comes next; it is never more than the limit of the header.
  std::size_t read(std::string_view bytes);

  Progress progress() const;
  // Of the answer where it failed: 400, 413, 431, 501.
  int status() const;
  // Whether the client waits for "100 Continue" before it sends the body.
  bool wants_continue() const;
  // Whether the client wants to send another request on this connection.
  bool keeps_open() const;
  // HTTP/1.0 knows no chunks.
  bool is_http_1_1() const;
  // As far as it has come; without its body from `in_body` on.
  const Request& request() const;
  // Once, where it is complete.
  Request take();

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace http

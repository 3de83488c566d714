// Bytes of a connection become an answer: the client's side of request_reader.h.
#pragma once
#include <cstddef>
#include <memory>
#include <string_view>

#include "http/message.h"

namespace http {

struct ResponseRules {
  std::size_t header_bytes = 64UL * 1024;
  std::size_t body_bytes = 16UL * 1024 * 1024;  // Of what has not been taken by take_body().
  bool has_no_body = false;                     // The answer to HEAD.
};

class ResponseReader {
 public:
  enum class Progress { in_header, in_body, complete, failed };

  explicit ResponseReader(const ResponseRules& rules);
  ResponseReader(const ResponseReader&) = delete;
  ResponseReader& operator=(const ResponseReader&) = delete;
  ~ResponseReader();

  // As RequestReader::read. Answers of 1xx are read over.
  std::size_t read(std::string_view bytes);
  // The connection has ended, which ends an answer that names no length.
  void end();

  Progress progress() const;
  bool is_too_large() const;
  // The status and the headers, from `in_body` on.
  Response& response();
  // The part of the body that came since the last call.
  std::string take_body();

 private:
  class Parser;
  ResponseRules rules_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace http

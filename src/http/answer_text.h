// The head of an answer as it goes over the wire.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace http {

// A name of token characters, a value without a line break.
bool is_well_formed(const Header& header);
// Connection, Content-Length and their like, which belong to whoever writes the message.
bool is_framing(std::string_view name);

struct Framing {
  std::optional<std::size_t> length;  // Of the body, where it is known.
  bool is_chunked = false;
  bool closes = false;  // The connection, after this answer.
};

// "HTTP/1.1 200 OK\r\n...\r\n\r\n". Headers that frame the message are the server's own and are
// left out of `headers`, and so are those that would break out of their line.
std::string head_text(int status, const Headers& headers, const Framing& framing);

// Whether an answer of that status has a body at all.
bool has_body(int status);

// Head and body of a whole answer.
struct AnswerText {
  std::string head;
  std::string body;
  std::size_t size() const { return head.size() + body.size(); }
};
// What the request and its connection make of a response.
struct AnswerShape {
  bool is_head = false;  // HEAD: the body is not sent.
  bool closes = false;   // The connection, after this answer.
};
AnswerText answer_text(Response response, const AnswerShape& shape);

// The headers that every event stream has, before `more`.
Headers stream_headers(const Headers& more);

// "1a\r\n": what goes before a chunk of that size; "\r\n" goes after it.
std::string chunk_lead(std::size_t bytes);

}  // namespace http

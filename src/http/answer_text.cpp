#include "http/answer_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace http {
namespace {

struct Reason {
  int status;
  std::string_view text;
};
constexpr auto kReasons = std::to_array<Reason>({
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
});

// A reader needs none, so a status that is not listed has none.
std::string_view reason_of(int status) {
  const auto found = std::find_if(kReasons.begin(), kReasons.end(),
                                  [&](const Reason& reason) { return reason.status == status; });
  return found == kReasons.end() ? std::string_view() : found->text;
}

bool is_token_character(char c) {
  return base::is_alnum(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_value_character(char c) {
  return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
}

}  // namespace

bool is_well_formed(const Header& header) {
  return !header.name.empty() &&
         std::all_of(header.name.begin(), header.name.end(), is_token_character) &&
         std::all_of(header.value.begin(), header.value.end(), is_value_character);
}

bool is_framing(std::string_view name) {
  const std::string lower = base::to_lower(name);
  return lower == "content-length" || lower == "transfer-encoding" || lower == "connection" ||
         lower == "keep-alive" || lower == "upgrade" || lower == "trailer";
}

bool has_body(int status) { return status >= 200 && status != 204 && status != 304; }

std::string head_text(int status, const Headers& headers, const Framing& framing) {
  std::string text = "HTTP/1.1 ";
  text.append(std::to_string(status)).append(" ").append(reason_of(status)).append("\r\n");
  for (const Header& header : headers.list()) {
    if (is_framing(header.name) || !is_well_formed(header)) continue;
    text.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  if (framing.length) {
    text.append("Content-Length: ").append(std::to_string(*framing.length)).append("\r\n");
  }
  if (framing.is_chunked) text += "Transfer-Encoding: chunked\r\n";
  if (framing.closes) text += "Connection: close\r\n";
  text += "\r\n";
  return text;
}

AnswerText answer_text(Response response, const AnswerShape& shape) {
  const int status = response.status >= 200 && response.status <= 599 ? response.status : 500;
  Framing framing{.closes = shape.closes};
  if (has_body(status)) framing.length = response.body.size();
  AnswerText text{head_text(status, response.headers, framing), ""};
  if (has_body(status) && !shape.is_head) text.body = std::move(response.body);
  return text;
}

Headers stream_headers(const Headers& more) {
  Headers headers{{"Content-Type", "text/event-stream"},
                  {"Cache-Control", "no-cache, no-transform"},
                  {"X-Accel-Buffering", "no"}};
  for (const Header& header : more.list()) headers.add(header.name, header.value);
  return headers;
}

std::string chunk_lead(std::size_t bytes) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bytes, 16).ptr;
  return std::string(digits.data(), end) + "\r\n";
}

}  // namespace http

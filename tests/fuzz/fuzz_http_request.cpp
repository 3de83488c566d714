// Any bytes where a request, an answer or an event stream should be: reading never breaks, nothing
// grows over its limit, it does not matter how the bytes are cut, and only who may passes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "http/access.h"
#include "http/client.h"
#include "http/event_stream.h"
#include "http/request_reader.h"
#include "http/response_reader.h"

namespace {

using Progress = http::RequestReader::Progress;

std::string text_of(const http::Headers& headers) {
  std::string text;
  for (const http::Header& header : headers.list()) text += header.name + ":" + header.value + "\n";
  return text;
}

void check_request(const http::Request& request, const http::RequestLimits& limits) {
  CHECK(!request.method.empty() && request.path.starts_with('/'));
  CHECK(request.path.find('\0') == std::string::npos);
  CHECK(request.body.size() <= limits.body_bytes);
  std::size_t header_bytes = 0;
  for (const http::Header& header : request.headers.list()) {
    CHECK(!header.name.empty());
    CHECK(header.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
    header_bytes += header.name.size() + header.value.size();
  }
  CHECK(header_bytes <= limits.header_bytes);
  const http::AccessRules rules{{"127.0.0.1", 8080}, {"ok.test"}, {"https://ok.test"}, "t"};
  if (!http::refusal(rules, request)) {
    const std::string host = base::to_lower(*request.headers.get("host"));
    CHECK(host.starts_with("localhost:8080") || host.starts_with("127.0.0.1:8080") ||
          host.starts_with("[::1]:8080") || host.starts_with("ok.test"));
    CHECK(request.headers.count("host") == 1 && request.headers.count("origin") <= 1);
    CHECK(request.headers.get("authorization").value_or("").ends_with("t"));
  }
  static_cast<void>(http::accepts(request.headers, "text/event-stream"));
  static_cast<void>(http::content_type(request.headers));
}

// All requests of one connection, whose bytes come in pieces of at most `piece`.
std::string requests_of(std::string_view bytes, std::size_t piece,
                        const http::RequestLimits& limits) {
  std::string text;
  std::string input;
  while (!bytes.empty() || !input.empty()) {
    http::RequestReader reader(limits);
    input.erase(0, reader.read(input));
    while (!bytes.empty() && reader.progress() < Progress::complete) {
      input += bytes.substr(0, piece);
      bytes.remove_prefix(std::min(piece, bytes.size()));
      input.erase(0, reader.read(input));
      CHECK(input.size() <= limits.header_bytes + piece);
    }
    if (reader.progress() != Progress::complete) break;
    const http::Request request = reader.take();
    check_request(request, limits);
    text += request.method + " " + request.path + "?" + request.query + "\n" +
            text_of(request.headers) + request.body + "\n";
  }
  return text;
}

std::string response_of(std::string_view bytes, std::size_t piece) {
  http::ResponseReader reader({.body_bytes = 1000});
  std::string input;
  std::string body;
  while (!bytes.empty() && reader.progress() < http::ResponseReader::Progress::complete) {
    input += bytes.substr(0, piece);
    bytes.remove_prefix(std::min(piece, bytes.size()));
    input.erase(0, reader.read(input));
    if (reader.progress() == http::ResponseReader::Progress::in_header) continue;
    CHECK(reader.response().body.size() <= 1000);
  }
  reader.end();
  return reader.progress() == http::ResponseReader::Progress::complete
             ? text_of(reader.response().headers) + reader.take_body()
             : "";
}

std::string events_of(std::string_view bytes, std::size_t piece, std::size_t bytes_max) {
  http::EventReader reader(bytes_max);
  std::string text;
  while (!bytes.empty()) {
    for (const http::Event& event : reader.read(bytes.substr(0, piece))) {
      CHECK(event.data.size() <= bytes_max);
      text += event.name + "|" + event.id + "|" + event.data + "\n";
    }
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  return text + reader.last_id() + (reader.too_large() ? "!" : "");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t piece = data[0] % 64 + 1U;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const http::RequestLimits wide{.header_bytes = 70'000, .body_bytes = 70'000};
  CHECK(requests_of(bytes, piece, wide) == requests_of(bytes, bytes.size() + 1, wide));
  requests_of(bytes, piece, {.header_bytes = 100, .body_bytes = 20});
  requests_of(bytes, bytes.size() + 1, {.header_bytes = 100, .body_bytes = 20});
  if (bytes.size() < 1000) CHECK(response_of(bytes, piece) == response_of(bytes, 1000));
  response_of(bytes, 4096);
  for (const std::size_t bytes_max : {30U, 100'000U}) {
    CHECK(events_of(bytes, piece, bytes_max) == events_of(bytes, bytes.size(), bytes_max));
  }
  static_cast<void>(http::url_from_text(bytes).ok());
  static_cast<void>(http::address_from_text(bytes).ok());
  return 0;
}

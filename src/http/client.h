// An HTTP/1.1 client for numeric addresses and localhost, without TLS. Blocking; one request at a
// time on one connection.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "http/event_stream.h"
#include "http/message.h"
#include "http/server.h"

namespace http {

struct Url {
  Address address;
  std::string host;    // As it was written, for the Host header: "localhost:8080".
  std::string target;  // "/mcp?x=1"
};
// invalid_value for another scheme than http, or a name that would have to be looked up.
base::Result<Url> url_from_text(std::string_view text);

struct ClientRequest {
  std::string method = "GET";
  Headers headers;
  std::string body;
  base::Millis timeout{30'000};  // For the whole of a plain answer; for each piece of a stream.
  std::size_t body_bytes_max = 16UL * 1024 * 1024;
  // Asked about ten times a second; true ends the request as if its time were over. A stream that
  // only sends comments would otherwise never end.
  std::function<bool()> is_cancelled;
  // Told once, where the answer is an event stream: it is open, though nothing may have come yet.
  std::function<void()> on_stream;
};

// Given each event of an event stream as it comes; false ends the stream.
using OnEvent = std::function<bool(const Event& event)>;

// The answer; where it is an event stream and `on_event` is given, its body is empty and the events
// went to `on_event`. unavailable where nobody answers or the time is over; too_large.
base::Result<Response> fetch(const Url& url, const ClientRequest& request,
                             const OnEvent& on_event = {});

}  // namespace http

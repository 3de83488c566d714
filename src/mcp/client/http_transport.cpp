#include "mcp/client/http_transport.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "jsonrpc/codec.h"
#include "mcp/client/header_value.h"

namespace mcp::client {
namespace {

constexpr int kResumptionsMax = 20;
constexpr std::size_t kSessionBytesMax = 1024;
constexpr base::Millis kFarewellTime{2000};

// "name" of a tool or prompt, "uri" of a resource: what Mcp-Name repeats.
std::optional<std::string> name_of(const jsonrpc::Request& request) {
  const bool has_uri = request.method == "resources/read";
  const bool has_name = request.method == "tools/call" || request.method == "prompts/get";
  if (!has_uri && !has_name) return std::nullopt;
  const base::Json& params = request.params.get();
  const auto found = params.find(has_uri ? "uri" : "name");
  if (found == params.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

bool is_visible(char c) { return c > ' ' && c < '\x7f'; }

}  // namespace

// One request on its way: what has come of its answer.
class HttpTransport::Reading {
 public:
  Reading(const Outgoing& outgoing, Listener& listener, HttpTransport& transport)
      : outgoing_(outgoing),
        listener_(listener),
        transport_(transport),
        deadline_(transport.clock_.steady() + outgoing.timeout) {}

  base::Millis left() const {
    const auto left = std::chrono::ceil<base::Millis>(deadline_ - transport_.clock_.steady());
    return std::max(base::Millis{0}, left);
  }

  // False where nothing more is wanted of this stream.
  bool take_event(const http::Event& event) {
    if (!event.id.empty()) last_event_ = event.id;
    if (event.retry) retry_ = *event.retry;
    if (!event.data.empty()) take_text(event.data);
    return !answer && left() > base::Millis{0};
  }

  void take_text(std::string_view text) {
    for (jsonrpc::Decoded& item : jsonrpc::decode(text, {.allow_batches = true}).items) {
      auto* message = std::get_if<jsonrpc::Message>(&item);
      auto* response = message == nullptr ? nullptr : std::get_if<jsonrpc::Response>(message);
      if (answer || ++messages_ > kMessagesMax) continue;
      if (response != nullptr && response->id == outgoing_.request.id) {
        answer = std::move(*response);
      } else if (message != nullptr) {
        for (const auto& reply : hand_on(*message, listener_)) transport_.send(to_json(reply));
      }
    }
  }

  // The error of a refused request may lack the id, where the server read no further.
  void take_refusal(std::string_view text) {
    take_text(text);
    if (answer) return;
    for (jsonrpc::Decoded& item : jsonrpc::decode(text, {}).items) {
      auto* message = std::get_if<jsonrpc::Message>(&item);
      auto* response = message == nullptr ? nullptr : std::get_if<jsonrpc::Response>(message);
      if (response != nullptr && response->error) answer = std::move(*response);
    }
  }

  Failure timed_out() const {
    return {Failure::Kind::timed_out, transport_.address_.url.host + " did not answer in " +
                                          base::to_words(outgoing_.timeout)};
  }

  const std::string& last_event() const { return last_event_; }
  base::Millis retry() const { return retry_; }
  const jsonrpc::Request& request() const { return outgoing_.request; }

  std::optional<jsonrpc::Response> answer;

 private:
  const Outgoing& outgoing_;
  Listener& listener_;
  HttpTransport& transport_;
  std::chrono::microseconds deadline_;
  int messages_ = 0;
  std::string last_event_;
  base::Millis retry_ = kRetryTime;
};

http::Headers HttpTransport::headers() const {
  http::Headers headers{{"Accept", "application/json, text/event-stream"}};
  if (!version_.empty()) headers.add("MCP-Protocol-Version", version_);
  if (!session_.empty()) headers.add("Mcp-Session-Id", session_);
  if (!address_.bearer_token.empty()) {
    headers.add("Authorization", "Bearer " + address_.bearer_token);
  }
  return headers;
}

http::ClientRequest HttpTransport::post(const jsonrpc::Request& request) const {
  http::ClientRequest post;
  post.method = "POST";
  post.headers = headers();
  post.headers.add("Content-Type", "application/json");
  post.body = base::dump_line(to_json(request));
  if (era_ == Era::modern) {
    post.headers.add("Mcp-Method", request.method);
    if (const auto name = name_of(request)) post.headers.add("Mcp-Name", header_value(*name));
  }
  return post;
}

Answer HttpTransport::request(const Outgoing& outgoing, Listener& listener) {
  Reading reading(outgoing, listener, *this);
  http::ClientRequest sent = post(outgoing.request);
  sent.timeout = outgoing.timeout;
  sent.is_cancelled = [&reading] { return reading.left() <= base::Millis{0}; };
  if (era_ == Era::modern) {
    for (const auto& [name, value] : outgoing.headers) sent.headers.add(name, value);
  }
  const auto response = http::fetch(
      address_.url, sent, [&](const http::Event& event) { return reading.take_event(event); });
  if (reading.answer) {
    if (response.ok()) keep_session(*response);
    return *std::move(reading.answer);
  }
  if (response.ok()) return judge(*response, reading);
  if (reading.last_event().empty() || era_ == Era::modern) {
    return failure_of(response.error(), reading);
  }
  return resume(reading);
}

Answer HttpTransport::judge(const http::Response& response, Reading& reading) {
  if (response.status >= 400) {
    if (response.status == 404 && !session_.empty() && era_ == Era::legacy) {
      return Failure{Failure::Kind::session_lost, address_.url.host + " has ended the session"};
    }
    reading.take_refusal(response.body);
    if (reading.answer) return *std::move(reading.answer);
    return Failure{Failure::Kind::broken, address_.url.host + " answered with HTTP status " +
                                              std::to_string(response.status)};
  }
  keep_session(response);
  if (http::content_type(response.headers) == "text/event-stream") return resume(reading);
  reading.take_text(response.body);
  if (reading.answer) return *std::move(reading.answer);
  return Failure{Failure::Kind::broken, address_.url.host + " answered with what is no message"};
}

// The stream ended before the answer. 2025-11-25: it can be taken up again where events have ids,
// after the time that the server named.
Answer HttpTransport::resume(Reading& reading) {
  for (int round = 0; round < kResumptionsMax; ++round) {
    if (reading.left() <= base::Millis{0}) return reading.timed_out();
    if (reading.last_event().empty() || era_ == Era::modern) {
      return Failure{Failure::Kind::broken, address_.url.host + " ended the stream unanswered"};
    }
    clock_.sleep(std::min(reading.retry(), reading.left()));
    http::ClientRequest get;
    get.headers = headers();
    get.headers.set("Accept", "text/event-stream");
    get.headers.add("Last-Event-ID", reading.last_event());
    get.timeout = std::max(base::Millis{1}, reading.left());
    get.is_cancelled = [&reading] { return reading.left() <= base::Millis{0}; };
    const auto response = http::fetch(
        address_.url, get, [&](const http::Event& event) { return reading.take_event(event); });
    if (reading.answer) return *std::move(reading.answer);
    if (response.ok() && response->status >= 400) {
      return Failure{Failure::Kind::broken, address_.url.host + " does not resume its stream"};
    }
  }
  return Failure{Failure::Kind::broken, address_.url.host + " ends its streams over and over"};
}

Failure HttpTransport::failure_of(const base::Error& error, const Reading& reading) const {
  if (reading.left() <= base::Millis{0}) return reading.timed_out();
  const bool is_gone = error.code == base::Code::unavailable;
  return {is_gone ? Failure::Kind::gone : Failure::Kind::broken, error.message};
}

void HttpTransport::keep_session(const http::Response& response) {
  if (era_ == Era::modern) return;
  const auto id = response.headers.get("Mcp-Session-Id");
  if (!id || id->empty() || id->size() > kSessionBytesMax) return;
  if (std::all_of(id->begin(), id->end(), is_visible)) session_ = *id;
}

bool HttpTransport::send(const base::Json& message) {
  http::Headers sent = headers();
  if (era_ == Era::modern && message.contains("method")) {
    sent.add("Mcp-Method", message["method"].get<std::string>());
  }
  return post_message(address_.url, std::move(sent), message);
}

bool HttpTransport::notify(const jsonrpc::Notification& notification) {
  return send(to_json(notification));
}

void HttpTransport::cancel(const jsonrpc::Id& id) {
  if (era_ == Era::legacy) notify(cancellation(id));
}

void HttpTransport::use(Era era, std::string_view version) {
  listening_.reset();
  era_ = era;
  version_ = version;
  if (version.empty()) session_.clear();
}

void HttpTransport::listen(Listener& listener) {
  listening_.reset();
  if (era_ == Era::modern) return;
  listening_ = std::make_unique<Listening>(address_.url, headers(), listener);
}

void HttpTransport::close() {
  listening_.reset();
  if (session_.empty()) return;
  http::ClientRequest request;
  request.method = "DELETE";
  request.headers = headers();
  request.timeout = kFarewellTime;
  [[maybe_unused]] const auto ignored = http::fetch(address_.url, request);
  session_.clear();
}

}  // namespace mcp::client

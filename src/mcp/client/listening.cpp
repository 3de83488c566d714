#include "mcp/client/listening.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "jsonrpc/codec.h"

namespace mcp::client {
namespace {

constexpr int kQuietStreamsMax = 20;
constexpr base::Millis kPostTime{2000};
constexpr base::Millis kOpeningTime{2000};
constexpr base::Millis kSilenceMax = std::chrono::hours(1);

}  // namespace

bool post_message(const http::Url& url, http::Headers headers, const base::Json& message,
                  std::function<bool()> is_cancelled) {
  http::ClientRequest post;
  post.method = "POST";
  post.headers = std::move(headers);
  post.headers.add("Content-Type", "application/json");
  post.body = base::dump_line(message);
  post.timeout = kPostTime;
  post.is_cancelled = std::move(is_cancelled);
  const auto response = http::fetch(url, post);
  return response.ok() && response->status < 300;
}

Listening::Listening(http::Url url, http::Headers headers, Listener& listener)
    : url_(std::move(url)),
      headers_(std::move(headers)),
      listener_(listener),
      retry_(kRetryTime),
      thread_([this] { run(); }) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kOpeningTime, [this] { return is_settled_; });
}

Listening::~Listening() {
  set(is_stopped_);
  thread_.join();
}

bool Listening::is_stopped() {
  const std::lock_guard lock(mutex_);
  return is_stopped_;
}

void Listening::set(bool& flag) {
  const std::lock_guard lock(mutex_);
  flag = true;
  changed_.notify_all();
}

void Listening::run() {
  while (read_stream() && messages_ < kMessagesMax && ++quiet_streams_ <= kQuietStreamsMax) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::min(retry_, kSilenceMax), [this] { return is_stopped_; });
    if (is_stopped_) break;
  }
  set(is_settled_);
}

bool Listening::read_stream() {
  http::ClientRequest get;
  get.headers = headers_;
  get.headers.set("Accept", "text/event-stream");
  if (!last_event_.empty()) get.headers.add("Last-Event-ID", last_event_);
  get.timeout = kSilenceMax;
  get.is_cancelled = [this] { return is_stopped(); };
  get.on_stream = [this] { set(is_settled_); };
  const auto response =
      http::fetch(url_, get, [this](const http::Event& event) { return take_event(event); });
  if (is_stopped()) return false;
  // 405 is how a server says that it has no such stream.
  return !response.ok() ||
         (response->status < 300 && http::content_type(response->headers) == "text/event-stream");
}

bool Listening::take_event(const http::Event& event) {
  if (!event.id.empty()) last_event_ = event.id;
  if (event.retry) retry_ = *event.retry;
  if (!event.data.empty()) take_text(event.data);
  return messages_ < kMessagesMax && !is_stopped();
}

void Listening::take_text(std::string_view text) {
  for (const jsonrpc::Decoded& item : jsonrpc::decode(text, {.allow_batches = true}).items) {
    const auto* message = std::get_if<jsonrpc::Message>(&item);
    if (message == nullptr || is_stopped() || ++messages_ > kMessagesMax) continue;
    quiet_streams_ = 0;
    for (const jsonrpc::Response& reply : hand_on(*message, listener_)) {
      post_message(url_, headers_, to_json(reply), [this] { return is_stopped(); });
    }
  }
}

}  // namespace mcp::client

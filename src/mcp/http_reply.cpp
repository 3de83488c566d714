#include "mcp/http_reply.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "mcp/http_headers.h"

namespace mcp {
namespace {

http::Event event_of(const base::Json& message) {
  http::Event event;
  event.data = base::dump_line(message);
  return event;
}

}  // namespace

http::Response json_response(int status, const base::Json& body) {
  return http::response(status, "application/json", base::dump_line(body));
}

http::Headers stream_headers() {
  // So that a proxy in between passes each event on when it comes.
  return {{"X-Accel-Buffering", "no"}};
}

http::Headers stream_headers(const HttpSession& session) {
  http::Headers headers = stream_headers();
  headers.add(kSessionHeader, session.id());
  return headers;
}

ModernHttpReply::ModernHttpReply(std::shared_ptr<http::Exchange> exchange,
                                 const std::shared_ptr<InFlight>& calls)
    : exchange_(std::move(exchange)), calls_(calls) {
  exchange_->on_disconnect([weak = calls_] {
    if (const auto open = weak.lock()) open->cancel_all();
  });
}

std::shared_ptr<http::EventStream> ModernHttpReply::begin_stream() {
  const std::lock_guard lock(mutex_);
  if (has_begun_) return stream_;
  has_begun_ = true;
  stream_ = exchange_->open_stream(stream_headers());
  return stream_;
}

void ModernHttpReply::send(const base::Json& message) {
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    is_first = !has_begun_;
  }
  const std::shared_ptr<http::EventStream> stream = begin_stream();
  if (!stream) return;
  stream->send(event_of(message));
  if (!is_first) return;
  // Without a lock: it may be called at once, and ends the call, which comes back here.
  stream->on_closed([weak = calls_] {
    if (const auto open = weak.lock()) open->cancel_all();
  });
}

void ModernHttpReply::finish(const jsonrpc::Response& response, int status) {
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(has_begun_, true)) {
      return exchange_->respond(json_response(status, to_json(response)));
    }
  }
  if (!stream_) return;
  stream_->send(event_of(to_json(response)));
  stream_->close();
}

void ModernHttpReply::abandon() {
  if (const auto stream = begin_stream()) stream->close();
}

ResumableStream& LegacyHttpReply::begin_stream() {
  const std::lock_guard lock(mutex_);
  if (!stream_) {
    stream_ = session_->streams().make();
    // A client that has gone already can come back for it.
    stream_->begin(exchange_->open_stream(stream_headers(*session_)),
                   session_->legacy()->version() == kPrimingVersion);
  }
  return *stream_;
}

void LegacyHttpReply::send(const base::Json& message) {
  begin_stream().send(base::dump_line(message));
}

void LegacyHttpReply::finish(const jsonrpc::Response& response, int status) {
  finish_json(to_json(response), status);
}

void LegacyHttpReply::finish_json(const base::Json& body, int status) {
  std::shared_ptr<ResumableStream> stream;
  {
    const std::lock_guard lock(mutex_);
    stream = stream_;
  }
  if (stream) {
    if (!body.is_null()) stream->send(base::dump_line(body));
    return stream->finish();
  }
  http::Response response =
      body.is_null() ? http::Response{kHttpAccepted, {}, {}} : json_response(status, body);
  response.headers.set(kSessionHeader, session_->id());
  exchange_->respond(std::move(response));
}

void LegacyHttpReply::abandon() { begin_stream().finish(); }

void LegacyHttpReply::drop_stream() { begin_stream().drop(); }

}  // namespace mcp

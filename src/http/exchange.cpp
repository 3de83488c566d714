#include "http/exchange.h"

#include <utility>

namespace http {

PendingExchange::~PendingExchange() {
  respond(http::response(500, "text/plain", "The request was not answered.\n"));
}

bool PendingExchange::begin_answer() {
  std::function<void()> callback;  // Ends outside of the lock: it may hold anything.
  const std::lock_guard lock(mutex_);
  if (state_ != State::waiting) return false;
  state_ = State::answered;
  std::swap(callback, callback_);
  return true;
}

void PendingExchange::respond(Response response) {
  if (begin_answer()) send(std::move(response));
}

void PendingExchange::send(Response response) {
  AnswerText answer = answer_text(std::move(response), parts_.shape);
  const std::size_t written = parts_.wire->write(answer.head, answer.body);
  parts_.loop->post([weak = parts_.answerer, answer = std::move(answer), written]() mutable {
    if (const auto answerer = weak.lock()) answerer->finish_answer(std::move(answer), written);
  });
}

std::shared_ptr<EventStream> PendingExchange::open_stream(Headers headers) {
  if (!begin_answer()) return nullptr;
  auto wake = [weak = parts_.answerer, loop = parts_.loop] {
    loop->post([weak] {
      if (const auto answerer = weak.lock()) answerer->flush_stream();
    });
  };
  // Shared by the handler, which writes, and the connection, which empties it.
  auto writer = std::make_shared<StreamWriter>(parts_.backlog_bytes, std::move(wake));
  if (parts_.request.method == "HEAD") {
    send({200, stream_headers(headers), ""});
    writer->end();
    return writer;
  }
  const bool posted = parts_.loop->post([weak = parts_.answerer, writer, headers] {
    if (const auto answerer = weak.lock()) {
      answerer->begin_stream(writer, headers);
    } else {
      writer->end();
    }
  });
  if (!posted) return nullptr;
  // A stream that no handler holds any more would stay open for nothing.
  EventStream* const handed_out = writer.get();
  return {handed_out, [writer](EventStream*) { writer->close(); }};
}

void PendingExchange::on_disconnect(std::function<void()> callback) {
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::answered) return;
    if (state_ == State::waiting) {
      std::swap(callback_, callback);
      return;
    }
  }
  if (!parts_.loop->post(callback)) callback();
}

void PendingExchange::disconnect() {
  std::function<void()> callback;
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::waiting) return;
    state_ = State::gone;
    std::swap(callback, callback_);
  }
  if (callback) callback();
}

}  // namespace http

#include "http/stream_writer.h"

#include <utility>

namespace http {

StreamWriter::StreamWriter(std::size_t backlog_bytes, std::function<void()> wake)
    : backlog_bytes_(backlog_bytes), wake_(std::move(wake)) {}

bool StreamWriter::send(const Event& event) { return add(format_event(event)); }

bool StreamWriter::send_formatted(std::string_view event) { return add(event); }

bool StreamWriter::comment(std::string_view text) { return add(format_comment(text)); }

bool StreamWriter::add(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::open) return false;
  // One event may be larger than the backlog; it is what waits before it that counts.
  if (waiting_.size() + taken_bytes_ > backlog_bytes_) {
    state_ = State::overflowed;
    waiting_.clear();
    waiting_.shrink_to_fit();
  } else {
    waiting_ += text;
  }
  // Who is in the middle of a write that gets nowhere has been woken before, and must hear of it.
  const bool was_woken = std::exchange(is_woken_, true);
  if (!was_woken || state_ == State::overflowed) wake_();
  return state_ == State::open;
}

void StreamWriter::close() {
  const std::lock_guard lock(mutex_);
  if (state_ != State::open) return;
  state_ = State::closing;
  if (!std::exchange(is_woken_, true)) wake_();
}

bool StreamWriter::is_open() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::open;
}

void StreamWriter::on_closed(std::function<void()> callback) {
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::ended) {
      callback_ = std::move(callback);
      return;
    }
  }
  callback();
}

bool StreamWriter::has_overflowed() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::overflowed;
}

StreamWriter::Piece StreamWriter::take() {
  const std::lock_guard lock(mutex_);
  is_woken_ = false;
  taken_bytes_ = waiting_.size();
  return {std::exchange(waiting_, {}), state_ == State::closing};
}

void StreamWriter::written() {
  const std::lock_guard lock(mutex_);
  taken_bytes_ = 0;
}

void StreamWriter::end() {
  std::function<void()> callback;
  std::string thrown_away;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(state_, State::ended) == State::ended) return;
    std::swap(callback, callback_);
    std::swap(thrown_away, waiting_);
    wake_ = [] {};
  }
  if (callback) callback();
}

}  // namespace http

#include "mcp/http_resumption.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace mcp {

http::Event ResumableStream::event_of(const Kept& kept) const {
  http::Event event;
  event.id = std::to_string(number_) + "-" + std::to_string(kept.number);
  event.data = kept.data;
  return event;
}

void ResumableStream::begin(std::shared_ptr<http::EventStream> client, bool primes) {
  const std::lock_guard lock(mutex_);
  client_ = std::move(client);
  if (primes && client_) client_->send(event_of({}));
}

// With the lock held.
bool ResumableStream::is_kept(std::uint64_t after) const {
  const std::uint64_t oldest = kept_.empty() ? last_ + 1 : kept_.front().number;
  return after <= last_ && after + 1 >= oldest;
}

bool ResumableStream::can_resume(std::uint64_t after) const {
  const std::lock_guard lock(mutex_);
  return is_kept(after);
}

bool ResumableStream::resume(std::shared_ptr<http::EventStream> client, std::uint64_t after) {
  std::unique_lock lock(mutex_);
  if (!is_kept(after)) {
    lock.unlock();
    client->close();
    return false;
  }
  // Two connections must never get the same event.
  if (client_) client_->close();
  client_ = std::move(client);
  for (const Kept& kept : kept_) {
    if (kept.number > after) client_->send(event_of(kept));
  }
  if (has_ended_) let_go(lock);
  return true;
}

void ResumableStream::send(std::string data) {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return;
  kept_bytes_ += data.size();
  kept_.push_back({++last_, std::move(data)});
  if (client_ && !client_->send(event_of(kept_.back()))) client_.reset();
  forget_oldest();
}

void ResumableStream::forget_oldest() {
  while (kept_bytes_ > limits_.stream_bytes && !kept_.empty()) {
    kept_bytes_ -= kept_.front().data.size();
    kept_.pop_front();
  }
}

void ResumableStream::finish() {
  std::unique_lock lock(mutex_);
  has_ended_ = true;
  let_go(lock);
}

void ResumableStream::drop() {
  std::unique_lock lock(mutex_);
  if (client_ && !has_ended_) {
    http::Event event = event_of({last_, {}});
    event.retry = limits_.retry;
    client_->send(event);
  }
  let_go(lock);
}

void ResumableStream::close() {
  std::unique_lock lock(mutex_);
  let_go(lock);
}

void ResumableStream::let_go(std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<http::EventStream> client = std::move(client_);
  client_.reset();
  lock.unlock();
  if (client) client->close();
}

bool ResumableStream::is_attached() const {
  const std::lock_guard lock(mutex_);
  return client_ && client_->is_open();
}

bool ResumableStream::has_ended() const {
  const std::lock_guard lock(mutex_);
  return has_ended_;
}

std::size_t ResumableStream::kept_bytes() const {
  const std::lock_guard lock(mutex_);
  return kept_bytes_;
}

std::shared_ptr<ResumableStream> StreamShelf::make() {
  const std::lock_guard lock(mutex_);
  forget_old();
  make_room();
  const std::uint64_t number = ++last_;
  auto stream = std::make_shared<ResumableStream>(number, limits_);
  rows_[number] = {stream, std::nullopt};
  return stream;
}

// With the lock held, as the next one.
void StreamShelf::forget_old() {
  const std::chrono::microseconds now = clock_.steady();
  for (auto& [number, row] : rows_) {
    if (!row.ended && row.stream->has_ended()) row.ended = now;
  }
  std::erase_if(rows_, [&](const auto& row) {
    return row.second.ended && now - *row.second.ended > limits_.age;
  });
}

void StreamShelf::make_room() {
  std::size_t bytes = 0;
  for (const auto& [number, row] : rows_) bytes += row.stream->kept_bytes();
  while (rows_.size() >= limits_.streams || (bytes > limits_.session_bytes && !rows_.empty())) {
    const auto ended = std::find_if(rows_.begin(), rows_.end(),
                                    [](const auto& row) { return row.second.ended.has_value(); });
    const auto row = ended == rows_.end() ? rows_.begin() : ended;
    bytes -= std::min(bytes, row->second.stream->kept_bytes());
    // One that is taken off goes on where it is attached; it can only not be taken up again.
    rows_.erase(row);
  }
}

std::optional<StreamShelf::Place> StreamShelf::find(std::string_view event_id) {
  const std::size_t dash = event_id.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto number = base::to_number(event_id.substr(0, dash));
  const auto event = base::to_number(event_id.substr(dash + 1));
  if (!number || !event) return std::nullopt;
  const std::lock_guard lock(mutex_);
  forget_old();
  const auto row = rows_.find(*number);
  if (row == rows_.end()) return std::nullopt;
  return Place{row->second.stream, *event};
}

void StreamShelf::close_all() {
  std::map<std::uint64_t, Row> closed;
  {
    const std::lock_guard lock(mutex_);
    closed.swap(rows_);
  }
  for (const auto& [number, row] : closed) row.stream->finish();
}

}  // namespace mcp

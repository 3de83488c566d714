#include "jsonrpc/pending_calls.h"

#include <chrono>

namespace jsonrpc {

base::Result<Id> PendingCalls::open() {
  const std::lock_guard lock(mutex_);
  if (is_closed_) return base::Error{base::Code::unavailable, "the other side has gone", ""};
  if (calls_.size() >= calls_max_) {
    return base::Error{base::Code::too_large, "too many requests wait for an answer", ""};
  }
  Id id(++last_id_);
  calls_.emplace(id, Call{});
  return id;
}

bool PendingCalls::settle(Response response) {
  const std::lock_guard lock(mutex_);
  const auto call = calls_.find(response.id);
  if (call == calls_.end() || call->second.response) return false;
  call->second.response = std::move(response);
  changed_.notify_all();
  return true;
}

base::Result<Response> PendingCalls::wait(const Id& id, base::Millis timeout) {
  std::unique_lock lock(mutex_);
  const auto is_over = [&] {
    const auto call = calls_.find(id);
    return is_closed_ || call == calls_.end() || call->second.response || call->second.is_cancelled;
  };
  changed_.wait_for(lock, timeout, is_over);
  auto node = calls_.extract(id);
  if (!node.empty() && node.mapped().response) return *std::move(node.mapped().response);
  if (!node.empty() && node.mapped().is_cancelled) {
    return base::Error{base::Code::refused, "the request was cancelled", ""};
  }
  if (is_closed_) return base::Error{base::Code::unavailable, "the other side has gone", ""};
  return base::Error{base::Code::unavailable, "no answer came in time", ""};
}

void PendingCalls::cancel(const Id& id) {
  const std::lock_guard lock(mutex_);
  const auto call = calls_.find(id);
  if (call == calls_.end()) return;
  call->second.is_cancelled = true;
  changed_.notify_all();
}

void PendingCalls::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::size_t PendingCalls::size() const {
  const std::lock_guard lock(mutex_);
  return calls_.size();
}

}  // namespace jsonrpc

#include "mcp/in_flight.h"

#include <utility>

namespace mcp {

void Cancellation::cancel() {
  std::vector<std::function<void()>> told;
  {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
    told.swap(callbacks_);
  }
  for (const auto& callback : told) callback();
}

void Cancellation::on_cancelled(std::function<void()> callback) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_cancelled_) {
      callbacks_.push_back(std::move(callback));
      return;
    }
  }
  callback();
}

bool InFlight::add(const jsonrpc::Id& id, std::shared_ptr<Cancellation> cancellation) {
  const std::lock_guard lock(mutex_);
  return calls_.emplace(id, std::move(cancellation)).second;
}

void InFlight::remove(const jsonrpc::Id& id) {
  const std::lock_guard lock(mutex_);
  calls_.erase(id);
  if (calls_.empty()) emptied_.notify_all();
}

void InFlight::cancel(const jsonrpc::Id& id) {
  std::shared_ptr<Cancellation> cancelled;
  {
    const std::lock_guard lock(mutex_);
    const auto call = calls_.find(id);
    if (call != calls_.end()) cancelled = call->second;
  }
  if (cancelled) cancelled->cancel();
}

void InFlight::cancel_all() {
  std::map<jsonrpc::Id, std::shared_ptr<Cancellation>> cancelled;
  {
    const std::lock_guard lock(mutex_);
    cancelled = calls_;
  }
  for (const auto& [id, cancellation] : cancelled) cancellation->cancel();
}

bool InFlight::wait_until_empty(base::Millis timeout) {
  std::unique_lock lock(mutex_);
  return emptied_.wait_for(lock, timeout, [&] { return calls_.empty(); });
}

}  // namespace mcp

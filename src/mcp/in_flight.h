// The requests of one client that have no answer yet, and how they are cancelled.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/time.h"
#include "jsonrpc/message.h"

namespace mcp {

// Shared by the call, whoever may cancel it, and what the call waits for.
class Cancellation {
 public:
  bool is_cancelled() const { return is_cancelled_; }
  void cancel();
  // Called once when it is cancelled, at once where it is already. It must not wait.
  void on_cancelled(std::function<void()> callback);

 private:
  std::atomic<bool> is_cancelled_ = false;
  std::mutex mutex_;
  std::vector<std::function<void()>> callbacks_;
};

class InFlight {
 public:
  // False where a request with this id is under way already.
  bool add(const jsonrpc::Id& id, std::shared_ptr<Cancellation> cancellation);
  void remove(const jsonrpc::Id& id);
  // Nothing where there is no such request: it may have just ended.
  void cancel(const jsonrpc::Id& id);
  void cancel_all();
  // False where some are left when the time is over.
  bool wait_until_empty(base::Millis timeout);

 private:
  std::mutex mutex_;
  std::condition_variable emptied_;
  std::map<jsonrpc::Id, std::shared_ptr<Cancellation>> calls_;
};

}  // namespace mcp

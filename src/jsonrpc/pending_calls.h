// What we asked the other side and wait for: ids, answers, time limits, cancellation.
#pragma once
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>

#include "base/result.h"
#include "base/time.h"
#include "jsonrpc/message.h"

namespace jsonrpc {

// Safe from any thread.
class PendingCalls {
 public:
  explicit PendingCalls(std::size_t calls_max = 64) : calls_max_(calls_max) {}
  PendingCalls(const PendingCalls&) = delete;
  PendingCalls& operator=(const PendingCalls&) = delete;

  // An id for a new request. too_large over the limit, unavailable once closed.
  base::Result<Id> open();
  // An answer has come. False where nobody waits for it: late, made up, or twice.
  bool settle(Response response);
  // Waits for the answer, once; the id is then forgotten. unavailable where the time is over or the
  // other side has gone, refused where it was cancelled.
  base::Result<Response> wait(const Id& id, base::Millis timeout);
  // Whoever waits for it stops waiting.
  void cancel(const Id& id);
  // Nobody waits any more, and nothing can be asked.
  void close();
  std::size_t size() const;

 private:
  struct Call {
    std::optional<Response> response;
    bool is_cancelled = false;
  };

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t calls_max_;
  std::int64_t last_id_ = 0;
  bool is_closed_ = false;
  std::map<Id, Call> calls_;
};

}  // namespace jsonrpc

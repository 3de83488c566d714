// The answers of a batch, which 2025-03-26 alone has: gathered, and sent as one list.
#pragma once
#include <functional>
#include <memory>
#include <mutex>

#include "mcp/reply.h"

namespace mcp {

class Batch : public std::enable_shared_from_this<Batch> {
 public:
  // What does the sending; `finish` is given all answers in one list, null where there are none.
  struct Outlet {
    std::function<void(const base::Json& message)> send;
    std::function<void(const base::Json& answers)> finish;
  };
  Batch(std::size_t answers, Outlet outlet) : missing_(answers), outlet_(std::move(outlet)) {}

  // For one of its requests.
  std::shared_ptr<Reply> reply();
  // An answer that is known already.
  void add(const jsonrpc::Response& response);
  void skip();  // One of the answers will not come.
  void send(const base::Json& message) { outlet_.send(message); }

 private:
  void count_down(std::unique_lock<std::mutex> lock);

  std::mutex mutex_;
  std::size_t missing_;
  Outlet outlet_;
  base::JsonBox answers_;
};

}  // namespace mcp

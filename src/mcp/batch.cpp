#include "mcp/batch.h"

#include <nlohmann/json.hpp>

namespace mcp {
namespace {

class BatchReply final : public Reply {
 public:
  explicit BatchReply(std::shared_ptr<Batch> batch) : batch_(std::move(batch)) {}
  void send(const base::Json& message) override { batch_->send(message); }
  void finish(const jsonrpc::Response& response, int) override { batch_->add(response); }
  void abandon() override { batch_->skip(); }

 private:
  std::shared_ptr<Batch> batch_;  // Shared with the other requests of the batch.
};

}  // namespace

std::shared_ptr<Reply> Batch::reply() { return std::make_shared<BatchReply>(shared_from_this()); }

void Batch::add(const jsonrpc::Response& response) {
  std::unique_lock lock(mutex_);
  answers_.get().push_back(to_json(response));
  count_down(std::move(lock));
}

void Batch::skip() { count_down(std::unique_lock(mutex_)); }

void Batch::count_down(std::unique_lock<std::mutex> lock) {
  if (--missing_ > 0) return;
  const base::Json answers = std::move(answers_.get());
  lock.unlock();
  outlet_.finish(answers);
}

}  // namespace mcp

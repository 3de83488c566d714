#include "engine/dashboard/index_pool.h"

#include <algorithm>

#include "engine/index_place.h"
#include "index/sqlite/sqlite_index.h"

namespace engine::dashboard {
namespace {

// More at once than there are processors only makes each of them slower, and every one that is not
// kept open is opened anew.
constexpr std::size_t kAskingMax = 4;
constexpr std::chrono::microseconds kIndexKeptFor{10'000'000};
// The person's settings, which may name the place, are read again this often.
constexpr std::chrono::microseconds kPathFor{5'000'000};

}  // namespace

IndexPool::Turn::Turn(IndexPool& pool) : pool_(pool) {
  std::unique_lock lock(pool_.mutex_);
  pool_.turns_.wait(lock, [&] { return pool_.asking_ < kAskingMax; });
  ++pool_.asking_;
}

IndexPool::Turn::~Turn() {
  {
    const std::lock_guard lock(pool_.mutex_);
    --pool_.asking_;
  }
  pool_.turns_.notify_one();
}

base::Result<os::Path> IndexPool::path() {
  const auto now = system_.clock.steady();
  {
    const std::lock_guard lock(mutex_);
    if (path_ && now - path_at_ < kPathFor) return *path_;
  }
  TRY_ASSIGN(os::Path found, index_path(system_));
  const std::lock_guard lock(mutex_);
  path_ = found;
  path_at_ = now;
  return found;
}

base::Result<std::unique_ptr<IndexPool::Open>> IndexPool::borrow() {
  TRY_ASSIGN(const os::Path place, path());
  const auto info = system_.files.info(place);
  if (!info.ok()) {
    return base::Error{base::Code::not_found, "there is no index yet",
                       "`holdfast index update` makes it."};
  }
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(kept_, [&](const std::unique_ptr<Open>& open) {
      return open->device != info->device || open->inode != info->inode;
    });
    if (!kept_.empty()) {
      std::unique_ptr<Open> open = std::move(kept_.back());
      kept_.pop_back();
      return open;
    }
  }
  auto open = std::make_unique<Open>();
  TRY_ASSIGN(open->lists, indexing::open_sqlite_lists(place.native()));
  open->device = info->device;
  open->inode = info->inode;
  return open;
}

void IndexPool::give_back(std::unique_ptr<Open> open) {
  open->used_at = system_.clock.steady();
  const std::lock_guard lock(mutex_);
  problem_.clear();
  kept_.push_back(std::move(open));
}

bool IndexPool::close_idle() {
  const auto now = system_.clock.steady();
  std::vector<std::unique_ptr<Open>> closed;  // Behind the lock: closing takes a while.
  const std::lock_guard lock(mutex_);
  while (!kept_.empty() && now - kept_.front()->used_at > kIndexKeptFor) {
    closed.push_back(std::move(kept_.front()));
    kept_.erase(kept_.begin());
  }
  return !closed.empty();
}

void IndexPool::set_problem(const base::Error& error) {
  const std::lock_guard lock(mutex_);
  problem_ = error.message;
}

std::string IndexPool::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

std::size_t IndexPool::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

}  // namespace engine::dashboard

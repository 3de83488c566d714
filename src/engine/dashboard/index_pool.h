// Indexes that are open for reading, for the questions of several threads. Private to this folder.
#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "index/lists.h"
#include "os/system.h"

namespace engine::dashboard {

class IndexPool {
 public:
  // The doors outlive this.
  explicit IndexPool(os::System system) : system_(system) {}
  IndexPool(const IndexPool&) = delete;
  IndexPool& operator=(const IndexPool&) = delete;

  // What `question`, a function of an index that gives a Result, says. Nothing is asked twice at
  // once of one index; an index that was replaced, made anew or taken away is noticed. Where there
  // is none that can be read the answer is empty, and `problem` says why. Waits where as many are
  // asked already as are good for the machine: `question` must not ask again itself.
  template <typename Question>
  auto ask(const Question& question) {
    using Outcome = std::invoke_result_t<Question, indexing::Lists&>;
    using Answer = std::decay_t<decltype(*std::declval<Outcome>())>;
    const Turn turn(*this);
    auto open = borrow();
    if (!open.ok()) return set_problem(open.error()), Answer{};
    Outcome outcome = question(*(*open)->lists);
    // One that failed is not kept: it may be damaged, or its file gone.
    if (!outcome.ok()) return set_problem(outcome.error()), Answer{};
    give_back(*std::move(open));
    return *std::move(outcome);
  }

  // Why the last question got nothing; empty where it got what there is.
  std::string problem() const;
  // How many are open and not in use.
  std::size_t kept() const;
  // Closes those that were not asked for a while; whether there were any.
  bool close_idle();

 private:
  // One of the few that may ask at the same time, for as long as it lives.
  class Turn {
   public:
    explicit Turn(IndexPool& pool);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();

   private:
    IndexPool& pool_;
  };

  struct Open {
    std::unique_ptr<indexing::Lists> lists;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::chrono::microseconds used_at{0};
  };

  base::Result<std::unique_ptr<Open>> borrow();
  void give_back(std::unique_ptr<Open> open);
  void set_problem(const base::Error& error);
  base::Result<os::Path> path();

  os::System system_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Open>> kept_;  // The last used at the end.
  std::size_t asking_ = 0;
  std::condition_variable turns_;
  std::string problem_;
  std::optional<os::Path> path_;
  std::chrono::microseconds path_at_{0};
};

}  // namespace engine::dashboard

#include "engine/onboarding_scan.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <span>
#include <thread>

#include "base/id.h"
#include "engine/onboarding_folder.h"

namespace engine {
namespace {

constexpr std::size_t kChunk = 64;
constexpr std::size_t kQueueMax = 64;  // Chunks that wait to be written: bounds the memory.

struct Chunk {
  std::size_t looked_at = 0;
  std::size_t unchanged = 0;
  std::size_t filled = 0;  // Outcomes that count; those behind lend their memory.
  std::vector<FolderOutcome> outcomes;
  std::vector<std::string> vanished;
};

// From the threads that read to the one that writes.
class ChunkQueue {
 public:
  // False where nobody takes any more.
  bool push(Chunk chunk) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return chunks_.size() < kQueueMax || is_closed_; });
    if (is_closed_) return false;
    chunks_.push_back(std::move(chunk));
    has_chunk_.notify_one();
    return true;
  }
  // Nothing when all writers have left.
  std::optional<Chunk> pop() {
    std::unique_lock lock(mutex_);
    has_chunk_.wait(lock, [&] { return !chunks_.empty() || writers_ == 0; });
    if (chunks_.empty()) return std::nullopt;
    Chunk chunk = std::move(chunks_.front());
    chunks_.pop_front();
    has_room_.notify_one();
    return chunk;
  }
  // A chunk that was written is filled again: what texts one thread would allocate and another
  // one free costs both more than to read a manifest.
  void give_back(Chunk chunk) {
    const std::lock_guard lock(mutex_);
    empty_.push_back(std::move(chunk));
  }
  Chunk take_empty() {
    const std::lock_guard lock(mutex_);
    if (empty_.empty()) return {};
    Chunk chunk = std::move(empty_.back());
    empty_.pop_back();
    chunk.looked_at = chunk.unchanged = chunk.filled = 0;
    chunk.vanished.clear();
    return chunk;
  }
  void enter() {
    const std::lock_guard lock(mutex_);
    ++writers_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --writers_;
    has_chunk_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    has_room_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable has_chunk_;
  std::deque<Chunk> chunks_;
  std::vector<Chunk> empty_;
  int writers_ = 0;
  bool is_closed_ = false;
};

// Two threads ask the disk about every folder while the caller's gets what is known from the index;
// then they read what is new.
class Scan {
 public:
  Scan(os::System system, const ScanRequest& request, std::vector<std::string> names)
      : system_(system),
        request_(request),
        names_(std::move(names)),
        known_(names_.size(), nullptr),
        stats_(request.load_marks ? names_.size() : 0) {}
  ~Scan() {
    queue_.close();
    open_gate();
    for (std::thread& thread : threads_) thread.join();
  }
  Scan(const Scan&) = delete;
  Scan& operator=(const Scan&) = delete;

  std::size_t size() const { return names_.size(); }
  std::vector<std::string>& vanished() { return vanished_; }
  bool is_late() const { return is_late_; }

  base::Result<void> start() {
    const std::size_t chunks = (names_.size() + kChunk - 1) / kChunk;
    const std::size_t count =
        std::min(chunks, static_cast<std::size_t>(std::max(1, request_.threads)));
    asking_ = count;
    for (std::size_t i = 0; i < count; ++i) queue_.enter();
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this] { work(); });
    }
    if (request_.load_marks) {
      TRY_ASSIGN(marks_, request_.load_marks());
      match_names();
    }
    open_gate();
    return {};
  }
  std::optional<Chunk> next() { return threads_.empty() ? std::nullopt : queue_.pop(); }
  void give_back(Chunk chunk) { queue_.give_back(std::move(chunk)); }

 private:
  // Both lists are sorted, so that one walk finds what is known of each name.
  void match_names() {
    auto mark = marks_.begin();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      for (; mark != marks_.end() && mark->slug < names_[i]; ++mark) {
        vanished_.push_back(mark->slug);
      }
      if (mark != marks_.end() && mark->slug == names_[i]) known_[i] = &*mark++;
    }
    for (; mark != marks_.end(); ++mark) vanished_.push_back(mark->slug);
  }

  void open_gate() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    gate_.notify_all();
  }

  bool is_time_over() {
    if (!request_.deadline || system_.clock.steady() < *request_.deadline) return false;
    is_late_ = true;
    return true;
  }

  // The first part: where something is known, what the disk says; then waits for all others.
  void ask() {
    while (!stats_.empty() && !is_time_over()) {
      const std::size_t begin = next_asked_.fetch_add(kChunk);
      if (begin >= names_.size()) break;
      const std::size_t end = std::min(names_.size(), begin + kChunk);
      for (std::size_t i = begin; i < end; ++i) {
        stats_[i] = stat_folder(system_, request_.root, names_[i]);
      }
    }
    std::unique_lock lock(mutex_);
    if (--asking_ == 0) gate_.notify_all();
    gate_.wait(lock, [&] { return asking_ == 0 && is_open_; });
  }

  void work() {
    ask();
    FolderReader reader(system_, request_.root);
    while (!is_time_over()) {
      const std::size_t begin = next_.fetch_add(kChunk);
      if (begin >= names_.size()) break;
      Chunk chunk = queue_.take_empty();
      const std::size_t end = std::min(names_.size(), begin + kChunk);
      for (std::size_t i = begin; i < end; ++i) look(i, reader, chunk);
      chunk.looked_at = end - begin;
      if (!queue_.push(std::move(chunk))) break;
    }
    queue_.leave();
  }

  void look(std::size_t i, FolderReader& reader, Chunk& chunk) {
    const indexing::WorkMark* const known = known_[i];
    if (known != nullptr && is_unchanged(system_, request_.root, stats_[i], *known)) {
      ++chunk.unchanged;
      return;
    }
    if (chunk.outcomes.empty()) chunk.outcomes.reserve(kChunk);
    if (chunk.filled == chunk.outcomes.size()) chunk.outcomes.emplace_back();
    FolderOutcome& outcome = chunk.outcomes[chunk.filled];
    reader.read(names_[i], outcome);
    outcome.known = known;
    if (outcome.state != FolderState::absent) {
      ++chunk.filled;
    } else if (known != nullptr) {
      chunk.vanished.push_back(names_[i]);  // No session any more.
    }
  }

  os::System system_;
  const ScanRequest& request_;
  std::vector<std::string> names_;
  std::vector<indexing::WorkMark> marks_;
  std::vector<const indexing::WorkMark*> known_;  // One for each name.
  std::vector<FolderStat> stats_;                 // The same, where anything is known.
  std::vector<std::string> vanished_;
  std::mutex mutex_;
  std::condition_variable gate_;
  std::size_t asking_ = 0;
  bool is_open_ = false;
  std::atomic<std::size_t> next_asked_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_late_ = false;
  ChunkQueue queue_;
  std::vector<std::thread> threads_;
};

}  // namespace

base::Result<ScanResult> scan_work(
    os::System system, const ScanRequest& request,
    const std::function<base::Result<void>(std::span<const FolderOutcome> outcomes)>& take,
    const std::function<void(std::size_t done, std::size_t total)>& progress) {
  auto names = system.files.list(request.root.folder);
  if (!names.ok()) {
    if (names.error().code != base::Code::not_found) return std::move(names).error();
    names = std::vector<std::string>{};
  }
  ScanResult result;
  std::size_t done = 0;
  base::Result<void> taken;
  {
    Scan scan(system, request, *std::move(names));
    TRY(scan.start());
    while (auto chunk = scan.next()) {
      result.unchanged += chunk->unchanged;
      result.vanished.insert(result.vanished.end(), chunk->vanished.begin(), chunk->vanished.end());
      taken = take(std::span(chunk->outcomes).first(chunk->filled));
      if (!taken.ok()) break;
      done += chunk->looked_at;
      if (progress) progress(done, scan.size());
      scan.give_back(*std::move(chunk));
    }
    result.folders = scan.size();
    result.is_whole = taken.ok() && !scan.is_late();
    result.vanished.insert(result.vanished.end(), scan.vanished().begin(), scan.vanished().end());
  }
  TRY(taken);
  return result;
}

}  // namespace engine

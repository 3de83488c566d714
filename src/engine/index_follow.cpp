#include "engine/index_follow.h"

#include <algorithm>
#include <utility>

#include "engine/index_keeper.h"

namespace engine {
namespace {

using Time = std::chrono::microseconds;

// More of one project, and it is looked at as a whole.
constexpr std::size_t kPendingRunsMax = 1000;
constexpr std::size_t kProblemsMax = 10;
constexpr base::Millis kRetryMax{30'000};
constexpr Time kTellEvery{1'000'000};  // While everything is taken in.
// Of the time, at most one part in so many is for looking at what has probably not changed.
constexpr int kShareOfAll = 50;
constexpr int kShareOfProject = 20;

bool wants_project(LiveParts parts) {
  return parts.has(LivePart::work) || parts.has(LivePart::requirements) ||
         parts.has(LivePart::continuity);
}

}  // namespace

IndexFollow::IndexFollow(os::System system, std::function<void(const LiveChange& change)> changed,
                         IndexTimes times)
    : system_(system),
      changed_(std::move(changed)),
      times_(times),
      keeper_(std::make_unique<IndexKeeper>(system, is_stopped_)) {
  state_.is_catching_up = true;
}

IndexFollow::~IndexFollow() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void IndexFollow::start() {
  thread_ = std::thread([this] { run(); });
}

void IndexFollow::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  wakes_.notify_all();
}

IndexFollow::State IndexFollow::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Time IndexFollow::now() { return system_.clock.steady(); }

Time IndexFollow::pause(base::Millis usual, Time took, int share) {
  return std::max(std::chrono::duration_cast<Time>(usual), took * share);
}

void IndexFollow::touch(const LiveTouch& touch) {
  const Time at = now();
  const std::lock_guard lock(mutex_);
  if (!std::exchange(has_touches_, true)) touched_at_ = at;
  has_activity_ = true;
  has_mirrors_ |= touch.parts.has(LivePart::continuity);
  if (touch.project_id.empty()) {
    untold_.add(touch.parts);
  } else {
    Pending& pending = pending_[touch.project_id];
    pending.untold.add(touch.parts);
    if (!touch.run.empty()) pending.runs.insert(touch.run);
    const bool is_whole = touch.run.empty() || wants_project(touch.parts);
    if (is_whole) pending.unseen.add(touch.parts);
    if (pending.runs.size() > kPendingRunsMax) {
      pending.unseen.add(LivePart::runs);
      pending.runs.clear();
    }
  }
  wakes_.notify_all();
}

void IndexFollow::run() {
  catch_up();
  while (!is_stopped_) {
    {
      std::unique_lock lock(mutex_);
      const Time time = next_time();
      const Time left = time - now();
      if (left > Time{0}) wakes_.wait_for(lock, left);
      if (is_stopped_ || now() < next_time()) continue;
    }
    work();
  }
}

// With the lock held.
Time IndexFollow::next_time() const {
  Time next = std::min(all_at_, has_activity_ ? costs_at_ : all_at_);
  if (has_mirrors_) next = std::min(next, mirrors_at_);
  bool has_runs = false;
  bool has_untold = !untold_.is_empty();
  for (const auto& [id, pending] : pending_) {
    has_runs |= !pending.runs.empty();
    has_untold |= !pending.untold.is_empty();
    if (!pending.unseen.is_empty()) next = std::min(next, pending.project_at);
  }
  const Time soon = std::max(touched_at_ + std::chrono::duration_cast<Time>(times_.gather),
                             taken_at_ + std::chrono::duration_cast<Time>(times_.between));
  if (has_runs) next = std::min(next, soon);
  next = std::max(next, retry_at_);
  // An index that cannot be written keeps nobody from being told, nor from letting go of it.
  if (has_untold) next = std::min(next, soon);
  if (used_at_ > Time{0}) next = std::min(next, used_at_ + times_.idle);
  return next;
}

bool IndexFollow::check(const base::Result<void>& done) {
  if (is_stopped_) return true;
  std::vector<std::string> problems;
  if (done.ok()) {
    retry_ = base::Millis{0};
    retry_at_ = Time{0};
    problems = keeper_->problems();
    if (problems.size() > kProblemsMax) {
      const std::size_t more = problems.size() - kProblemsMax;
      problems.resize(kProblemsMax);
      problems.push_back("and " + std::to_string(more) + " more");
    }
  } else {
    retry_ = retry_.count() == 0 ? times_.retry : std::min(retry_ * 2, kRetryMax);
    retry_at_ = now() + retry_;
    problems.push_back(done.error().message);
    keeper_->close();
  }
  const std::lock_guard lock(mutex_);
  state_.problems = std::move(problems);
  return done.ok();
}

void IndexFollow::catch_up() {
  while (!is_stopped_) {
    Time told_at = now();
    const Time begun = told_at;
    const auto done = keeper_->take_in_all([&](std::size_t bytes, std::size_t total) {
      {
        const std::lock_guard lock(mutex_);
        state_.behind_bytes = total > bytes ? total - bytes : 0;
      }
      if (now() - told_at < kTellEvery) return;
      told_at = now();
      tell_changes();
    });
    const bool is_done = check(done);
    all_at_ = now() + pause(times_.all, now() - begun, kShareOfAll);
    tell_changes();
    if (is_done) break;
    std::unique_lock lock(mutex_);
    wakes_.wait_for(lock, retry_, [this] { return is_stopped_.load(); });
  }
  {
    const std::lock_guard lock(mutex_);
    state_.is_catching_up = false;
    state_.behind_bytes = 0;
    untold_ = LiveParts::all();
    has_activity_ = true;
  }
  tell_changes();
}

void IndexFollow::work() {
  taken_at_ = now();
  if (taken_at_ >= retry_at_) {
    take_in_touched();
    take_in_projects();
    take_in_rest();
  }
  tell_changes();
  if (used_at_ > Time{0} && now() >= used_at_ + times_.idle) {
    keeper_->close();
    used_at_ = Time{0};
  }
}

void IndexFollow::take_in_touched() {
  std::map<std::string, std::set<std::string>> touched;
  {
    const std::lock_guard lock(mutex_);
    has_touches_ = false;
    for (auto& [id, pending] : pending_) {
      if (!pending.runs.empty()) touched.emplace(id, std::exchange(pending.runs, {}));
    }
  }
  bool is_well = true;
  for (auto& [id, runs] : touched) {
    if (is_well && !is_stopped_) {
      is_well = check(keeper_->take_in_runs(id, {runs.begin(), runs.end()}));
      used_at_ = now();
      if (is_well) continue;
    }
    const std::lock_guard lock(mutex_);
    pending_[id].runs.merge(runs);
  }
}

void IndexFollow::take_in_projects() {
  std::vector<std::string> due;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, pending] : pending_) {
      if (!pending.unseen.is_empty() && now() >= pending.project_at) due.push_back(id);
    }
  }
  for (const std::string& id : due) {
    const Time begun = now();
    if (is_stopped_ || begun < retry_at_) return;
    LiveParts seen;
    {
      const std::lock_guard lock(mutex_);
      seen = std::exchange(pending_[id].unseen, {});
    }
    const bool is_well = check(keeper_->take_in_project(id));
    used_at_ = now();
    const std::lock_guard lock(mutex_);
    Pending& pending = pending_[id];
    pending.project_at = now() + pause(times_.project, now() - begun, kShareOfProject);
    (is_well ? pending.untold : pending.unseen).add(seen);
  }
}

void IndexFollow::take_in_rest() {
  if (is_stopped_ || now() < retry_at_) return;
  const Time begun = now();
  bool has_mirrors = false;
  bool has_activity = false;
  {
    const std::lock_guard lock(mutex_);
    has_mirrors = has_mirrors_ && begun >= mirrors_at_;
    has_activity = has_activity_ && begun >= costs_at_;
    if (has_mirrors) has_mirrors_ = false;
    if (has_activity) has_activity_ = false;
  }
  LiveParts news;
  if (has_mirrors) {
    if (check(keeper_->take_in_mirrors())) news.add(LivePart::continuity);
    mirrors_at_ = now() + pause(times_.project, now() - begun, kShareOfProject);
  }
  if (has_activity && !is_stopped_) {
    const Time costs_begun = now();
    const auto done = keeper_->take_in_costs();
    const bool is_well = check(done.ok() ? base::Result<void>() : done.error());
    if (is_well && done.ok() && *done) news.add(LivePart::costs);
    costs_at_ = now() + pause(times_.costs, now() - costs_begun, kShareOfAll);
    used_at_ = now();
  }
  if (now() >= all_at_ && now() >= retry_at_ && !is_stopped_) {
    const Time all_begun = now();
    check(keeper_->take_in_all({}));
    all_at_ = now() + pause(times_.all, now() - all_begun, kShareOfAll);
  }
  const std::lock_guard lock(mutex_);
  untold_.add(news);
}

void IndexFollow::tell_changes() {
  std::vector<LiveChange> changes;
  {
    const std::lock_guard lock(mutex_);
    if (!untold_.is_empty()) changes.push_back({std::nullopt, std::exchange(untold_, {})});
    for (auto pending = pending_.begin(); pending != pending_.end();) {
      Pending& of = pending->second;
      if (!of.untold.is_empty()) changes.push_back({pending->first, std::exchange(of.untold, {})});
      const bool is_done = of.runs.empty() && of.unseen.is_empty() && now() >= of.project_at;
      pending = is_done ? pending_.erase(pending) : std::next(pending);
    }
  }
  for (const LiveChange& change : changes) changed_(change);
}

}  // namespace engine

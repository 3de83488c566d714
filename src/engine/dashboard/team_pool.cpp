#include "engine/dashboard/team_pool.h"

#include <algorithm>

#include "base/text.h"

namespace engine::dashboard {
namespace {

constexpr std::chrono::milliseconds kTurnPatience{2000};
constexpr std::size_t kConnectionsKeptMax = 3;
constexpr std::chrono::microseconds kConnectionKeptFor{30'000'000};
// The person's settings are read again this often.
constexpr std::chrono::microseconds kJoinedFor{5'000'000};
constexpr std::chrono::microseconds kAwayFor{5'000'000};
// A page is looked at: who has to wait longer than this is better told.
constexpr int kConnectSeconds = 3;
constexpr int kStatementMs = 10'000;
constexpr std::size_t kMachineNameBytesMax = 100;

base::Error no_door() {
  return {base::Code::unavailable, "this server was started without the part that reaches the team",
          "`holdfast serve`, started anew, has it where `holdfast-fleet` lies beside `holdfast`."};
}

}  // namespace

TeamPool::Turn::Turn(TeamPool& of)
    : pool(of), is_mine(pool.turns_.try_acquire_for(kTurnPatience)) {}

TeamPool::Turn::~Turn() {
  if (is_mine) pool.turns_.release();
}

base::Error TeamPool::unavailable(const base::Error& why) {
  return {base::Code::unavailable, why.message, why.hint};
}

indexing::OpenPostgres TeamPool::quick(indexing::OpenPostgres options) const {
  options.connect_timeout_s = kConnectSeconds;
  options.statement_timeout_ms = kStatementMs;
  options.is_ending = &is_ending_;
  return options;
}

base::Error TeamPool::busy() {
  return {base::Code::unavailable, "the team's server is slow, and others wait for it already",
          "Try again in a moment."};
}

base::Result<JoinedFleet> TeamPool::joined() {
  const Time now = system_.clock.steady();
  const std::lock_guard lock(mutex_);
  if (!joined_ || now - joined_at_ >= kJoinedFor) {
    joined_ = joined_fleet(system_, store::homes_of(system_.environment));
    joined_at_ = now;
  }
  return *joined_;
}

base::Result<void> TeamPool::check_not_away() {
  const Time now = system_.clock.steady();
  const std::lock_guard lock(mutex_);
  if (away_ && now < away_until_) return *away_;
  return {};
}

base::Error TeamPool::away(const base::Error& why) {
  const Time now = system_.clock.steady();
  const std::lock_guard lock(mutex_);
  away_ = unavailable(why);
  away_until_ = now + kAwayFor;
  return *away_;
}

std::unique_ptr<TeamPool::Open> TeamPool::take_kept(const std::string& url,
                                                    const std::string& machine) {
  const std::lock_guard lock(mutex_);
  // Another server may have been joined meanwhile.
  std::erase_if(kept_, [&](const std::unique_ptr<Open>& open) { return open->url != url; });
  const auto found =
      std::find_if(kept_.rbegin(), kept_.rend(),
                   [&](const std::unique_ptr<Open>& open) { return open->machine == machine; });
  if (found == kept_.rend()) return nullptr;
  std::unique_ptr<Open> open = std::move(*found);
  kept_.erase(std::next(found).base());
  open->was_kept = true;
  return open;
}

base::Result<std::unique_ptr<TeamPool::Open>> TeamPool::borrow(const std::string& machine,
                                                               bool is_fresh) {
  TRY(check_not_away());
  const auto fleet = joined();
  if (!fleet.ok()) return unavailable(fleet.error());
  if (door_ == nullptr) return no_door();
  if (!is_fresh) {
    if (auto kept = take_kept(fleet->options.url, machine)) return kept;
  }
  indexing::OpenPostgres options = quick(fleet->options);
  options.reads =
      machine.empty() ? indexing::OpenPostgres::Reads::all : indexing::OpenPostgres::Reads::own;
  if (!machine.empty()) options.machine = machine;
  auto lists = door_->open_lists(options);
  if (!lists.ok()) return away(lists.error());
  auto open = std::make_unique<Open>();
  open->lists = *std::move(lists);
  open->url = options.url;
  open->machine = machine;
  return open;
}

void TeamPool::give_back(std::unique_ptr<Open> open) {
  std::unique_ptr<Open> oldest;  // Behind the lock: closing takes a while.
  open->used_at = system_.clock.steady();
  const std::lock_guard lock(mutex_);
  away_.reset();
  kept_.push_back(std::move(open));
  if (kept_.size() <= kConnectionsKeptMax) return;
  oldest = std::move(kept_.front());
  kept_.erase(kept_.begin());
}

base::Result<std::vector<TeamMachine>> TeamPool::machines(std::chrono::microseconds age) {
  const auto known = [&]() -> std::optional<std::vector<TeamMachine>> {
    const std::lock_guard lock(mutex_);
    if (!machines_at_ || system_.clock.steady() - *machines_at_ > age) return std::nullopt;
    return machines_;
  };
  if (auto found = known()) return *std::move(found);
  TRY(check_not_away());
  const Turn turn(*this);
  if (!turn.is_mine) return busy();
  // Whoever had the turn before may have asked the same, or found that nobody answers.
  if (auto found = known()) return *std::move(found);
  TRY(check_not_away());
  const auto fleet = joined();
  if (!fleet.ok()) return unavailable(fleet.error());
  if (door_ == nullptr) return no_door();
  const auto all = door_->open_fleet(quick(fleet->options));
  if (!all.ok()) return away(all.error());
  const auto rows = (*all)->machines();
  if (!rows.ok()) return away(rows.error());
  std::vector<TeamMachine> found;
  for (const indexing::MachineRow& row : *rows) {
    found.push_back(
        {row.id, std::string(base::clip_utf8(row.name, kMachineNameBytesMax)), row.seen_at});
  }
  const std::lock_guard lock(mutex_);
  away_.reset();
  machines_ = found;
  machines_at_ = system_.clock.steady();
  return found;
}

base::Result<std::string> TeamPool::own_machine() {
  const auto fleet = joined();
  if (!fleet.ok()) return unavailable(fleet.error());
  return fleet->place.machine;
}

std::optional<TeamState> TeamPool::state() {
  const auto fleet = joined();
  if (!fleet.ok() && fleet.error().code == base::Code::not_found) return std::nullopt;
  TeamState state;
  if (!fleet.ok()) {
    state.problem = fleet.error().message;
    return state;
  }
  state.server = fleet->place.server;
  state.machine_name = fleet->place.machine_name;
  const std::lock_guard lock(mutex_);
  if (door_ == nullptr) {
    state.problem = no_door().message;
  } else if (away_) {
    state.problem = away_->message;
  }
  return state;
}

std::size_t TeamPool::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

bool TeamPool::close_idle() {
  const Time now = system_.clock.steady();
  std::vector<std::unique_ptr<Open>> closed;  // Behind the lock: closing takes a while.
  const std::lock_guard lock(mutex_);
  while (!kept_.empty() && now - kept_.front()->used_at > kConnectionKeptFor) {
    closed.push_back(std::move(kept_.front()));
    kept_.erase(kept_.begin());
  }
  return !closed.empty();
}

}  // namespace engine::dashboard

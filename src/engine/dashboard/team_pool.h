// Lists of the team's server that are open, for the questions of several threads. Private to this
// folder.
#pragma once
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/fleet_place.h"
#include "index/lists.h"
#include "os/system.h"

namespace engine::dashboard {

// Another machine's word for itself, and what the server has of it.
struct TeamMachine {
  std::string id;
  std::string name;
  std::string seen_at;  // When it last sent something; empty: never.
};

class TeamPool {
 public:
  // `door` may be nullptr: then nothing can be asked. Both outlive this.
  TeamPool(os::System system, FleetDoor* door) : system_(system), door_(door) {}
  TeamPool(const TeamPool&) = delete;
  TeamPool& operator=(const TeamPool&) = delete;

  // What `question`, a function of lists that gives a Result, says of all machines, or of `machine`
  // alone where that is not empty. unavailable where no server was joined or it does not answer:
  // then it is not asked again for some seconds, so that no page waits for it again and again.
  template <typename Question>
  auto ask(const std::string& machine, const Question& question)
      -> std::invoke_result_t<Question, indexing::Lists&> {
    const Turn turn(*this);
    if (!turn.is_mine) return busy();
    for (bool is_fresh = false;; is_fresh = true) {
      auto open = borrow(machine, is_fresh);
      if (!open.ok()) return std::move(open).error();
      auto outcome = question(*(*open)->lists);
      if (outcome.ok()) {
        give_back(*std::move(open));
        return outcome;
      }
      // A question that was too much for it says nothing about the next one.
      if (outcome.error().code != base::Code::unavailable) return unavailable(outcome.error());
      // One that was kept may have been cut off meanwhile; one that is new says what is the case.
      if ((*open)->was_kept && !is_fresh) continue;
      return away(outcome.error());
    }
  }

  // Those that have joined, as they were `age` ago at most.
  base::Result<std::vector<TeamMachine>> machines(std::chrono::microseconds age);

  // The id that this machine has there. unavailable.
  base::Result<std::string> own_machine();
  // What is known without asking the server. Nothing where none was joined.
  std::optional<TeamState> state();
  // From now on nobody waits for an answer. From any thread.
  void end() { is_ending_ = true; }
  // How many are open and not in use.
  std::size_t kept() const;
  // Closes those that were not asked for a while; whether there were any.
  bool close_idle();

 private:
  using Time = std::chrono::microseconds;
  static constexpr std::ptrdiff_t kAskingMax = 3;

  // One of the few that may ask at the same time. A server that hangs must not hold up all threads
  // of ours, which answer hooks too: after a while there is no turn.
  struct Turn {
    explicit Turn(TeamPool& pool);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();
    TeamPool& pool;
    bool is_mine;
  };

  struct Open {
    std::unique_ptr<indexing::Lists> lists;
    std::string url;
    std::string machine;
    Time used_at{0};
    bool was_kept = false;
  };

  base::Result<JoinedFleet> joined();
  base::Result<void> check_not_away();
  base::Result<std::unique_ptr<Open>> borrow(const std::string& machine, bool is_fresh);
  std::unique_ptr<Open> take_kept(const std::string& url, const std::string& machine);
  void give_back(std::unique_ptr<Open> open);
  // Remembers it for a while.
  base::Error away(const base::Error& why);
  static base::Error busy();
  // The page asks for the team; whatever is in the way of it, the team is not to be had.
  static base::Error unavailable(const base::Error& why);
  // For a page that somebody looks at.
  indexing::OpenPostgres quick(indexing::OpenPostgres options) const;

  os::System system_;
  FleetDoor* door_;
  std::atomic<bool> is_ending_ = false;
  std::counting_semaphore<kAskingMax> turns_{kAskingMax};
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Open>> kept_;  // The last used at the end.
  std::optional<base::Result<JoinedFleet>> joined_;
  Time joined_at_{0};
  std::optional<base::Error> away_;
  Time away_until_{0};
  std::vector<TeamMachine> machines_;
  std::optional<Time> machines_at_;
};

}  // namespace engine::dashboard

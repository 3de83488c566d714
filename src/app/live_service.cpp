#include "app/live_service.h"

#include "base/digest.h"

namespace app {
namespace {

// No other server's: a browser may come back to another one at the same address.
std::string instance_of(os::Random& random) {
  constexpr std::size_t kBytes = 8;
  std::string bytes(kBytes, '\0');
  random.fill(bytes.data(), bytes.size());
  constexpr std::size_t kDigits = 16;
  return base::to_hex(base::sha256(bytes)).substr(0, kDigits);
}

}  // namespace

LiveService::LiveService(os::System system, std::function<web::ServerInfo()> info,
                         std::function<void()> is_quiet)
    : hub_(instance_of(system.random), std::move(info)),
      feed_(hub_),
      index_(system, [this](const engine::LiveChange& change) { feed_.changed(change); }),
      fleet_(system, programs_) {
  auto watcher = os::open_folder_watcher();
  if (!watcher.ok()) {
    problem_ = "nothing is told while it happens: " + watcher.error().message;
    return;
  }
  follower_.emplace(engine::LiveFollower::Options{system, *std::move(watcher), feed_,
                                                  [this](const engine::LiveTouch& touch) {
                                                    index_.touch(touch);
                                                    fleet_.touch();
                                                  },
                                                  std::move(is_quiet)});
}

LiveService::~LiveService() { end(); }

web::Endpoint LiveService::endpoint() {
  return {"/api/v1/live", web::Access::Needs::owner,
          [this](const web::ExchangePtr& exchange) { hub_.handle(exchange); }};
}

web::IndexState LiveService::index_state() const {
  engine::IndexFollow::State state = index_.state();
  web::IndexState shown{state.behind_bytes, state.is_catching_up, std::move(state.problems)};
  if (!problem_.empty()) shown.problems.insert(shown.problems.begin(), problem_);
  return shown;
}

void LiveService::start() {
  if (follower_) follower_->start();
  index_.start();
  fleet_.start();
}

void LiveService::end() {
  if (follower_) follower_->stop();
  index_.stop();
  fleet_.stop();
  hub_.end();
}

}  // namespace app

// The dashboard's live side: what follows the projects and the index, and who is told.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/fleet_follow.h"
#include "engine/index_follow.h"
#include "engine/live_follower.h"
#include "os/detached.h"
#include "os/system.h"
#include "web/live_feed.h"
#include "web/live_hub.h"
#include "web/server_info.h"
#include "web/site.h"

namespace app {

class LiveService {
 public:
  // `info` is asked when a stream begins; `is_quiet` is called now and then while nothing happens.
  // The doors outlive this.
  LiveService(os::System system, std::function<web::ServerInfo()> info,
              std::function<void()> is_quiet);
  LiveService(const LiveService&) = delete;
  LiveService& operator=(const LiveService&) = delete;
  ~LiveService();  // Waits for its threads.

  // GET /api/v1/live
  web::Endpoint endpoint();
  // Who is told of what others follow.
  engine::LiveListener& listener() { return feed_; }
  // How many browsers listen; from any thread.
  std::size_t streams() const { return hub_.streams(); }
  // For ServerInfo; from any thread.
  web::IndexState index_state() const;

  void start();
  // Does not wait; from any thread.
  void end();

 private:
  web::LiveHub hub_;
  web::LiveFeed feed_;
  engine::IndexFollow index_;
  os::RealDetachedPrograms programs_;
  engine::FleetFollow fleet_;  // Does nothing where no team's server was joined.
  std::optional<engine::LiveFollower> follower_;
  std::string problem_;  // Why there is no follower.
};

}  // namespace app

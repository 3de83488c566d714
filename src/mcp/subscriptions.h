// Who wants to be told what: changed lists, and resources with a new version. Providers are asked
// for versions about twice a second, and only while somebody has subscribed to a resource.
#pragma once
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "base/time.h"
#include "jsonrpc/message.h"
#include "mcp/feature.h"

namespace mcp {

// How many resources one client may subscribe to.
inline constexpr std::size_t kUrisMax = 1000;

struct Interest {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  std::set<std::string> uris;
};

class Subscriptions {
 public:
  // Called with a notification, on the thread that noticed the change. It may be called once more
  // after `remove`, so it must own what it uses.
  using Sink = std::function<void(const jsonrpc::Notification& change)>;
  using Key = std::uint64_t;

  // Borrowed; the catalogue outlives this.
  explicit Subscriptions(Catalogue& catalogue, base::Millis interval = base::Millis{500});
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;
  ~Subscriptions();

  Key add(Interest interest, Sink sink);
  void remove(Key key);
  // Nothing where there is no such subscriber.
  void add_uri(Key key, const std::string& uri);
  void remove_uri(Key key, const std::string& uri);
  // For tests: what the poller does each time.
  void poll();

 private:
  struct Subscriber {
    Interest interest;
    Sink sink;
  };
  // Outlives this where the catalogue does: it calls back for ever.
  struct Shared;

  std::string version_of(const std::string& uri) const;
  void watch(const std::set<std::string>& uris);
  void run_poller();

  Catalogue& catalogue_;
  base::Millis interval_;
  std::shared_ptr<Shared> shared_;  // Shared with the catalogue's callback.
  std::thread poller_;
};

}  // namespace mcp

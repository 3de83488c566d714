#include "mcp/subscriptions.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace mcp {

struct Subscriptions::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<Key, Subscriber> subscribers;
  std::map<std::string, std::string> versions;  // Of each URI that somebody subscribed to.
  Key last_key = 0;
  bool is_closing = false;

  // Without the lock: a sink may take its time, or come back to unsubscribe.
  template <typename Wants>
  void tell(const jsonrpc::Notification& change, Wants wants) {
    std::vector<Sink> told;
    {
      const std::lock_guard lock(mutex);
      for (const auto& [key, subscriber] : subscribers) {
        if (wants(subscriber.interest)) told.push_back(subscriber.sink);
      }
    }
    for (const Sink& sink : told) sink(change);
  }

  void tell_list(Catalogue::Kind kind) {
    switch (kind) {
      case Catalogue::Kind::tools:
        return tell({"notifications/tools/list_changed", {}},
                    [](const Interest& interest) { return interest.tools; });
      case Catalogue::Kind::prompts:
        return tell({"notifications/prompts/list_changed", {}},
                    [](const Interest& interest) { return interest.prompts; });
      case Catalogue::Kind::resources:
        return tell({"notifications/resources/list_changed", {}},
                    [](const Interest& interest) { return interest.resources; });
    }
  }

  // With the lock held: versions of what nobody wants any more are forgotten.
  void forget_unwanted() {
    std::set<std::string> wanted;
    for (const auto& [key, subscriber] : subscribers) {
      wanted.insert(subscriber.interest.uris.begin(), subscriber.interest.uris.end());
    }
    std::erase_if(versions, [&](const auto& known) { return !wanted.contains(known.first); });
  }
};

Subscriptions::Subscriptions(Catalogue& catalogue, base::Millis interval)
    : catalogue_(catalogue), interval_(interval), shared_(std::make_shared<Shared>()) {
  catalogue.on_changed([weak = std::weak_ptr(shared_)](Catalogue::Kind kind) {
    if (const auto shared = weak.lock()) shared->tell_list(kind);
  });
}

Subscriptions::~Subscriptions() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->is_closing = true;
  }
  shared_->changed.notify_all();
  if (poller_.joinable()) poller_.join();
}

Subscriptions::Key Subscriptions::add(Interest interest, Sink sink) {
  const std::set<std::string> uris = interest.uris;
  Key key = 0;
  {
    const std::lock_guard lock(shared_->mutex);
    key = ++shared_->last_key;
    shared_->subscribers.emplace(key, Subscriber{std::move(interest), std::move(sink)});
  }
  watch(uris);
  return key;
}

void Subscriptions::remove(Key key) {
  // Gone only after the lock: its sink may hold the last reference to what unsubscribes in turn.
  std::map<Key, Subscriber>::node_type removed;
  const std::lock_guard lock(shared_->mutex);
  removed = shared_->subscribers.extract(key);
  shared_->forget_unwanted();
}

void Subscriptions::add_uri(Key key, const std::string& uri) {
  {
    const std::lock_guard lock(shared_->mutex);
    const auto subscriber = shared_->subscribers.find(key);
    if (subscriber == shared_->subscribers.end()) return;
    subscriber->second.interest.uris.insert(uri);
  }
  watch({uri});
}

void Subscriptions::remove_uri(Key key, const std::string& uri) {
  const std::lock_guard lock(shared_->mutex);
  const auto subscriber = shared_->subscribers.find(key);
  if (subscriber == shared_->subscribers.end()) return;
  subscriber->second.interest.uris.erase(uri);
  shared_->forget_unwanted();
}

std::string Subscriptions::version_of(const std::string& uri) const {
  for (const auto& provider : catalogue_.resources()) {
    std::string version = provider->version(uri);
    if (!version.empty()) return version;
  }
  return {};
}

// From now on, changes of these are noticed.
void Subscriptions::watch(const std::set<std::string>& uris) {
  if (uris.empty()) return;
  for (const std::string& uri : uris) {
    std::string version = version_of(uri);
    const std::lock_guard lock(shared_->mutex);
    shared_->versions.emplace(uri, std::move(version));
  }
  const std::lock_guard lock(shared_->mutex);
  if (shared_->is_closing) return;
  if (!poller_.joinable()) poller_ = std::thread([this] { run_poller(); });
  shared_->changed.notify_all();
}

void Subscriptions::run_poller() {
  std::unique_lock lock(shared_->mutex);
  while (true) {
    shared_->changed.wait(lock, [&] { return shared_->is_closing || !shared_->versions.empty(); });
    shared_->changed.wait_for(lock, interval_, [&] { return shared_->is_closing; });
    if (shared_->is_closing) return;
    lock.unlock();
    poll();
    lock.lock();
  }
}

void Subscriptions::poll() {
  std::map<std::string, std::string> known;
  {
    const std::lock_guard lock(shared_->mutex);
    known = shared_->versions;
  }
  for (const auto& row : known) {
    const std::string& uri = row.first;
    std::string now = version_of(uri);
    if (now == row.second) continue;
    {
      const std::lock_guard lock(shared_->mutex);
      const auto watched = shared_->versions.find(uri);
      if (watched == shared_->versions.end()) continue;
      watched->second = std::move(now);
    }
    shared_->tell({"notifications/resources/updated", base::JsonBox(base::Json{{"uri", uri}})},
                  [&](const Interest& interest) { return interest.uris.contains(uri); });
  }
}

}  // namespace mcp

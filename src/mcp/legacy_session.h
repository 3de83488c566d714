// What the server remembers of one client of the legacy era, from its `initialize` to its end: on
// stdio for as long as the process lives, over HTTP under a session id.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "jsonrpc/pending_calls.h"
#include "mcp/era.h"
#include "mcp/feature.h"
#include "mcp/in_flight.h"
#include "mcp/subscriptions.h"

namespace mcp {

// Safe from any thread.
class LegacySession {
 public:
  // Sends what belongs to no request: changed lists, updated resources.
  using NoticeSink = std::function<void(const base::Json& message)>;

  explicit LegacySession(NoticeSink sink) : sink_(std::move(sink)) {}
  LegacySession(const LegacySession&) = delete;
  LegacySession& operator=(const LegacySession&) = delete;

  void begin(ClientInfo client);
  ClientInfo client() const;
  std::string version() const;  // The newest before `initialize`.
  bool has_capability(const char* name) const;

  void set_log_level(LogLevel level) { log_level_ = static_cast<int>(level); }
  // False for every level until the client has chosen one.
  bool wants(LogLevel level) const { return static_cast<int>(level) >= log_level_; }

  void notify(const base::Json& message) const { sink_(message); }

  // From `notifications/initialized` on; once.
  void subscribe(Subscriptions& subscriptions, const std::shared_ptr<LegacySession>& self);
  // -32602 over the limit.
  std::optional<ProtocolError> add_uri(Subscriptions& subscriptions, const std::string& uri,
                                       const std::shared_ptr<LegacySession>& self);
  void remove_uri(Subscriptions& subscriptions, const std::string& uri);
  // Nothing is sent and nothing is waited for any more.
  void end(Subscriptions& subscriptions);

  InFlight& in_flight() { return in_flight_; }
  jsonrpc::PendingCalls& pending() { return pending_; }

 private:
  static constexpr int kNoLevel = 100;

  NoticeSink sink_;
  mutable std::mutex mutex_;
  ClientInfo client_;
  std::optional<Subscriptions::Key> subscription_;
  std::set<std::string> uris_;
  bool has_ended_ = false;
  std::atomic<int> log_level_ = kNoLevel;
  InFlight in_flight_;
  jsonrpc::PendingCalls pending_;
};

}  // namespace mcp

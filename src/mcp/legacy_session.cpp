#include "mcp/legacy_session.h"

#include <nlohmann/json.hpp>

#include "mcp/protocol_error.h"

namespace mcp {

void LegacySession::begin(ClientInfo client) {
  const std::lock_guard lock(mutex_);
  client_ = std::move(client);
}

ClientInfo LegacySession::client() const {
  const std::lock_guard lock(mutex_);
  return client_;
}

std::string LegacySession::version() const {
  const std::lock_guard lock(mutex_);
  return client_.protocol.empty() ? std::string(kLegacyVersions.front()) : client_.protocol;
}

bool LegacySession::has_capability(const char* name) const {
  const std::lock_guard lock(mutex_);
  const base::Json& capabilities = client_.capabilities.get();
  return capabilities.is_object() && capabilities.contains(name);
}

void LegacySession::subscribe(Subscriptions& subscriptions,
                              const std::shared_ptr<LegacySession>& self) {
  const std::lock_guard lock(mutex_);
  if (subscription_ || has_ended_) return;
  subscription_ =
      subscriptions.add({.tools = true, .prompts = true, .resources = true, .uris = {}},
                        [weak = std::weak_ptr(self)](const jsonrpc::Notification& change) {
                          if (const auto session = weak.lock()) session->notify(to_json(change));
                        });
}

std::optional<ProtocolError> LegacySession::add_uri(Subscriptions& subscriptions,
                                                    const std::string& uri,
                                                    const std::shared_ptr<LegacySession>& self) {
  subscribe(subscriptions, self);
  const std::lock_guard lock(mutex_);
  if (uris_.size() >= kUrisMax && !uris_.contains(uri)) {
    return invalid_params("too many subscriptions");
  }
  uris_.insert(uri);
  if (subscription_) subscriptions.add_uri(*subscription_, uri);
  return std::nullopt;
}

void LegacySession::remove_uri(Subscriptions& subscriptions, const std::string& uri) {
  const std::lock_guard lock(mutex_);
  uris_.erase(uri);
  if (subscription_) subscriptions.remove_uri(*subscription_, uri);
}

void LegacySession::end(Subscriptions& subscriptions) {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    if (subscription_) subscriptions.remove(*subscription_);
    subscription_.reset();
  }
  pending_.close();
  in_flight_.cancel_all();
}

}  // namespace mcp

#include "mcp/listen.h"

#include <atomic>
#include <nlohmann/json.hpp>
#include <variant>

#include "mcp/meta.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

struct Wanted {
  Interest interest;
  Json acknowledged = Json::object();  // The filter as it is honoured.
};

std::optional<ProtocolError> read_flag(const Json& filter, const char* key, bool& flag,
                                       Json& acknowledged) {
  const auto member = filter.find(key);
  if (member == filter.end()) return std::nullopt;
  if (!member->is_boolean()) return invalid_params(std::string(key) + " is not true or false");
  flag = member->get<bool>();
  if (flag) acknowledged[key] = true;
  return std::nullopt;
}

std::optional<ProtocolError> read_uris(const Json& filter, Wanted& wanted) {
  const auto uris = filter.find("resourceSubscriptions");
  if (uris == filter.end()) return std::nullopt;
  if (!uris->is_array() || uris->size() > kUrisMax) {
    return invalid_params("resourceSubscriptions is no list of at most 1000 URIs");
  }
  for (const Json& uri : *uris) {
    if (!uri.is_string()) return invalid_params("resourceSubscriptions has what is no string");
    wanted.interest.uris.insert(uri.get<std::string>());
  }
  wanted.acknowledged["resourceSubscriptions"] = *uris;
  return std::nullopt;
}

std::variant<Wanted, ProtocolError> read_filter(const Json& params) {
  const auto filter = params.find("notifications");
  if (filter == params.end() || !filter->is_object()) {
    return invalid_params("notifications is missing or not an object");
  }
  Wanted wanted;
  Interest& interest = wanted.interest;
  Json& acknowledged = wanted.acknowledged;
  if (auto error = read_flag(*filter, "toolsListChanged", interest.tools, acknowledged)) {
    return *std::move(error);
  }
  if (auto error = read_flag(*filter, "promptsListChanged", interest.prompts, acknowledged)) {
    return *std::move(error);
  }
  if (auto error = read_flag(*filter, "resourcesListChanged", interest.resources, acknowledged)) {
    return *std::move(error);
  }
  if (auto error = read_uris(*filter, wanted)) return *std::move(error);
  return wanted;
}

Json marked(jsonrpc::Notification notification, const jsonrpc::Id& subscription) {
  Json params = notification.params.get().is_object() ? notification.params.get() : Json::object();
  params["_meta"][kMetaSubscription] = subscription.to_json();
  notification.params = JsonBox(std::move(params));
  return to_json(notification);
}

// One open subscription. Owned by the server's endings; sink and cancellation look it up.
class Listener {
 public:
  Listener(Server& server, std::shared_ptr<Call> call, std::shared_ptr<InFlight> in_flight)
      : server_(server), call_(std::move(call)), in_flight_(std::move(in_flight)) {}

  void tell(const jsonrpc::Notification& change) {
    if (!has_ended_) call_->reply().send(marked(change, id()));
  }

  void set_keys(Subscriptions::Key subscription, Endings::Key ending) {
    subscription_ = subscription;
    ending_ = ending;
  }

  void cancel() {
    if (close()) call_->reply().abandon();
  }

  void end() {
    if (!close()) return;
    call_->finish({{"resultType", "complete"}, {"_meta", {{kMetaSubscription, id().to_json()}}}});
  }

 private:
  const jsonrpc::Id& id() const { return call_->request().id; }

  // False where it was closed before.
  bool close() {
    if (has_ended_.exchange(true)) return false;
    server_.subscriptions().remove(subscription_);
    server_.endings().remove(ending_);
    in_flight_->remove(id());
    return true;
  }

  Server& server_;  // Outlives its subscriptions.
  std::shared_ptr<Call> call_;
  std::shared_ptr<InFlight> in_flight_;
  Subscriptions::Key subscription_ = 0;
  Endings::Key ending_ = 0;
  std::atomic<bool> has_ended_ = false;
};

}  // namespace

std::optional<ProtocolError> listen(Server& server, std::shared_ptr<Call> call,
                                    std::shared_ptr<InFlight> in_flight) {
  auto filter = read_filter(call->request().params.get());
  if (auto* error = std::get_if<ProtocolError>(&filter)) return std::move(*error);
  Wanted& wanted = std::get<Wanted>(filter);
  const auto listener = std::make_shared<Listener>(server, call, std::move(in_flight));
  const auto ending = server.endings().add([listener] { listener->end(); });
  if (!ending) return busy();
  listener->tell({"notifications/subscriptions/acknowledged",
                  JsonBox(Json{{"notifications", std::move(wanted.acknowledged)}})});
  const std::weak_ptr<Listener> weak = listener;
  const Subscriptions::Key subscription = server.subscriptions().add(
      std::move(wanted.interest), [weak](const jsonrpc::Notification& change) {
        if (const auto open = weak.lock()) open->tell(change);
      });
  listener->set_keys(subscription, *ending);
  // At once where it was cancelled meanwhile.
  call->cancellation()->on_cancelled([weak] {
    if (const auto open = weak.lock()) open->cancel();
  });
  return std::nullopt;
}

}  // namespace mcp

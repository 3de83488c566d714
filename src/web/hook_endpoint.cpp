#include "web/hook_endpoint.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "web/query.h"

namespace web {
namespace {

http::Response failed(int status, const std::string& what) {
  base::Error error{base::Code::unavailable, what,
                    "A hook with \"onFailure\":\"block\" stops what it was asked about."};
  http::Response response = error_response(error);
  response.status = status;
  return response;
}

os::Input input_of(const http::Request& request) {
  os::Input input;
  input.truncated = request.body.size() > HookEndpoint::kBytesMax;
  input.bytes = request.body.substr(0, HookEndpoint::kBytesMax);
  return input;
}

}  // namespace

// One hook, which its own thread and the deadline's both want to answer; the first one does.
class HookEndpoint::Call {
 public:
  Call(ExchangePtr exchange, Metrics& metrics) : exchange_(std::move(exchange)), metrics_(metrics) {
    on_timeout_.failure = "the hook did not come to an answer in time";
    on_timeout_.kind = HookAnswerKind::late;
  }

  void prepare(HookReply on_timeout) {
    const std::lock_guard lock(mutex_);
    on_timeout_ = std::move(on_timeout);
    on_timeout_.kind = HookAnswerKind::late;
  }

  // Whether it was the first.
  bool answer(const HookReply& reply) {
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(is_answered_, true)) return false;
    }
    send(reply);
    return true;
  }

  void time_is_over() {
    HookReply reply;
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(is_answered_, true)) return;
      reply = std::move(on_timeout_);
    }
    send(reply);
  }

  Deadlines::Clock::time_point begin() const { return begin_; }

 private:
  void send(const HookReply& reply) {
    metrics_.count_hook(reply.event, reply.kind, Deadlines::Clock::now() - begin_);
    if (!reply.failure.empty()) {
      const bool is_late = reply.kind == HookAnswerKind::late;
      return exchange_->respond(failed(is_late ? 503 : 400, reply.failure));
    }
    http::Response response = http::response(200, "application/json", reply.output);
    response.headers.set("Cache-Control", "no-store");
    exchange_->respond(std::move(response));
  }

  const ExchangePtr exchange_;
  Metrics& metrics_;
  const Deadlines::Clock::time_point begin_ = Deadlines::Clock::now();
  std::mutex mutex_;
  bool is_answered_ = false;
  HookReply on_timeout_;
};

HookEndpoint::HookEndpoint(Options options, Metrics& metrics)
    : options_(std::move(options)), metrics_(metrics) {}

Endpoint HookEndpoint::endpoint() {
  return {std::string(kPath), Access::Needs::agent,
          [this](const ExchangePtr& exchange) { handle(exchange); }};
}

const HookHost* HookEndpoint::host_of(std::string_view path) const {
  if (!path.starts_with(kPath)) return nullptr;
  const auto found =
      std::find_if(options_.hosts.begin(), options_.hosts.end(),
                   [&](const HookHost& host) { return host.name == path.substr(kPath.size()); });
  return found == options_.hosts.end() ? nullptr : &*found;
}

void HookEndpoint::handle(const ExchangePtr& exchange) {
  const http::Request& request = exchange->request();
  const HookHost* const host = host_of(request.path);
  if (host == nullptr) {
    std::vector<std::string> names;
    for (const HookHost& one : options_.hosts) names.push_back(one.name);
    return exchange->respond(
        error_response({base::Code::not_found, "no host of that name posts hooks to this version",
                        "There is: " + base::join(names, ", ") + "."}));
  }
  if (request.method != "POST") {
    http::Response refused = failed(405, "a hook is posted");
    refused.headers.set("Allow", "POST");
    return exchange->respond(std::move(refused));
  }
  // Shared with the deadline, which may answer while the hook still works.
  const auto call = std::make_shared<Call>(exchange, metrics_);
  Deadlines::Ticket ticket =
      deadlines_.add(call->begin() + options_.limit, [call] { call->time_is_over(); });
  const Query query(request.query);
  HookQuestion question{query.text("event").value_or(""), query.text("project").value_or(""),
                        input_of(request)};
  const HookReply reply =
      host->answer(std::move(question), [&](HookReply on_timeout, base::Millis limit) {
        call->prepare(std::move(on_timeout));
        deadlines_.move(ticket, call->begin() + limit);
      });
  deadlines_.cancel(ticket);
  const bool is_told = call->answer(reply);
  if (!reply.warning.empty() && options_.say) options_.say(reply.warning);
  if (is_told && reply.when_told) reply.when_told();
}

}  // namespace web

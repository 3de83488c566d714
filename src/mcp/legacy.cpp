#include "mcp/legacy.h"

#include <nlohmann/json.hpp>

#include "mcp/client_questions.h"
#include "mcp/description.h"
#include "mcp/meta.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

// A call of the legacy era and whom it belongs to.
struct LegacyCall {
  Server& server;  // Outlives its calls.
  LegacySessionPtr session;
  std::shared_ptr<Call> call;  // Shared with the thread that it goes on on.
  int rounds = 0;
};

void settle(const LegacyCall& legacy, Outcome<JsonBox> outcome) {
  if (auto* result = std::get_if<JsonBox>(&outcome)) {
    legacy.call->finish(std::move(result->get()));
  } else {
    legacy.call->fail(std::get<ProtocolError>(std::move(outcome)));
  }
  legacy.session->in_flight().remove(legacy.call->request().id);
}

// Asks and calls again until there is a result. On a worker: it waits for a person.
void ask_until_done(LegacyCall legacy, InputRequired required) {
  while (true) {
    if (++legacy.rounds > legacy.server.options().input_rounds_max) {
      return settle(legacy, ProtocolError{jsonrpc::kInternalError, "Too many questions", {}});
    }
    auto answers = ask_client(*legacy.session, *legacy.call, required.requests,
                              legacy.server.options().input_timeout);
    if (auto* error = std::get_if<ProtocolError>(&answers)) {
      return settle(legacy, std::move(*error));
    }
    legacy.call->set_answers(std::move(std::get<JsonBox>(answers).get()),
                             std::move(required.state.get()));
    auto outcome = legacy.server.answer(question_of(Era::legacy, *legacy.call), *legacy.call);
    auto* more = std::get_if<InputRequired>(&*outcome);
    if (more == nullptr) return settle(legacy, *std::move(outcome));
    required = std::move(*more);
  }
}

void run_call(const LegacyCall& legacy) {
  auto outcome = legacy.server.answer(question_of(Era::legacy, *legacy.call), *legacy.call);
  if (!outcome) return settle(legacy, method_not_found(legacy.call->request().method));
  auto* required = std::get_if<InputRequired>(&*outcome);
  if (required == nullptr) return settle(legacy, *std::move(outcome));
  const auto work = [legacy, required = std::move(*required)] { ask_until_done(legacy, required); };
  if (!legacy.server.go_on(work)) settle(legacy, busy());
}

void start_call(Server& server, const LegacySessionPtr& session, jsonrpc::Request request,
                std::shared_ptr<Reply> reply) {
  JsonBox token = progress_token(request.params.get());
  auto call =
      std::make_shared<Call>(CallStart{std::move(request), session->client(), std::move(token),
                                       [weak = std::weak_ptr(session)](LogLevel level) {
                                         const auto kept = weak.lock();
                                         return kept && kept->wants(level);
                                       },
                                       std::move(reply)});
  if (!session->in_flight().add(call->request().id, call->cancellation())) {
    return call->fail({jsonrpc::kInvalidRequest, "A request with this id is under way", {}});
  }
  const LegacyCall legacy{server, session, call};
  const bool on_worker = server.may_wait(question_of(Era::legacy, *call));
  if (!server.run(on_worker, [legacy] { run_call(legacy); })) settle(legacy, busy());
}

Outcome<JsonBox> initialize(const Server& server, LegacySession& session, const Json& params) {
  if (!params.is_object()) return invalid_params("protocolVersion is missing");
  const auto version = params.find("protocolVersion");
  if (version == params.end() || !version->is_string()) {
    return invalid_params("protocolVersion is missing or not a string");
  }
  ClientInfo client;
  client.protocol = negotiated_version(version->get_ref<const std::string&>());
  if (const auto info = params.find("clientInfo"); info != params.end()) {
    read_client_info(*info, client);
  }
  const auto capabilities = params.find("capabilities");
  client.capabilities = JsonBox(
      capabilities != params.end() && capabilities->is_object() ? *capabilities : Json::object());
  Json result = {{"protocolVersion", client.protocol},
                 {"capabilities", server.capabilities()},
                 {"serverInfo", to_json(server.options().identity)}};
  const std::string& instructions = server.options().identity.instructions;
  if (!instructions.empty()) result["instructions"] = instructions;
  session.begin(std::move(client));
  return JsonBox(std::move(result));
}

Outcome<JsonBox> set_level(LegacySession& session, const Json& params) {
  std::optional<LogLevel> level;
  if (params.is_object() && params.contains("level") && params["level"].is_string()) {
    level = log_level_from_name(params["level"].get_ref<const std::string&>());
  }
  if (!level) return invalid_params("level is not one of the known ones");
  session.set_log_level(*level);
  return JsonBox(Json::object());
}

Outcome<JsonBox> subscribe(Server& server, const LegacySessionPtr& session, const Json& params,
                           bool is_wanted) {
  if (!params.is_object() || !params.contains("uri") || !params["uri"].is_string()) {
    return invalid_params("uri is missing or not a string");
  }
  const std::string& uri = params["uri"].get_ref<const std::string&>();
  if (!is_wanted) {
    session->remove_uri(server.subscriptions(), uri);
  } else if (auto error = session->add_uri(server.subscriptions(), uri, session)) {
    return *std::move(error);
  }
  return JsonBox(Json::object());
}

// What is answered at once and has to do with the session alone.
std::optional<Outcome<JsonBox>> answer_session(Server& server, const LegacySessionPtr& session,
                                               const jsonrpc::Request& request) {
  const Json& params = request.params.get();
  if (request.method == "initialize") return initialize(server, *session, params);
  if (request.method == "ping") return JsonBox(Json::object());
  if (request.method == "logging/setLevel") return set_level(*session, params);
  if (request.method == "resources/subscribe") return subscribe(server, session, params, true);
  if (request.method == "resources/unsubscribe") return subscribe(server, session, params, false);
  return std::nullopt;
}

}  // namespace

void serve_legacy(Server& server, const LegacySessionPtr& session, jsonrpc::Request request,
                  std::shared_ptr<Reply> reply) {
  auto outcome = answer_session(server, session, request);
  if (!outcome) return start_call(server, session, std::move(request), std::move(reply));
  if (auto* result = std::get_if<JsonBox>(&*outcome)) {
    return reply->finish(jsonrpc::result_of(request.id, std::move(result->get())));
  }
  reply->finish(jsonrpc::error_of(request.id, to_error(std::get<ProtocolError>(*outcome))));
}

void note_legacy(Server& server, const LegacySessionPtr& session,
                 const jsonrpc::Notification& notification) {
  if (notification.method == "notifications/initialized") {
    session->subscribe(server.subscriptions(), session);
  } else if (notification.method == "notifications/cancelled") {
    cancel_named(session->in_flight(), notification.params.get());
  }
}

void cancel_named(InFlight& in_flight, const Json& params) {
  if (!params.is_object() || !params.contains("requestId")) return;
  if (const auto id = jsonrpc::Id::from_json(params["requestId"])) in_flight.cancel(*id);
}

}  // namespace mcp

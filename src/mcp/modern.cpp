#include "mcp/modern.h"

#include <nlohmann/json.hpp>

#include "mcp/client_questions.h"
#include "mcp/description.h"
#include "mcp/listen.h"
#include "mcp/meta.h"
#include "mcp/protocol_error.h"
#include "mcp/request_state.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

struct ModernCall {
  Server& server;  // Outlives its calls.
  std::string principal;
  std::shared_ptr<InFlight> in_flight;
  std::shared_ptr<Call> call;  // Shared with the thread that it goes on on.
};

void end(const ModernCall& modern) { modern.in_flight->remove(modern.call->request().id); }

void fail(const ModernCall& modern, ProtocolError error, int status = 200) {
  modern.call->fail(std::move(error), status);
  end(modern);
}

bool may_ask(std::string_view method) {
  return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

// How long the client may keep the result; negative where it may not at all.
std::int64_t ttl_ms(const ServerOptions& options, std::string_view method) {
  if (method == "resources/read") return options.read_ttl.count();
  const bool is_list = method == "server/discover" || method.ends_with("/list");
  return is_list ? options.list_ttl.count() : -1;
}

void finish(const ModernCall& modern, Json result) {
  const ServerOptions& options = modern.server.options();
  if (!result.contains("resultType")) {
    result["resultType"] = "complete";
    const std::int64_t ttl = ttl_ms(options, modern.call->request().method);
    if (ttl >= 0) {
      result["ttlMs"] = ttl;
      result["cacheScope"] = "private";
    }
  }
  result["_meta"][kMetaServerInfo] = to_json(options.identity);
  modern.call->finish(std::move(result));
  end(modern);
}

StateOwner owner_of(const ModernCall& modern) {
  const jsonrpc::Request& request = modern.call->request();
  const Json& params = request.params.get();
  const char* key = request.method == "resources/read" ? "uri" : "name";
  StateOwner owner{modern.principal, request.method, params.value(key, std::string()), {}};
  const auto arguments = params.find("arguments");
  owner.arguments = JsonBox(arguments == params.end() ? Json::object() : *arguments);
  return owner;
}

// The capabilities that the questions need and the client does not have; an empty object: none.
Json missing_capabilities(const ClientInfo& client, const std::vector<InputRequest>& requests) {
  Json missing = Json::object();
  for (const InputRequest& request : requests) {
    const char* capability = capability_for(request.method);
    if (capability != nullptr && !client.capabilities.get().contains(capability)) {
      missing[capability] = Json::object();
    }
  }
  return missing;
}

void ask(const ModernCall& modern, const InputRequired& required) {
  Json missing = missing_capabilities(modern.call->client(), required.requests);
  if (!missing.empty()) {
    ProtocolError error{kMissingCapability, "The client lacks a capability that this call needs",
                        JsonBox(Json{{"requiredCapabilities", std::move(missing)}})};
    return fail(modern, std::move(error), kHttpBadRequest);
  }
  Json requests = Json::object();
  for (const InputRequest& request : required.requests) {
    Json params = request.params.get().is_null() ? Json::object() : request.params.get();
    requests[request.key] = {{"method", request.method}, {"params", std::move(params)}};
  }
  Json result = {{"resultType", "input_required"}, {"inputRequests", std::move(requests)}};
  if (!required.state.get().is_null()) {
    result["requestState"] = seal_state(required.state.get(), owner_of(modern), modern.server.now(),
                                        modern.server.options().state_key);
  }
  finish(modern, std::move(result));
}

void run_call(const ModernCall& modern) {
  auto outcome = modern.server.answer(question_of(Era::modern, *modern.call), *modern.call);
  if (!outcome) {
    return fail(modern, method_not_found(modern.call->request().method), kHttpNotFound);
  }
  if (auto* result = std::get_if<JsonBox>(&*outcome)) return finish(modern, result->get());
  if (auto* error = std::get_if<ProtocolError>(&*outcome)) {
    return fail(modern, std::move(*error));
  }
  ask(modern, std::get<InputRequired>(*outcome));
}

// Takes the answers of a client that comes back. -32602 where they are not of the right form.
std::optional<ProtocolError> take_answers(const ModernCall& modern) {
  const Json& params = modern.call->request().params.get();
  Json answers;
  Json state;
  if (const auto given = params.find("inputResponses"); given != params.end()) {
    if (!given->is_object()) return invalid_params("inputResponses is not an object");
    for (const auto& answer : given->items()) {
      if (!answer.value().is_object()) {
        return invalid_params("inputResponses." + answer.key() + " is not an object");
      }
    }
    answers = *given;
  }
  if (const auto sealed = params.find("requestState"); sealed != params.end()) {
    if (!sealed->is_string()) return invalid_params("requestState is not a string");
    auto opened = open_state(sealed->get_ref<const std::string&>(), owner_of(modern),
                             modern.server.now(), modern.server.options().state_key);
    if (auto* error = std::get_if<ProtocolError>(&opened)) return std::move(*error);
    state = std::move(std::get<JsonBox>(opened).get());
  }
  modern.call->set_answers(std::move(answers), std::move(state));
  return std::nullopt;
}

Json discovery(const Server& server) {
  Json result = {{"supportedVersions", Json::array({kModernVersion})},
                 {"capabilities", server.capabilities()}};
  const std::string& instructions = server.options().identity.instructions;
  if (!instructions.empty()) result["instructions"] = instructions;
  return result;
}

void start(const ModernCall& modern) {
  const std::string& method = modern.call->request().method;
  if (method == "server/discover") return finish(modern, discovery(modern.server));
  if (method == "subscriptions/listen") {
    if (auto error = listen(modern.server, modern.call, modern.in_flight)) {
      fail(modern, *std::move(error), kHttpBadRequest);
    }
    return;
  }
  if (may_ask(method)) {
    if (auto error = take_answers(modern)) return fail(modern, *std::move(error));
  }
  const bool on_worker = modern.server.may_wait(question_of(Era::modern, *modern.call));
  if (!modern.server.run(on_worker, [modern] { run_call(modern); })) fail(modern, busy());
}

}  // namespace

void serve_modern(Server& server, ModernRequest request) {
  auto meta = read_meta(request.request.params.get());
  if (auto* error = std::get_if<ProtocolError>(&meta)) {
    return request.reply->finish(jsonrpc::error_of(request.request.id, to_error(std::move(*error))),
                                 kHttpBadRequest);
  }
  RequestMeta& read = std::get<RequestMeta>(meta);
  const auto call = std::make_shared<Call>(
      CallStart{std::move(request.request), std::move(read.client), std::move(read.progress_token),
                [level = read.log_level](LogLevel asked) { return level && asked >= *level; },
                std::move(request.reply)});
  if (!request.in_flight->add(call->request().id, call->cancellation())) {
    return call->fail({jsonrpc::kInvalidRequest, "A request with this id is under way", {}},
                      kHttpBadRequest);
  }
  start({server, std::move(request.principal), std::move(request.in_flight), call});
}

}  // namespace mcp

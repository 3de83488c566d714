#include "mcp/client_questions.h"

#include <nlohmann/json.hpp>

#include "mcp/protocol_error.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

struct Asked {
  std::string key;
  jsonrpc::Id id;
  bool is_answered = false;
};

// Tells the client that an answer is not wanted any more.
void withdraw(LegacySession& session, Call& call, const std::vector<Asked>& asked) {
  for (const Asked& one : asked) {
    if (one.is_answered) continue;
    session.pending().cancel(one.id);
    static_cast<void>(session.pending().wait(one.id, base::Millis{0}));
    call.reply().send(to_json(jsonrpc::Notification{
        "notifications/cancelled", JsonBox(Json{{"requestId", one.id.to_json()}})}));
  }
}

std::optional<ProtocolError> undeclared(const LegacySession& session,
                                        const std::vector<InputRequest>& requests) {
  for (const InputRequest& request : requests) {
    const char* capability = capability_for(request.method);
    if (capability == nullptr || !session.has_capability(capability)) {
      return invalid_params("the client did not declare what this needs: " + request.method);
    }
  }
  return std::nullopt;
}

std::variant<JsonBox, ProtocolError> answer_of(LegacySession& session, Asked& asked,
                                               base::Millis timeout) {
  base::Result<jsonrpc::Response> response = session.pending().wait(asked.id, timeout);
  if (!response) {
    return ProtocolError{
        jsonrpc::kInternalError, "The client did not answer: " + response.error().message, {}};
  }
  asked.is_answered = true;
  if (response->error) {
    return ProtocolError{
        jsonrpc::kInternalError, "The client refused: " + response->error->message, {}};
  }
  return std::move(response->result);
}

}  // namespace

const char* capability_for(std::string_view method) {
  if (method == "elicitation/create") return "elicitation";
  if (method == "sampling/createMessage") return "sampling";
  if (method == "roots/list") return "roots";
  return nullptr;
}

std::variant<JsonBox, ProtocolError> ask_client(LegacySession& session, Call& call,
                                                const std::vector<InputRequest>& requests,
                                                base::Millis timeout) {
  if (auto error = undeclared(session, requests)) return *std::move(error);
  std::vector<Asked> asked;
  for (const InputRequest& request : requests) {
    const base::Result<jsonrpc::Id> id = session.pending().open();
    if (!id) {
      withdraw(session, call, asked);
      return ProtocolError{kBusy, id.error().message, {}};
    }
    asked.push_back({request.key, *id, false});
    // The session outlives its calls' waiting, and what is settled can be cancelled without harm.
    call.cancellation()->on_cancelled([&session, id = *id] { session.pending().cancel(id); });
    call.reply().send(to_json(jsonrpc::Request{*id, request.method, request.params}));
  }
  Json answers = Json::object();
  for (Asked& one : asked) {
    auto answer = answer_of(session, one, timeout);
    if (auto* error = std::get_if<ProtocolError>(&answer)) {
      withdraw(session, call, asked);
      return std::move(*error);
    }
    answers[one.key] = std::move(std::get<JsonBox>(answer).get());
  }
  return JsonBox(std::move(answers));
}

}  // namespace mcp

#include "mcp/client/questions.h"

#include <nlohmann/json.hpp>

namespace mcp::client {
namespace {

constexpr std::size_t kQuestionsMax = 32;

}  // namespace

base::Json Questions::capabilities() const {
  base::Json capabilities = base::Json::object();
  if (handlers_.elicit) capabilities["elicitation"] = base::Json::object();
  if (handlers_.sample) capabilities["sampling"] = base::Json::object();
  if (handlers_.list_roots) capabilities["roots"] = base::Json::object();
  return capabilities;
}

const Answerer* Questions::answerer(std::string_view method) const {
  const Answerer* found = nullptr;
  if (method == "elicitation/create") found = &handlers_.elicit;
  if (method == "sampling/createMessage") found = &handlers_.sample;
  if (method == "roots/list") found = &handlers_.list_roots;
  return found != nullptr && *found ? found : nullptr;
}

jsonrpc::Response Questions::on_request(const jsonrpc::Request& request) {
  if (request.method == "ping") return jsonrpc::result_of(request.id, base::Json::object());
  if (const Answerer* answer = answerer(request.method)) {
    const std::lock_guard lock(mutex_);
    auto result = (*answer)(request.params.get());
    if (result.ok()) return jsonrpc::result_of(request.id, std::move(result->get()));
    return jsonrpc::error_of(request.id, {jsonrpc::kInternalError, result.error().message, {}});
  }
  if (request.method == "elicitation/create") {
    return jsonrpc::result_of(request.id, {{"action", "decline"}});
  }
  return jsonrpc::error_of(request.id,
                           {jsonrpc::kMethodNotFound, "Method not found: " + request.method, {}});
}

void Questions::on_notification(const jsonrpc::Notification& notification) {
  const base::Json& params = notification.params.get();
  if (notification.method != "notifications/message" || !handlers_.on_log || !params.is_object()) {
    return;
  }
  LogMessage message{base::text_at(params, "level"), base::text_at(params, "logger"), {}};
  if (params.contains("data")) message.data = base::JsonBox(params["data"]);
  const std::lock_guard lock(mutex_);
  handlers_.on_log(message);
}

base::Result<base::JsonBox> Questions::answers(const base::Json& input_requests) const {
  if (!input_requests.is_object() || input_requests.size() > kQuestionsMax) {
    return base::Error{base::Code::parse_error, "the server's questions have no such form", ""};
  }
  const std::lock_guard lock(mutex_);
  base::Json answers = base::Json::object();
  for (const auto& [key, question] : input_requests.items()) {
    const std::string method = base::text_at(question, "method");
    const Answerer* answer = answerer(method);
    if (answer == nullptr) {
      return base::Error{base::Code::refused,
                         "the server asks for " + (method.empty() ? "something" : method) +
                             ", which nobody here can answer",
                         ""};
    }
    const auto params = question.find("params");
    TRY_ASSIGN(base::JsonBox result,
               (*answer)(params == question.end() ? base::Json::object() : *params));
    answers[key] = std::move(result.get());
  }
  return base::JsonBox(std::move(answers));
}

}  // namespace mcp::client

#include "mcp/tools/requirement_call.h"

#include <nlohmann/json.hpp>

#include "mcp/requirement_json.h"

namespace mcp {

using base::Json;

ChosenSession requirement_session(ToolCall& call, bool beyond) {
  const auto given = call.given("session_id");
  auto session = engine::choose_requirement_session(call.workspace(), call.project().choice(given));
  if (session.ok()) return {*std::move(session), {}};
  base::Error error = std::move(session).error();
  const bool is_open =
      error.code == base::Code::no_session || error.code == base::Code::ambiguous_id;
  if (beyond && is_open && !given) {
    auto nobody = engine::no_requirement_session(call.workspace());
    if (nobody.ok()) return {*std::move(nobody), {}};
    error = std::move(nobody).error();
  }
  if (error.code == base::Code::unavailable) return {{}, error_result_named("NOT_GIT", error)};
  if (error.code == base::Code::not_found) error.code = base::Code::no_session;
  error.hint = "Name one by session_id.";
  return {{}, error_result(error)};
}

ToolResult requirement_error(const base::Error& error) {
  if (error.code == base::Code::not_found) return error_result_named("UNKNOWN_REQUIREMENT", error);
  if (error.code == base::Code::mode_forbidden) return error_result_named("HUMAN_ONLY", error);
  return error_result(error);
}

ToolResult requirement_answer(ToolCall& call, const engine::RequirementSessionId& session,
                              const std::vector<std::string>& names, const Json& extra) {
  engine::StatusQuestion question;
  if (!session.id.empty()) question.session = session;
  question.all = true;
  Json result = requirements_json(engine::requirement_status(call.workspace(), question), names);
  result.update(extra);
  return structured_result(std::move(result));
}

engine::SatisfyRequest satisfy_request(const ToolCall& call) {
  engine::SatisfyRequest request;
  request.names = {call.text("name")};
  request.for_branch = call.text("scope") == "branch";
  const Json& arguments = call.arguments();
  if (const auto ttl = arguments.find("ttl"); ttl != arguments.end() && ttl->is_number_integer()) {
    request.ttl_s = ttl->get<std::int64_t>();
  }
  if (const auto metadata = arguments.find("metadata");
      metadata != arguments.end() && metadata->is_object()) {
    request.metadata = base::JsonBox(*metadata);
  }
  return request;
}

Json satisfy_outcome_json(const engine::SatisfyOutcome& outcome) {
  Json extra = Json::object();
  if (!outcome.still_open.empty()) extra["still_open"] = outcome.still_open;
  if (!outcome.faults.empty()) extra["faults"] = outcome.faults;
  return extra;
}

}  // namespace mcp

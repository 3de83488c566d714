#include <nlohmann/json.hpp>

#include "engine/onboarding.h"
#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

constexpr std::int64_t kLimitMax = 500;

Json row_json(const engine::WorkRow& row) {
  Json json{{"session_id", row.slug},
            {"topic", row.title},
            {"session_type", row.type},
            {"current_phase", row.phase},
            {"status", row.status},
            {"branch", row.branch},
            {"path", row.folder},
            {"checkpoints_total", row.checkpoints_total},
            {"checkpoints_completed", row.checkpoints_completed},
            {"current_checkpoint", row.current_checkpoint ? Json(*row.current_checkpoint) : Json()},
            {"updated_at", row.updated_at}};
  if (!row.project_name.empty()) json["project"] = row.project_name;
  if (row.cost_usd) json["cost_usd"] = *row.cost_usd;
  if (!row.missing_since.empty()) json["missing_since"] = row.missing_since;
  return json;
}

base::Result<ToolResult> answer_session_list(ToolCall& call) {
  engine::WorkQuery query;
  query.project = call.given("project");
  query.all_projects = call.flag("all_projects");
  query.status = call.given("status");
  query.phase = call.given("phase");
  const auto limit = given_number(call, "limit");
  if (limit && (*limit < 1 || *limit > kLimitMax)) {
    return base::Error{base::Code::invalid_value, "limit: 1 to 500", ""};
  }
  if (limit) query.limit = static_cast<std::size_t>(*limit);
  const auto rows = engine::list_work(call.workspace().system(), call.workspace().root(), query);
  if (!rows.ok()) return work_error(rows.error());
  Json sessions = Json::array();
  for (const engine::WorkRow& row : *rows) sessions.push_back(row_json(row));
  return structured_result(Json{{"sessions", std::move(sessions)}});
}

}  // namespace

ToolPlan session_list_tool() {
  ToolDescription tool;
  tool.name = "session_list";
  tool.title = "List work sessions";
  tool.description = "Work sessions of this project or of all, newest first.";
  tool.input_schema = input_schema({{"project", "string", "Id, name or folder"},
                                    {"all_projects", "boolean"},
                                    {"status", "string"},
                                    {"phase", "string"},
                                    {"limit", "integer"}});
  tool.output_schema = output_schema({{"sessions", "array"}});
  ToolPlan plan = work_plan(std::move(tool), answer_session_list);
  plan.description.annotations.read_only = true;
  return plan;
}

}  // namespace mcp

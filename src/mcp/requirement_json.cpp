#include "mcp/requirement_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mcp {
namespace {

using base::Json;
using engine::RequirementLine;
using engine::RequirementStatus;

// What is kept for one session alone can only be known of one.
bool is_unknown(const RequirementStatus& status, const RequirementLine& line) {
  const bool is_own = line.scope == "session" || line.scope == "single_use";
  return status.session.empty() && is_own && line.type == "blocking" && line.standing == "unmet";
}

Json line_json(const RequirementStatus& status, const RequirementLine& line) {
  const bool unknown = is_unknown(status, line);
  Json json{{"name", line.name},
            {"description", line.description},
            {"type", line.type},
            {"scope", line.scope},
            {"enforce", line.enforced},
            {"enabled", line.enabled},
            {"standing", unknown ? "unknown" : line.standing},
            {"satisfied", line.standing == "met"}};
  const std::string why = unknown ? "no session" : line.why;
  if (!why.empty()) json["why"] = why;
  if (!line.way_out.empty()) json["run"] = line.way_out;
  if (!line.satisfied_by.empty()) json["satisfied_by"] = line.satisfied_by;
  if (line.satisfied_at) json["satisfied_at"] = *line.satisfied_at;
  if (line.expires_at) json["expires_at"] = *line.expires_at;
  return json;
}

}  // namespace

Json requirements_json(const RequirementStatus& status, const std::vector<std::string>& names) {
  Json lines = Json::array();
  std::size_t met = 0;
  std::size_t all = 0;
  for (const RequirementLine& line : status.lines) {
    if (line.enabled) ++all;
    if (line.enabled && line.standing == "met") ++met;
    const bool is_asked =
        names.empty() || std::find(names.begin(), names.end(), line.name) != names.end();
    if (is_asked) lines.push_back(line_json(status, line));
  }
  Json json{{"branch", status.branch},
            {"session", status.session},
            {"enabled", status.enabled},
            {"satisfied", met},
            {"total", all},
            {"requirements", std::move(lines)}};
  if (!status.paused.empty()) json["paused"] = status.paused;
  if (!status.faults.empty()) json["faults"] = status.faults;
  return json;
}

}  // namespace mcp

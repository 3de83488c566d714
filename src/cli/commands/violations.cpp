#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/protocol_view.h"
#include "cli/run_choice.h"

namespace cli {

using base::Json;

base::Result<int> run_violations(Context& context, Arguments& arguments) {
  constexpr std::uint64_t kLimitDefault = 50;
  std::optional<std::string> limit_text;
  arguments.option({"--limit", "N", "Only the newest N (default: 50; 0: all)"}, limit_text);
  TRY(arguments.parse());
  const auto limit = limit_text ? base::to_number(*limit_text) : kLimitDefault;
  if (!limit) return arguments.wrong_use("--limit: '" + *limit_text + "' is not a number.");
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  const auto violations = engine::past_violations(workspace, static_cast<std::size_t>(*limit));
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const engine::PastViolation& one : violations) {
      Json json{{"session_id", one.session_id}};
      json.update(model::to_json(one.violation));
      list.push_back(std::move(json));
    }
    print_json(context.console, Json{{"violations", std::move(list)}});
    return kDone;
  }
  for (const engine::PastViolation& one : violations) {
    print_violation(context, one.session_id, one.violation);
  }
  if (violations.empty()) print_line(context.console, "There are no violations.");
  return kDone;
}

}  // namespace cli

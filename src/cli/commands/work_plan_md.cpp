#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_plan_md(Context& context, Arguments& arguments) {
  std::string id;
  work_operand(arguments, id);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto path, engine::write_work_plan(workspace, work_id(context, id)));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"path", path}});
  } else {
    print_line(context.console, "Wrote " + printable(path) + ".");
  }
  return kDone;
}

}  // namespace cli

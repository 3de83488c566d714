#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_show(Context& context, Arguments& arguments) {
  std::string id;
  work_operand(arguments, id);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto work, engine::show_work(workspace, work_id(context, id)));
  if (arguments.form() == Form::json) {
    print_json(context.console, work_json(work));
  } else {
    print_work(context, work);
  }
  return kDone;
}

}  // namespace cli

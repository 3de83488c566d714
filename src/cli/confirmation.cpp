#include "cli/confirmation.h"

#include "base/text.h"
#include "engine/operator.h"

namespace cli {

bool ask_yes_no(Context& context, std::string_view question) {
  context.console.write_error(std::string(question) + " [y/N] ");
  const std::string answer = base::to_lower(base::trim(context.console.read_line().value_or("")));
  return answer == "y" || answer == "yes";
}

base::Result<void> confirm_change(Context& context, const Arguments& arguments,
                                  const ChangeQuestion& question) {
  if (!context.system.environment.has_terminal() || arguments.form() == Form::json) {
    return base::Error{base::Code::invalid_params, "Nothing was changed: there is nobody to ask.",
                       std::string(question.hint)};
  }
  if (ask_yes_no(context, question.text)) return {};
  return base::Error{base::Code::failed, "Nothing was changed.", ""};
}

base::Result<void> confirm_disabled(Context& context, engine::Workspace& workspace) {
  if (!engine::asker(workspace).is_at_terminal()) return {};
  context.console.write_error(
      "In mode `disabled` the gate allows everything in this session. Type `disabled` to go on: ");
  if (base::trim(context.console.read_line().value_or("")) == "disabled") return {};
  return base::Error{base::Code::failed, "Not confirmed. Nothing was changed.", ""};
}

}  // namespace cli

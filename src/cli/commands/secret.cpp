#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_secret_rotate(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY(check_is_person(context, arguments, "a new signing key"));
  TRY(engine::rotate_secret(context.system));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"rotated", true}});
  } else {
    print_line(context.console,
               "A new key signs from now on. The old one is kept to verify what it signed.");
  }
  return kDone;
}

}  // namespace cli

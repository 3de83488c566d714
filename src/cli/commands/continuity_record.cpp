#include <nlohmann/json.hpp>

#include "cli/added_item.h"
#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/continuity.h"

namespace cli {

base::Result<int> run_continuity_record(Context& context, Arguments& arguments) {
  std::optional<std::string> input;
  input_option(arguments, input,
               "What happened ({\"categories\",\"learning\",\"subject\",\"label\",\"confidence\","
               "\"sop\"}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const auto document, required_document(context, arguments, input));
  TRY_ASSIGN(const auto signal, of_input(arguments, engine::session_signal_from_json(document)));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY(engine::record_signal(chosen.workspace, chosen.run, signal, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"session_id", chosen.run.text}, {"recorded", true}});
  } else {
    print_line(context.console, "Recorded for session " + chosen.run.brief() +
                                    "; it counts at the end of the turn.");
  }
  return kDone;
}

}  // namespace cli

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_edit(Context& context, Arguments& arguments) {
  std::string id;
  engine::WorkEdit edit;
  work_operand(arguments, id);
  arguments.option({"--topic", "TEXT", "What it is about"}, edit.topic);
  arguments.option({"--description", "TEXT", "The same at length"}, edit.description);
  TRY(arguments.parse());
  if (!edit.topic && !edit.description) {
    return arguments.wrong_use("--topic or --description is missing.");
  }
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return engine::edit_work(workspace, session, edit, caller);
                     },
                     [](const engine::WorkResult& result) {
                       return "Corrected " + printable(result.work.slug) + ".";
                     }});
}

base::Result<int> run_work_fix(Context& context, Arguments& arguments) {
  std::string id;
  work_operand(arguments, id);
  TRY(arguments.parse());
  return run_change(context, arguments,
                    {id,
                     [](auto& workspace, const auto& session, const auto& caller) {
                       return engine::fix_work(workspace, session, caller);
                     },
                     [](const engine::WorkResult& result) {
                       return "The manifest of " + printable(result.work.slug) +
                              " has its folder's name now.";
                     }});
}

}  // namespace cli

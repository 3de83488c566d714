#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"
#include "engine/claims.h"

namespace cli {

base::Result<int> run_work_link(Context& context, Arguments& arguments) {
  std::optional<std::string> id;
  bool none = false;
  arguments.operand({"SESSION", "", "The work session: its slug or its folder"}, id);
  arguments.flag({"--none", "", "The run works on none"}, none);
  arguments.session_option();
  TRY(arguments.parse());
  if (none == id.has_value()) return arguments.wrong_use("Name a work session, or give --none.");
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  const std::string work = id ? work_id(context, *id) : std::string();
  TRY(engine::link_run_to_work(chosen.workspace, chosen.run, work, {}));
  TRY_ASSIGN(const auto run, engine::get_state(chosen.workspace, chosen.run));
  const std::string slug = run.work_session.value_or("");
  if (arguments.form() == Form::json) {
    print_json(context.console,
               base::Json{{"sessionId", run.id.text},
                          {"workSession", slug.empty() ? base::Json() : base::Json(slug)},
                          {"version", run.version}});
  } else {
    print_line(context.console, "Session " + run.id.brief() +
                                    (slug.empty() ? " works on no work session now."
                                                  : " works on " + printable(slug) + " now."));
    const std::string mates = engine::work_mates_of(chosen.workspace, run.id.text, slug);
    for (const std::string_view line : base::split(base::trim(mates), '\n')) {
      if (!line.empty()) print_line(context.console, "! " + printable(line));
    }
  }
  return kDone;
}

}  // namespace cli

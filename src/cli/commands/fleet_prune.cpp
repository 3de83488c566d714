#include "engine/fleet_prune.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/fleet_door.h"

namespace cli {

using base::Json;

base::Result<int> run_fleet_prune(Context& context, Arguments& arguments) {
  std::optional<std::string> before;
  bool yes = false;
  arguments.option({"--before", "DAY", "Months that were over by then: 2026-06-01, or 180d"},
                   before);
  arguments.flag({"-y,--yes", "", "Do it without asking"}, yes);
  TRY(arguments.parse());
  if (!before) return arguments.wrong_use("--before is missing.");
  if (!yes && !context.system.environment.has_terminal()) {
    return arguments.wrong_use(
        "`fleet prune` deletes the whole team's events: say --yes to do it.");
  }
  if (!yes && !ask_yes_no(context,
                          "This deletes old events of all machines from the team's server. Their "
                          "journals stay where they are. Go on?")) {
    return base::Error{base::Code::failed, "Not confirmed. Nothing was changed.", ""};
  }
  TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
  TRY_ASSIGN(const auto pruned, engine::prune_fleet(context.system, *door, *before));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"server", pruned.server},
                                     {"before", pruned.before},
                                     {"months", pruned.months},
                                     {"rows", pruned.rows}});
  } else if (pruned.months.empty() && pruned.rows == 0) {
    print_line(context.console, "There are no events from before " + pruned.before + ".");
  } else {
    const std::string months =
        pruned.months.empty() ? "no whole month" : base::join(pruned.months, ", ");
    print_line(context.console, "Deleted the events of " + printable(months) + " and " +
                                    std::to_string(pruned.rows) + " rows that followed from them.");
  }
  return kDone;
}

}  // namespace cli

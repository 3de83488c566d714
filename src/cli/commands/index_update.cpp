#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/progress.h"
#include "engine/index.h"

namespace cli {
namespace {

using base::Json;
using Ingest = base::Result<engine::IndexUpdate> (*)(os::System system,
                                                     const engine::IndexProgress& progress);

Json to_json(const engine::IndexUpdate& update) {
  return Json{{"projects", update.projects},
              {"runs", update.runs},
              {"events", update.events},
              {"work_sessions", update.work_sessions},
              {"problems", update.problems}};
}

void print_update(Context& context, std::string_view done, const engine::IndexUpdate& update) {
  const Style style(context.system.environment);
  for (const std::string& problem : update.problems) {
    print_line(context.console, style.yellow("! ") + printable(problem));
  }
  print_line(context.console,
             std::string(done) + base::counted(update.projects, "project") + ": " +
                 base::counted(update.runs, "run") + ", " + base::counted(update.events, "event") +
                 ", " + base::counted(update.work_sessions, "work session") + " taken in.");
}

// What cannot be read is told and stops nothing, so that it is no failure either.
base::Result<int> run_ingest(Context& context, Arguments& arguments, Ingest ingest,
                             std::string_view done) {
  TRY(arguments.parse());
  base::Result<engine::IndexUpdate> update = engine::IndexUpdate{};
  {
    Progress bar(context, "Reading journals");
    update = ingest(context.system,
                    [&](std::size_t bytes, std::size_t total) { bar.show(bytes, total); });
  }
  if (!update.ok()) return std::move(update).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(*update));
  } else {
    print_update(context, done, *update);
  }
  return kDone;
}

}  // namespace

base::Result<int> run_index_update(Context& context, Arguments& arguments) {
  return run_ingest(context, arguments, engine::update_index, "Up to date with ");
}

base::Result<int> run_index_rebuild(Context& context, Arguments& arguments) {
  return run_ingest(context, arguments, engine::rebuild_index, "Made anew from ");
}

}  // namespace cli

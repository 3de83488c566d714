// fleet join, push, status and leave. They need the program that can reach a team's server; see
// Context::fleet.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/fleet_door.h"
#include "cli/progress.h"
#include "cli/run_choice.h"
#include "engine/fleet.h"
#include "engine/fleet_background.h"
#include "os/priority.h"
#include "os/watchdog.h"

namespace cli {
namespace {

using base::Json;
using model::FleetShare;

constexpr std::size_t kUrlBytesMax = 8192;

std::string_view word_of(FleetShare share) {
  return share == FleetShare::full ? "full" : "metadata";
}

base::Result<std::optional<FleetShare>> share_from(const std::optional<std::string>& text) {
  if (!text) return std::optional<FleetShare>();
  if (*text == "metadata") return std::optional(FleetShare::metadata);
  if (*text == "full") return std::optional(FleetShare::full);
  return base::Error{base::Code::invalid_params,
                     "--share takes metadata or full, not '" + *text + "'", ""};
}

Json to_json(const engine::FleetPlace& place) {
  return Json{{"server", place.server},
              {"machine", {{"id", place.machine}, {"name", place.machine_name}}},
              {"share", word_of(place.share)}};
}

Json to_json(const engine::FleetStatus& status) {
  Json json = to_json(status.place);
  Json machines = Json::array();
  for (const engine::FleetMachine& one : status.machines) {
    machines.push_back({{"id", one.id},
                        {"name", one.name},
                        {"joined_at", one.joined_at},
                        {"seen_at", base::text_or_null(one.seen_at)},
                        {"is_this", one.is_this}});
  }
  Json waiting = Json::array();
  for (const engine::FleetLag::Project& one : status.lag.projects) {
    waiting.push_back({{"name", one.name}, {"runs", one.runs}});
  }
  const auto& since = status.lag.since;
  json["waiting"] = {{"runs", status.lag.runs},
                     {"since", since ? Json(base::to_iso(*since)) : Json(nullptr)},
                     {"projects", std::move(waiting)}};
  json["last_push"] = {{"at", base::text_or_null(status.last.at)},
                       {"failures", status.last.failures},
                       {"problem", base::text_or_null(status.last.problem)},
                       {"problem_at", base::text_or_null(status.last.problem_at)}};
  json["journal_bytes_behind"] =
      status.journal_bytes_behind ? Json(*status.journal_bytes_behind) : Json(nullptr);
  json["machines"] = std::move(machines);
  json["problems"] = status.problems;
  return json;
}

std::string behind_in_words(const engine::FleetStatus& status, base::Instant now) {
  // By this machine's own files, where the server cannot say.
  if (!status.journal_bytes_behind) return engine::in_words(status.lag, now);
  if (*status.journal_bytes_behind == 0) return "nothing";
  return std::to_string(*status.journal_bytes_behind) + " bytes of journals; `holdfast fleet push`";
}

void print_status(Context& context, const engine::FleetStatus& status) {
  Console& console = context.console;
  const Style style(context.system.environment);
  print_facts(console,
              {{"Server", printable(status.place.server)},
               {"Machine", printable(status.place.machine_name) + " " + status.place.machine},
               {"Shares", std::string(word_of(status.place.share))},
               {"Last push", status.last.at.empty() ? "never" : short_time(status.last.at)},
               {"Behind", behind_in_words(status, context.system.clock.now())}});
  std::vector<std::vector<std::string>> rows{{"MACHINE", "ID", "JOINED", "LAST HEARD"}};
  for (const engine::FleetMachine& one : status.machines) {
    rows.push_back({printable(one.name) + (one.is_this ? " (this one)" : ""), printable(one.id),
                    short_time(one.joined_at),
                    one.seen_at.empty() ? "-" : short_time(one.seen_at)});
  }
  if (rows.size() > 1) print_table(console, rows);
  if (!status.last.problem.empty()) {
    const std::string& at = status.last.problem_at;
    print_line(console, style.yellow("! ") + "the last push failed" +
                            (at.empty() ? "" : ", " + short_time(at)) + ": " +
                            printable(status.last.problem));
  }
  for (const std::string& problem : status.problems) {
    print_line(console, style.red("✗ ") + printable(problem));
  }
}

// Nobody waits for it and nobody reads what it says; how it went is in the record of pushes.
int push_in_background(Context& context, engine::FleetDoor& door,
                       const engine::BackgroundPush& request) {
  os::lower_own_priority();
  // A server that answers no more holds us in its library; the process then ends by itself.
  const os::Watchdog watchdog(request.limit);
  engine::push_in_background(context.system, door, request);
  return kDone;
}

}  // namespace

base::Result<int> run_fleet_join(Context& context, Arguments& arguments) {
  std::string url;
  std::optional<std::string> share;
  arguments.operand({"URL", "", "postgresql://…; - to read it from standard input"}, url);
  arguments.option({"--share", "LEVEL", "What leaves this machine: metadata (default) or full"},
                   share);
  TRY(arguments.parse());
  TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
  engine::JoinFleet request;
  TRY_ASSIGN(request.share, share_from(share));
  request.url = url;
  if (url == "-") {
    request.is_public = false;
    request.url = std::string(base::trim(context.console.read({.bytes_max = kUrlBytesMax}).bytes));
  }
  TRY_ASSIGN(const auto place, engine::join_fleet(context.system, *door, request));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(place));
  } else {
    print_line(context.console, "Joined " + printable(place.server) + " as " +
                                    printable(place.machine_name) + " (" + place.machine +
                                    "), sharing " + std::string(word_of(place.share)) +
                                    ". From now on each turn is sent at its end; `holdfast fleet "
                                    "push` sends what is here now.");
  }
  return kDone;
}

base::Result<int> run_fleet_push(Context& context, Arguments& arguments) {
  bool background = false;
  std::optional<std::string> limit;
  arguments.flag({"--background", "", "As after a turn: say nothing, and let one wait at most"},
                 background);
  arguments.option({"--limit", "TIME", "With --background: end after so long (default: 120s)"},
                   limit);
  TRY(arguments.parse());
  TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
  if (background) {
    engine::BackgroundPush request{.folder = start_folder(context, arguments)};
    if (limit) {
      TRY_ASSIGN(request.limit, base::duration_from_text(*limit));
    }
    return push_in_background(context, *door, request);
  }
  base::Result<engine::IndexUpdate> sent = engine::IndexUpdate{};
  {
    Progress bar(context, "Sending journals");
    sent = engine::push_to_fleet(context.system, *door, [&](std::size_t bytes, std::size_t total) {
      bar.show(bytes, total);
    });
  }
  if (!sent.ok()) return std::move(sent).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"projects", sent->projects},
                                     {"runs", sent->runs},
                                     {"events", sent->events},
                                     {"work_sessions", sent->work_sessions},
                                     {"problems", sent->problems}});
    return kDone;
  }
  const Style style(context.system.environment);
  for (const std::string& problem : sent->problems) {
    print_line(context.console, style.yellow("! ") + printable(problem));
  }
  print_line(context.console, "Sent " + std::to_string(sent->events) + " events, " +
                                  std::to_string(sent->runs) + " runs and " +
                                  std::to_string(sent->work_sessions) + " work sessions of " +
                                  std::to_string(sent->projects) + " projects.");
  return kDone;
}

base::Result<int> run_fleet_status(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
  TRY_ASSIGN(const auto status, engine::fleet_status(context.system, *door));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(status));
  } else {
    print_status(context, status);
  }
  return status.problems.empty() ? kDone : kUnavailable;
}

base::Result<int> run_fleet_leave(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(const auto left, engine::leave_fleet(context.system));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"left", left ? Json(left->server) : Json(nullptr)}});
  } else if (left) {
    print_line(context.console, "Left " + printable(left->server) +
                                    ". What was sent stays there; nothing more is sent.");
  } else {
    print_line(context.console, "This machine has joined no team's server.");
  }
  return kDone;
}

}  // namespace cli

// claims: who touches what, as the last push brought it here, or asked anew.
#include "engine/claims.h"

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/fleet_door.h"
#include "cli/handoff_view.h"
#include "cli/run_choice.h"
#include "model/ids.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::ClaimsReport& report) {
  Json claims = Json::array();
  for (const engine::SeenClaim& one : report.claims) {
    claims.push_back({{"who", base::text_or_null(one.who)},
                      {"run", one.run},
                      {"path", base::text_or_null(one.path)},
                      {"touched_at", one.touched_at}});
  }
  Json runs = Json::array();
  for (const engine::SeenRun& one : report.runs) {
    runs.push_back({{"who", base::text_or_null(one.who)},
                    {"run", one.run},
                    {"work_session", one.work_slug},
                    {"heard_at", one.heard_at}});
  }
  return Json{{"as_of", base::text_or_null(report.as_of)},
              {"fresh", report.is_fresh},
              {"claims", std::move(claims)},
              {"runs", std::move(runs)}};
}

std::string who_of(const std::string& who, const std::string& run) {
  return printable((who.empty() ? "this machine" : who) + " " + model::RunId{run}.brief());
}

void print_report(Context& context, const engine::ClaimsReport& report) {
  Console& console = context.console;
  if (report.as_of.empty()) {
    print_line(console, "Nothing is known here of a team. `holdfast fleet push` brings it.");
    return;
  }
  std::vector<std::vector<std::string>> rows{{"WHO", "TOUCHED", "WHAT"}};
  for (const engine::SeenClaim& one : report.claims) {
    rows.push_back({who_of(one.who, one.run), ago(context, one.touched_at),
                    one.path.empty() ? "a file that is not here" : printable(one.path)});
  }
  for (const engine::SeenRun& one : report.runs) {
    rows.push_back({who_of(one.who, one.run), ago(context, one.heard_at),
                    "work session " + printable(one.work_slug)});
  }
  if (rows.size() > 1) {
    print_table(console, rows);
  } else {
    print_line(console, "No live run of the team touches anything.");
  }
  print_line(console, "As of " + ago(context, report.as_of) +
                          (report.is_fresh ? "." : "; too long ago for a guard to go by."));
}

}  // namespace

base::Result<int> run_claims(Context& context, Arguments& arguments) {
  bool asks_team = false;
  arguments.flag({"--team", "", "Ask the team's server anew, and keep what it says"}, asks_team);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  engine::ClaimsReport report;
  if (asks_team) {
    TRY_ASSIGN(engine::FleetDoor* const door, door_of(context));
    TRY_ASSIGN(report, engine::ask_for_claims(*door, workspace));
  } else {
    report = engine::known_claims(workspace);
  }
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(report));
  } else {
    print_report(context, report);
  }
  return kDone;
}

}  // namespace cli

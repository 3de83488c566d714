#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/requirement_report.h"

namespace cli {
namespace {

using base::Json;
using engine::RequirementCount;
using engine::RequirementReport;

std::string percent(std::optional<double> rate) {
  return rate ? fmt::format("{:.0f} %", *rate * 100) : "–";
}

std::vector<std::string> cells(const RequirementCount& row, const std::string& name) {
  const auto wait = row.median_wait();
  std::vector<std::string> texts{name};
  for (const std::int64_t number : {row.denials, row.suspect}) {
    texts.push_back(std::to_string(number));
  }
  texts.push_back(percent(row.false_deny_rate()));
  for (const std::int64_t number : {row.would_deny, row.overrides, row.approvals}) {
    texts.push_back(std::to_string(number));
  }
  texts.push_back(wait ? base::to_words(*wait) : "–");
  for (const std::int64_t number : {row.holds, row.violations}) {
    texts.push_back(std::to_string(number));
  }
  return texts;
}

Json to_json(const RequirementCount& row) {
  Json json = Json::object();
  if (!row.name.empty()) json["name"] = row.name;
  json["denials"] = row.denials;
  json["suspect"] = row.suspect;
  const auto rate = row.false_deny_rate();
  json["falseDenyRate"] = rate ? Json(*rate) : Json();
  json["wouldDeny"] = row.would_deny;
  json["overrides"] = row.overrides;
  json["approvals"] = row.approvals;
  const auto wait = row.median_wait();
  json["medianSecondsToSatisfy"] = wait ? Json(static_cast<double>(wait->count()) / 1000) : Json();
  json["holds"] = row.holds;
  json["violations"] = row.violations;
  return json;
}

Json to_json(const RequirementReport& report) {
  Json rows = Json::array();
  for (const RequirementCount& row : report.rows) rows.push_back(to_json(row));
  return Json{{"since", report.since.empty() ? Json() : Json(report.since)},
              {"firstAt", report.first_at.empty() ? Json() : Json(report.first_at)},
              {"sessions", report.runs},
              {"requirements", std::move(rows)},
              {"total", to_json(report.total)},
              {"worst", report.worst.empty() ? Json() : Json(report.worst)},
              {"skipped", report.skipped}};
}

void print_report(Context& context, const RequirementReport& report) {
  Console& console = context.console;
  const Style style(context.system.environment);
  if (report.rows.empty()) {
    print_line(console, report.since.empty()
                            ? "No requirement has spoken yet."
                            : "No requirement has spoken since " + short_time(report.since) + ".");
    return;
  }
  print_line(console,
             base::counted(report.runs, "session") + " since " + short_time(report.first_at));
  print_line(console, "");
  std::vector<std::vector<std::string>> table{{"REQUIREMENT", "DENIED", "SUSPECT", "FALSE-DENY",
                                               "WOULD-DENY", "OVERRIDDEN", "APPROVED",
                                               "SATISFIED IN", "HELD", "VIOLATED"}};
  for (const RequirementCount& row : report.rows) table.push_back(cells(row, printable(row.name)));
  if (report.rows.size() > 1) table.push_back(cells(report.total, "all"));
  print_table(console, table);
  print_line(console, "");
  print_line(
      console,
      "Suspect: denied, and within a minute approved, said to be satisfied, paused or "
      "overridden,\nwithout a change of any file in between. The false-deny rate is the part "
      "of the denials that\nis suspect: they probably stood in the way for nothing.");
  if (!report.worst.empty()) {
    const std::string name = printable(report.worst);
    print_line(console, style.yellow("! ") + "Most of the denials of '" + name +
                            "' are suspect. `req config " + name +
                            " --enforce warn` lets calls pass and goes on counting.");
  }
}

}  // namespace

base::Result<int> run_req_report(Context& context, Arguments& arguments) {
  std::optional<std::string> since;
  arguments.option({"--since", "AGE", "Only what happened since then: 7d, 12h (default: all)"},
                   since);
  TRY(arguments.parse());
  std::optional<base::Millis> age;
  if (since) {
    TRY_ASSIGN(age, base::duration_from_text(*since));
  }
  TRY_ASSIGN(auto workspace,
             engine::Workspace::open(context.system, start_folder(context, arguments),
                                     engine::Needs::requirements));
  const RequirementReport report = engine::requirement_report(workspace, age);
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(report));
  } else {
    print_report(context, report);
  }
  for (const std::string& skipped : report.skipped) {
    context.console.write_error("holdfast: not counted: " + printable(skipped) + "\n");
  }
  return kDone;
}

}  // namespace cli

#include "engine/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/progress.h"
#include "cli/run_choice.h"
#include "cli/team_cost.h"

namespace cli {
namespace {

using base::Json;
using engine::CostBy;
using engine::CostReport;
using engine::CostRow;
using engine::TokenCount;

struct Grouping {
  std::string_view name;
  CostBy by;
  std::string_view heading;
};
constexpr std::array kGroupings{
    Grouping{"day", CostBy::day, "DAY"},
    Grouping{"project", CostBy::project, "PROJECT"},
    Grouping{"session", CostBy::session, "SESSION"},
    Grouping{"branch", CostBy::branch, "BRANCH"},
    Grouping{"work", CostBy::work, "WORK SESSION"},
    Grouping{"agent", CostBy::agent, "AGENT"},
    Grouping{"model", CostBy::model, "MODEL"},
};

// What a computer cannot say exactly is not shown: 0.022350000000000002 is 0.02235.
double rounded(double usd) {
  constexpr double kParts = 1e9;
  return std::round(usd * kParts) / kParts;
}

Json to_json(const CostRow& row) {
  Json json{{"cost_usd", rounded(row.usd)},
            {"input_tokens", row.tokens.input},
            {"output_tokens", row.tokens.output},
            {"cache_read_tokens", row.tokens.cache_read},
            {"cache_write_tokens", row.tokens.cache_write},
            {"web_searches", row.tokens.web_searches},
            {"requests", row.tokens.requests},
            {"has_unpriced", row.has_unpriced}};
  return json;
}

Json to_json(const CostReport& report, std::string_view by) {
  Json rows = Json::array();
  for (const CostRow& row : report.rows) {
    Json json{{by, row.key}, {"key", row.key}};
    if (!row.detail.empty()) json["detail"] = row.detail;
    json.update(to_json(row));
    if (row.host_usd) json["host_cost_usd"] = rounded(*row.host_usd);
    rows.push_back(std::move(json));
  }
  Json unpriced = Json::array();
  for (const engine::UnpricedModel& model : report.unpriced) {
    unpriced.push_back({{"model", model.model},
                        {"input_tokens", model.tokens.input},
                        {"output_tokens", model.tokens.output},
                        {"cache_read_tokens", model.tokens.cache_read},
                        {"cache_write_tokens", model.tokens.cache_write}});
  }
  Json budgets = Json::array();
  for (const engine::BudgetState& budget : report.budgets) {
    budgets.push_back({{"name", budget.name},
                       {"limit_usd", budget.limit_usd},
                       {"spent_usd", rounded(budget.spent_usd)},
                       {"over", budget.is_over()}});
  }
  return Json{
      {"total", to_json(report.total)},
      {"by", by},
      {"rows", rows},
      {"unpriced", unpriced},
      {"budgets", budgets},
      {"check", {{"sessions", report.check.sessions}, {"differing", report.check.differing}}},
      {"problems", report.problems}};
}

// "1,234,567"
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string money(double usd) {
  usd += 1e-9;  // So that 0.02235 is rounded as people do it, though no computer has that number.
  // A cent's part matters where the whole is small.
  return usd > 1e-6 && usd < 1 ? fmt::format("${:.4f}", usd) : fmt::format("${:.2f}", usd);
}

bool speaks_utf8(os::Environment& environment) {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = base::to_lower(environment.text(name));
    if (!value.empty()) {
      return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    }
  }
  return false;
}

// A bar of eighths of characters, or of signs that every terminal has.
std::string bar(double part, bool utf8) {
  constexpr int kWidth = 12;
  constexpr int kEighths = 8;
  constexpr std::array<std::string_view, 8> kParts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double share = std::clamp(part, 0.0, 1.0);
  if (!utf8) return std::string(static_cast<std::size_t>(std::lround(share * kWidth)), '#');
  const auto eighths = static_cast<int>(std::lround(share * kWidth * kEighths));
  std::string text;
  for (int i = 0; i < eighths / kEighths; ++i) text += "█";
  return text + std::string(kParts[static_cast<std::size_t>(eighths % kEighths)]);
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

// Numbers stand below each other by their last digit.
void align_numbers(std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t kFirstNumber = 1;
  constexpr std::size_t kLastNumber = 5;
  for (std::size_t column = kFirstNumber; column <= kLastNumber; ++column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, row[column].size());
    for (auto& row : rows) row[column] = right(row[column], width);
  }
}

std::vector<std::string> cells(const CostRow& row, std::string name, std::string graph) {
  const TokenCount& tokens = row.tokens;
  return {std::move(name),
          grouped(tokens.input),
          grouped(tokens.output),
          grouped(tokens.cache_read),
          grouped(tokens.cache_write),
          money(row.usd) + (row.has_unpriced ? "+" : " "),
          std::move(graph)};
}

void print_report(Context& context, const CostReport& report, const Grouping& grouping) {
  const bool utf8 = speaks_utf8(context.system.environment);
  double most = 0;
  for (const CostRow& row : report.rows) most = std::max(most, row.usd);
  std::vector<std::vector<std::string>> rows{
      {std::string(grouping.heading), "INPUT", "OUTPUT", "CACHE READ", "CACHE WRITE", "COST ", ""}};
  for (const CostRow& row : report.rows) {
    rows.push_back(cells(row, printable(row.key), bar(most > 0 ? row.usd / most : 0, utf8)));
  }
  rows.push_back(cells(report.total, "Total", ""));
  align_numbers(rows);
  print_table(context.console, rows);
}

void print_notes(Context& context, const CostReport& report) {
  const Style style(context.system.environment);
  if (!report.unpriced.empty()) {
    std::string names;
    for (const engine::UnpricedModel& model : report.unpriced) {
      names += (names.empty() ? "" : ", ") + printable(model.model);
    }
    print_line(context.console,
               "+ Without a price, so not in the cost: " + names +
                   ". Give one in the file that `cost.prices` of your settings names.");
  }
  for (const engine::BudgetState& budget : report.budgets) {
    if (!budget.is_over()) continue;
    print_line(context.console,
               style.yellow(fmt::format("Over the budget of the {}: {} of {}.", budget.name,
                                        money(budget.spent_usd), money(budget.limit_usd))));
  }
  if (report.check.differing > 0) {
    print_line(context.console,
               fmt::format("The host's own sum is another one in {} of {} sessions; see "
                           "`holdfast cost --by session --json`.",
                           report.check.differing, report.check.sessions));
  }
  for (const std::string& problem : report.problems) {
    context.console.write_error("holdfast: not used: " + printable(problem) + "\n");
  }
}

const Grouping* find_grouping(std::string_view name) {
  const auto found = std::find_if(kGroupings.begin(), kGroupings.end(),
                                  [&](const Grouping& grouping) { return grouping.name == name; });
  return found == kGroupings.end() ? nullptr : &*found;
}

}  // namespace

base::Result<int> run_cost(Context& context, Arguments& arguments) {
  std::optional<std::string> by;
  engine::CostQuery query;
  bool only_project = false;
  arguments.option(
      {"--by", "WHAT", "day (default), project, session, branch, work, agent or model"}, by);
  arguments.option(
      {"--since", "DAY", "From this day on: 2026-11-01, or 7d for the last seven days"},
      query.since);
  arguments.option({"--until", "DAY", "Up to this day, with it"}, query.until);
  arguments.flag({"--utc", "", "Days of UTC and not of your time zone"}, query.utc);
  arguments.project_choice("Only the project around FOLDER (default: here); else all projects",
                           only_project);
  bool is_team = false;
  arguments.flag({"--team", "", "Of all machines of the team's server; --by machine too"}, is_team);
  arguments.session_option();
  TRY(arguments.parse());
  if (is_team && (only_project || query.utc || arguments.session())) {
    return arguments.wrong_use("--team: takes --by, --since and --until alone; days are UTC's.");
  }
  if (is_team) {
    return run_team_cost(context, arguments,
                         {.by = by.value_or("day"), .since = query.since, .until = query.until});
  }
  const Grouping* const grouping = find_grouping(by.value_or("day"));
  if (grouping == nullptr) {
    return arguments.wrong_use("--by: '" + *by +
                               "' is none of day, project, session, branch, work, agent, model.");
  }
  query.by = grouping->by;
  query.session = arguments.session();
  if (only_project) {
    query.project = os::normalised(context.system.environment.current_folder(),
                                   arguments.project().value_or("."));
  }
  query.current_session = session_choice(context, arguments).host_session;
  Progress progress(context, "Reading transcripts (MB)");
  query.progress = [&](std::size_t done, std::size_t total) {
    constexpr std::size_t kMegabyte = 1'000'000;
    progress.show(done / kMegabyte, total / kMegabyte);
  };
  auto report = engine::cost_report(context.system, query);
  if (!report.ok() && report.error().code == base::Code::invalid_value) {
    return arguments.wrong_use(report.error().message);
  }
  if (!report.ok()) return std::move(report).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(*report, grouping->name));
    return kDone;
  }
  if (report->rows.empty()) {
    print_line(context.console, "No use of a model was found.");
  } else {
    print_report(context, *report, *grouping);
  }
  print_notes(context, *report);
  return kDone;
}

}  // namespace cli

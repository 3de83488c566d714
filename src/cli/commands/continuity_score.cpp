#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/continuity_question.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "model/ids.h"

namespace cli {
namespace {

using base::Json;
using engine::SessionScore;

Json to_json(const SessionScore& score) {
  return Json{{"session_id", score.session},
              {"end_time", score.end_time},
              {"channel", score.channel},
              {"hours", score.hours},
              {"recency", score.recency},
              {"overlap", score.overlap},
              {"pending", score.pending},
              {"score", score.score},
              {"shared_topics", score.shared_topics},
              {"pending_tasks", score.pending_tasks},
              {"chosen", score.chosen},
              {"verdict", score.verdict}};
}

Json to_json(const engine::ScoreReport& report) {
  Json sessions = Json::array();
  for (const SessionScore& score : report.sessions) sessions.push_back(to_json(score));
  return Json{{"keywords", report.keywords},
              {"threshold", report.threshold},
              {"sessions", std::move(sessions)}};
}

std::string age_text(double hours) {
  constexpr double kDay = 24;
  return hours < 2 * kDay ? fmt::format("{:.1f} h", hours)
                          : fmt::format("{:.1f} days", hours / kDay);
}

std::vector<std::string> row_of(const SessionScore& score) {
  return {"  " + printable(model::RunId{score.session}.brief()),
          age_text(score.hours),
          fmt::format("{:.3f}", score.recency),
          fmt::format("{:.3f}", score.overlap),
          fmt::format("{:.2f}", score.pending),
          fmt::format("{:.3f}", score.score),
          printable(score.verdict),
          printable(base::join(score.shared_topics, ", "))};
}

void print_report(Console& console, const engine::ScoreReport& report) {
  if (report.sessions.empty()) {
    print_line(console, "No session of this project has ended in the time that is looked back.");
    return;
  }
  std::vector<std::vector<std::string>> rows{
      {"  SESSION", "AGE", "RECENCY", "OVERLAP", "PENDING", "SCORE", "VERDICT", "SHARED TOPICS"}};
  for (const SessionScore& score : report.sessions) rows.push_back(row_of(score));
  print_table(console, rows);
  print_line(console, "");
  print_line(console, "score = 0.4 recency + 0.35 overlap + 0.25 pending; restored from " +
                          fmt::format("{:g}", report.threshold) + " on");
  const std::string keywords = base::join(report.keywords, ", ");
  print_line(console, "keywords: " + (keywords.empty() ? "none" : printable(keywords)));
}

}  // namespace

base::Result<int> run_continuity_score(Context& context, Arguments& arguments) {
  TRY_ASSIGN(auto asked, continuity_question(context, arguments));
  TRY_ASSIGN(const auto report, engine::score_restore(asked.workspace, asked.question));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(report));
  } else {
    print_report(context.console, report);
  }
  return kDone;
}

}  // namespace cli

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/doctor.h"
#include "engine/scrub.h"

namespace cli {
namespace {

void print_names(Console& console, std::string_view title, const std::vector<std::string>& names) {
  if (names.empty()) return;
  print_line(console, title);
  for (const std::string& name : names) print_line(console, "  " + printable(name));
}

std::string numbers_of(const std::vector<std::uint64_t>& lines) {
  constexpr std::size_t kShownMax = 20;
  std::string text;
  for (std::size_t i = 0; i < lines.size() && i < kShownMax; ++i)
    text += (i == 0 ? ": line " : ", ") + std::to_string(lines[i]);
  if (lines.size() > kShownMax)
    text += " and " + std::to_string(lines.size() - kShownMax) + " more";
  return text;
}

void print_scrub(Console& console, const engine::ScrubOutcome& outcome, bool dry_run) {
  std::vector<std::string> changed;
  for (const engine::ScrubbedFile& file : outcome.changed)
    changed.push_back(file.path + ": " + base::counted(file.texts, "text"));
  std::vector<std::string> left;
  for (const engine::UnscrubbedFile& file : outcome.left)
    left.push_back(file.path + numbers_of(file.lines));
  print_names(console, dry_run ? "Would be scrubbed:" : "Scrubbed:", changed);
  print_names(console, "Left as they are, since they are signed or chained:", left);
  print_names(console, "Not looked at:", outcome.problems);
  if (changed.empty() && left.empty())
    print_line(console,
               "There is nothing to scrub in " + std::to_string(outcome.files_read) + " files.");
}

base::Json to_json(const engine::ScrubOutcome& outcome, bool dry_run) {
  base::Json json{{"dry_run", dry_run},
                  {"files_read", outcome.files_read},
                  {"changed", base::Json::array()},
                  {"left", base::Json::array()},
                  {"problems", outcome.problems}};
  for (const engine::ScrubbedFile& file : outcome.changed)
    json["changed"].push_back({{"path", file.path}, {"texts", file.texts}});
  for (const engine::UnscrubbedFile& file : outcome.left)
    json["left"].push_back({{"path", file.path}, {"lines", file.lines}});
  return json;
}

base::Result<int> run_scrub(Context& context, const Arguments& arguments, bool dry_run) {
  TRY_ASSIGN(const auto outcome,
             engine::scrub(context.system, start_folder(context, arguments), {.dry_run = dry_run}));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(outcome, dry_run));
  } else {
    print_scrub(context.console, outcome, dry_run);
  }
  return outcome.problems.empty() ? kDone : kFailed;
}

}  // namespace

base::Result<int> run_maintenance(Context& context, Arguments& arguments) {
  bool scrubs = false;
  bool dry_run = false;
  arguments.flag(
      {"--scrub", "", "Take secrets out of what older versions stored, and nothing else"}, scrubs);
  arguments.flag({"--dry-run", "", "With --scrub: only say what would change"}, dry_run);
  TRY(arguments.parse());
  if (dry_run && !scrubs) return arguments.wrong_use("--dry-run goes with --scrub");
  if (scrubs) return run_scrub(context, arguments, dry_run);
  TRY_ASSIGN(const auto outcome,
             engine::maintain(context.system, start_folder(context, arguments)));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"removed", outcome.removed},
                                           {"archived", outcome.archived},
                                           {"ended", outcome.ended}});
    return kDone;
  }
  print_names(context.console, "Removed:", outcome.removed);
  print_names(context.console, "Archived:", outcome.archived);
  print_names(context.console, "Ended, since their holder is gone:", outcome.ended);
  if (outcome.removed.empty() && outcome.archived.empty() && outcome.ended.empty()) {
    print_line(context.console, "There was nothing to clean up.");
  }
  return kDone;
}

}  // namespace cli

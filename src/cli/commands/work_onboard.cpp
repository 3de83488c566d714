#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/progress.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"
#include "engine/onboarding.h"

namespace cli {

namespace {

using base::Json;

Json to_json(const engine::OnboardReport& report) {
  Json errors = Json::array();
  for (const engine::OnboardProblem& one : report.errors) {
    errors.push_back(Json{{"folder", one.folder}, {"message", one.message}});
  }
  return Json{{"project", report.project},  {"added", report.added},
              {"updated", report.updated},  {"unchanged", report.unchanged},
              {"missing", report.missing},  {"pruned", report.pruned},
              {"errors", std::move(errors)}};
}

void print_report(Context& context, const engine::OnboardReport& report) {
  print_line(context.console, std::to_string(report.added) + " added, " +
                                  std::to_string(report.updated) + " updated, " +
                                  std::to_string(report.unchanged) + " unchanged, " +
                                  std::to_string(report.missing) + " missing, " +
                                  std::to_string(report.pruned) + " pruned.");
  for (const engine::OnboardProblem& one : report.errors) {
    print_work_warnings(context, {one.folder + ": " + one.message});
  }
}

}  // namespace

base::Result<int> run_work_onboard(Context& context, Arguments& arguments) {
  std::optional<std::string> folder;
  engine::OnboardRequest request;
  arguments.operand({"FOLDER", "", "In the project (default: the current folder)"}, folder);
  arguments.flag({"--prune", "", "Take out rows whose folder is gone, instead of marking them"},
                 request.prune);
  TRY(arguments.parse());
  request.working_dir = folder
                            ? os::normalised(context.system.environment.current_folder(), *folder)
                            : start_folder(context, arguments);
  const auto report = [&] {
    Progress progress(context, "onboarding");
    request.progress = [&](std::size_t done, std::size_t total) { progress.show(done, total); };
    return engine::onboard(context.system, request);
  }();
  TRY(report);
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(*report));
  } else {
    print_report(context, *report);
  }
  return kDone;
}

}  // namespace cli

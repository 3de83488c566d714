#include "cli/work_view.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

using base::Json;

namespace {

std::string checkpoints_text(const model::BuildProgress& build) {
  if (build.total == 0 && build.completed.empty()) return "";
  std::string text = std::to_string(build.completed.size()) + " of " + std::to_string(build.total);
  if (build.current) text += ", now " + std::to_string(*build.current);
  return text;
}

std::string phases_text(const model::WorkSession& session) {
  std::string text;
  for (const model::WorkPhase phase : model::kWorkPhases) {
    if (phase == model::WorkPhase::complete) continue;
    const model::PhaseTimes& times = session.times(phase);
    if (!times.started_at && !times.completed_at) continue;
    if (!text.empty()) text += ", ";
    text += std::string(name_of(phase)) + (times.completed_at ? " done" : " begun");
  }
  return text;
}

}  // namespace

void work_operand(Arguments& arguments, std::string& into) {
  arguments.operand({"SESSION", "", "The work session: its slug or its folder"}, into);
}

std::string work_id(Context& context, const std::string& given) {
  if (given.find('/') == std::string::npos) return given;
  return os::normalised(context.system.environment.current_folder(), given).native();
}

base::Result<engine::WorkCaller> work_caller(Context& context, const Arguments& arguments,
                                             engine::Workspace& workspace) {
  engine::WorkCaller caller;
  const engine::SessionChoice choice = session_choice(context, arguments);
  if (!choice.given && !choice.host_session) return caller;
  auto run = engine::choose_run(workspace, choice);
  if (run.ok()) {
    caller.run = *std::move(run);
  } else if (choice.given) {
    return std::move(run).error();
  }
  return caller;
}

Json work_json(const engine::WorkView& work) {
  return Json{{"session_id", work.slug},
              {"path", work.folder},
              {"manifest", model::to_json(work.session)},
              {"next_phases", work.next_phases},
              {"etag", work.etag},
              {"schema", work.is_v1 ? 1 : 2},
              {"warnings", work.warnings}};
}

void print_work(Context& context, const engine::WorkView& work) {
  const Style style(context.system.environment);
  const model::WorkSession& session = work.session;
  print_line(context.console, "Work session " + style.bold(printable(work.slug)));
  print_facts(context.console, {{"topic", printable(session.topic)},
                                {"description", printable(session.description)},
                                {"type", printable(session.type.text())},
                                {"phase", printable(session.phase.text())},
                                {"status", printable(session.status.text())},
                                {"next", printable(base::join(work.next_phases, " or "))},
                                {"phases", phases_text(session)},
                                {"checkpoints", checkpoints_text(session.build)},
                                {"branch", printable(session.git.branch.value_or(""))},
                                {"base branch", printable(session.git.base_branch.value_or(""))},
                                {"worktree", printable(session.git.worktree.value_or(""))},
                                {"changed", short_time(printable(session.updated_at))},
                                {"folder", printable(work.folder)}});
  for (const model::WorkCommit& commit : session.commits) {
    constexpr std::size_t kShownDigits = 10;
    print_line(context.console, "  " + printable(commit.sha.substr(0, kShownDigits)) + "  " +
                                    printable(commit.message));
  }
  print_work_warnings(context, work.warnings);
}

void print_work_warnings(Context& context, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    context.console.write_error("holdfast: " + printable(warning) + "\n");
  }
}

int print_change(Context& context, const Arguments& arguments, const engine::WorkResult& result,
                 const std::string& sentence) {
  std::vector<std::string> warnings = result.warnings;
  warnings.insert(warnings.end(), result.work.warnings.begin(), result.work.warnings.end());
  if (arguments.form() == Form::text) {
    print_line(context.console, sentence);
    print_work_warnings(context, warnings);
    return kDone;
  }
  Json json = work_json(result.work);
  json["changed"] = result.changed;
  json["duplicate"] = result.duplicate;
  if (!result.previous.empty()) json["previous"] = result.previous;
  json["warnings"] = warnings;
  print_json(context.console, json);
  return kDone;
}

base::Result<std::int64_t> number_of(const Arguments& arguments, const std::string& text,
                                     std::string_view name) {
  constexpr std::uint64_t kMax = 1'000'000;
  const auto number = base::to_number(text);
  if (!number || *number > kMax) {
    return arguments.wrong_use(std::string(name) + " must be a whole number, not `" +
                               printable(text) + "`.");
  }
  return static_cast<std::int64_t>(*number);
}

base::Result<int> run_change(Context& context, const Arguments& arguments,
                             const WorkCommand& command) {
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto caller, work_caller(context, arguments, workspace));
  TRY_ASSIGN(const auto result, command.change(workspace, work_id(context, command.id), caller));
  const std::string slug = printable(result.work.slug);
  return print_change(
      context, arguments, result,
      result.changed ? command.sentence(result) : "Nothing to change: " + slug + " is so already.");
}

}  // namespace cli

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/progress.h"
#include "cli/run_choice.h"
#include "engine/bundle_export.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::ExportReport& report, const std::string& file) {
  Json json{{"runs", report.runs},          {"work_sessions", report.work_sessions},
            {"mirrors", report.mirrors},    {"handoffs", report.handoffs},
            {"items", report.items},        {"bytes", report.bytes},
            {"signer", report.fingerprint}, {"problems", report.problems}};
  if (!file.empty()) json["file"] = file;
  return json;
}

std::string in_words(const engine::ExportReport& report, const std::string& file) {
  std::string text;
  for (const std::string& problem : report.problems) text += "! " + printable(problem) + "\n";
  text += (file.empty() ? "Wrote " : "Wrote " + printable(file) + ": ") +
          base::counted(report.runs, "run") + ", " +
          base::counted(report.work_sessions, "work session") + ", " +
          base::counted(report.mirrors, "session record") + ", " +
          base::counted(report.handoffs, "handoff") + ", " + std::to_string(report.bytes) +
          " bytes.\n";
  return text + "Signed by " + report.fingerprint + "\n";
}

// The bundle goes to standard output, so that what is said of it goes to standard error.
base::Result<engine::ExportReport> export_to_output(Context& context, engine::Workspace& workspace,
                                                    const engine::ExportRequest& request,
                                                    const engine::BundleProgress& progress) {
  return engine::export_bundle(
      workspace, request,
      [&](std::string_view bytes) -> base::Result<void> {
        if (context.console.write_whole(bytes)) return {};
        return base::Error{base::Code::io, "the bundle could not be written to standard output",
                           ""};
      },
      progress);
}

}  // namespace

base::Result<int> run_export(Context& context, Arguments& arguments) {
  engine::ExportRequest request;
  std::optional<std::string> output;
  std::optional<std::string> since;
  bool no_continuity = false;
  arguments.option({"-o,--output", "FILE", "Where it goes (default: standard output)"}, output);
  arguments.repeated({"--run", "ID", "Only this run; may be given again"}, request.runs);
  arguments.repeated({"--work", "SLUG", "Only this work session; may be given again"},
                     request.works);
  arguments.option({"--since", "TIME", "Only what changed in this time: 7d, 12h"}, since);
  arguments.flag({"--no-continuity", "", "Without what sessions left to those after them"},
                 no_continuity);
  TRY(arguments.parse());
  request.with_continuity = !no_continuity;
  if (since) {
    TRY_ASSIGN(request.since, base::duration_from_text(*since));
  }
  if (!output && context.system.environment.output_is_terminal()) {
    return arguments.wrong_use("A bundle is not for a terminal: name a file with -o");
  }
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  const std::string file =
      output ? os::normalised(context.system.environment.current_folder(), *output).native() : "";
  base::Result<engine::ExportReport> report = engine::ExportReport{};
  {
    Progress bar(context, "Reading journals");
    const engine::BundleProgress show = [&](std::size_t done, std::size_t total) {
      bar.show(done, total);
    };
    report = output ? engine::export_bundle_to(workspace, request, file, show)
                    : export_to_output(context, workspace, request, show);
  }
  if (!report.ok()) return std::move(report).error();
  const std::string text = arguments.form() == Form::json
                               ? base::dump_line(to_json(*report, file)) + "\n"
                               : in_words(*report, file);
  if (output) {
    context.console.write(text);
  } else {
    context.console.write_error(text);
  }
  return kDone;
}

}  // namespace cli

// req pause, req resume and req doctor: a way out, and what is wrong.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/finding_view.h"
#include "cli/requirement_choice.h"
#include "engine/requirement_doctor.h"

namespace cli {
namespace {

using base::Json;
using engine::Finding;
using engine::Severity;

// What the answers rest on, besides what is right or wrong about it.
void print_files(Context& context, engine::Workspace& workspace) {
  const Style style(context.system.environment);
  const auto status = engine::requirement_status(workspace, {});
  for (const std::string& file : engine::requirement_rules(workspace).files) {
    print_line(context.console, style.dim("  read: " + printable(file)));
  }
  if (!status.file.empty()) {
    print_line(context.console,
               style.dim("  state of " + printable(status.branch) + ": " + printable(status.file)));
  }
}

}  // namespace

base::Result<int> run_req_pause(Context& context, Arguments& arguments) {
  std::optional<std::string> reason;
  std::optional<std::string> duration;
  arguments.option({"-r,--reason", "TEXT", "Why, for the journal"}, reason);
  arguments.option({"--for", "TIME", "How long: 90s, 30m, 2h; else until `req resume`"}, duration);
  arguments.session_option();
  TRY(arguments.parse());
  engine::RequirementPause pause{.reason = reason.value_or(""), .duration = {}};
  if (duration) {
    TRY_ASSIGN(pause.duration, base::duration_from_text(*duration));
  }
  TRY_ASSIGN(auto chosen, open_requirement_session(context, arguments));
  const auto until = engine::pause_requirements(chosen.workspace, chosen.session, pause, {});
  if (!until.ok()) return not_saved(until.error());
  if (arguments.form() == Form::json) {
    print_json(context.console,
               Json{{"session", chosen.session.short_id}, {"pausedUntil", *until}});
  } else {
    print_line(context.console,
               "Requirements block nothing for session " + printable(chosen.session.short_id) +
                   ", until " + (until->empty() ? "`req resume`" : short_time(*until) + " UTC") +
                   ".");
  }
  return kDone;
}

base::Result<int> run_req_resume(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_requirement_session(context, arguments));
  const auto resumed = engine::resume_requirements(chosen.workspace, chosen.session, {});
  if (!resumed.ok()) return not_saved(resumed.error());
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"session", chosen.session.short_id}});
  } else {
    print_line(context.console, "Requirements are asked again for session " +
                                    printable(chosen.session.short_id) + ".");
  }
  return kDone;
}

base::Result<int> run_req_doctor(Context& context, Arguments& arguments) {
  bool verbose = false;
  bool strict = false;
  arguments.flag({"-v,--verbose", "", "Also which files were read"}, verbose);
  arguments.flag({"--ci", "", "Exit 1 for remarks too, not only for problems"}, strict);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  const std::vector<Finding> findings = engine::check_requirements_health(workspace);
  if (arguments.form() == Form::json) {
    print_json(context.console, findings_json(findings));
  } else {
    print_findings(context, findings);
    if (verbose) print_files(context, workspace);
  }
  const bool is_bad = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return is_left(finding) || (strict && finding.severity != Severity::good);
  });
  return is_bad ? kFailed : kDone;
}

}  // namespace cli

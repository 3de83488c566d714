#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/requirement_verify.h"

namespace cli {
namespace {

using base::Json;
using engine::RequirementLine;
using engine::RequirementsVerdict;

// A session that is named has to be there; where none is to be found, none is asked about.
base::Result<std::optional<engine::RequirementSessionId>> session_of(Context& context,
                                                                     const Arguments& arguments,
                                                                     engine::Workspace& workspace) {
  auto chosen = engine::choose_requirement_session(workspace, session_choice(context, arguments));
  if (chosen.ok()) return std::optional(*std::move(chosen));
  if (!arguments.session() && chosen.error().code == base::Code::no_session) {
    return std::optional<engine::RequirementSessionId>();
  }
  return chosen.error();
}

Json to_json(const std::vector<RequirementLine>& lines) {
  Json list = Json::array();
  for (const RequirementLine& line : lines) {
    list.push_back(Json{{"name", line.name},
                        {"scope", line.scope},
                        {"enforced", line.enforced},
                        {"standing", line.standing},
                        {"why", line.why},
                        {"wayOut", line.way_out}});
  }
  return list;
}

Json to_json(const RequirementsVerdict& verdict) {
  return Json{{"ok", verdict.ok()},
              {"branch", verdict.branch},
              {"session", verdict.session.empty() ? Json() : Json(verdict.session)},
              {"enabled", verdict.enabled},
              {"met", verdict.met},
              {"unmet", to_json(verdict.unmet)},
              {"warned", to_json(verdict.warned)},
              {"faults", verdict.faults}};
}

// One line each, for `cut` and `grep`: what it stops, the name, how it stands.
void print_for_ci(Console& console, const RequirementsVerdict& verdict) {
  for (const auto& [word, lines] :
       {std::pair{"unmet", &verdict.unmet}, std::pair{"warning", &verdict.warned}}) {
    for (const RequirementLine& line : *lines) {
      print_line(console, fmt::format("{}\t{}\t{}\t{}", word, printable(line.name), line.standing,
                                      printable(line.why)));
    }
  }
  print_line(console, fmt::format("{}\t{} met\t{} unmet", verdict.ok() ? "ok" : "failed",
                                  verdict.met, verdict.unmet.size()));
}

void print_verdict(Context& context, const RequirementsVerdict& verdict) {
  const Style style(context.system.environment);
  Console& console = context.console;
  if (!verdict.enabled) return print_line(console, "Requirements are switched off here.");
  const std::string whose =
      (verdict.session.empty() ? "branch " : "session " + verdict.session + " on ") +
      printable(verdict.branch);
  for (const RequirementLine& line : verdict.unmet) {
    print_line(console, style.red("✗ ") + printable(line.name) + ": " + printable(line.why) +
                            ". Run `" + printable(line.way_out) + "`.");
  }
  for (const RequirementLine& line : verdict.warned) {
    print_line(console, style.yellow("! ") + printable(line.name) + ": " + printable(line.why) +
                            " (" + line.enforced + ")");
  }
  if (verdict.ok()) {
    print_line(console, style.green("✓ ") + whose + ": every requirement that blocks is met.");
  } else {
    print_line(console, fmt::format("{}: {} of {} not met.", whose, verdict.unmet.size(),
                                    verdict.unmet.size() + verdict.met));
  }
}

}  // namespace

base::Result<int> run_req_verify(Context& context, Arguments& arguments) {
  bool is_for_ci = false;
  arguments.flag(
      {"--ci", "",
       "Without a session: only what is kept for the branch or for good, and guards; one "
       "line each, with tabs"},
      is_for_ci);
  arguments.session_option();
  TRY(arguments.parse());
  if (is_for_ci && arguments.session()) {
    return arguments.wrong_use("--ci asks about no session.");
  }
  TRY_ASSIGN(auto workspace,
             engine::Workspace::open(context.system, start_folder(context, arguments),
                                     engine::Needs::requirements));
  std::optional<engine::RequirementSessionId> session;
  if (!is_for_ci) {
    TRY_ASSIGN(session, session_of(context, arguments, workspace));
  }
  const RequirementsVerdict verdict = engine::verify_requirements(workspace, session);
  for (const std::string& fault : verdict.faults) {
    context.console.write_error("holdfast: " + printable(fault) + "\n");
  }
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(verdict));
  } else if (is_for_ci) {
    print_for_ci(context.console, verdict);
  } else {
    print_verdict(context, verdict);
  }
  return verdict.ok() ? kDone : kDenied;
}

}  // namespace cli

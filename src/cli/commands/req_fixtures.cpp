// `req test`. A file that ends in _test is one of our own tests, so this has another name.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/requirement_fixtures.h"

namespace cli {
namespace {

using base::Json;
using engine::FixtureOutcome;

bool holds(const FixtureOutcome& outcome) { return outcome.faults.empty(); }

void print_outcomes(Context& context, const std::vector<FixtureOutcome>& outcomes) {
  const Style style(context.system.environment);
  Console& console = context.console;
  for (const FixtureOutcome& one : outcomes) {
    if (holds(one)) {
      print_line(console, style.green("✓ ") + printable(one.fixture.name));
      continue;
    }
    print_line(console, style.red("✗ ") + printable(one.fixture.name) +
                            style.dim(fmt::format(" ({}:{})", printable(one.fixture.file),
                                                  one.fixture.line)));
    for (const std::string& fault : one.faults) print_line(console, "    " + printable(fault));
  }
  const auto failed =
      std::count_if(outcomes.begin(), outcomes.end(), [](const auto& one) { return !holds(one); });
  const std::string cases = base::counted(outcomes.size(), "case");
  print_line(console, failed == 0 ? cases + ", all hold."
                                  : fmt::format("{}, {} not as expected.", cases, failed));
}

Json to_json(const std::vector<FixtureOutcome>& outcomes, bool ok) {
  Json cases = Json::array();
  for (const FixtureOutcome& one : outcomes) {
    cases.push_back(Json{{"name", one.fixture.name},
                         {"file", one.fixture.file},
                         {"line", one.fixture.line},
                         {"ok", holds(one)},
                         {"expected", model::name_of(one.fixture.expected)},
                         {"came", model::name_of(one.came.answer)},
                         {"unmet", one.came.unmet},
                         {"faults", one.faults}});
  }
  return Json{{"ok", ok}, {"cases", std::move(cases)}};
}

}  // namespace

base::Result<int> run_req_test(Context& context, Arguments& arguments) {
  std::vector<std::string> names;
  arguments.operands(
      {"FILE", "",
       "YAML or JSON (default: .claude/requirements.tests.yaml): a list of cases such "
       "as {name: edits need a plan, given: {satisfied: [adr_reviewed]}, event: "
       "{tool: Write, file: src/a.cpp}, expect: deny, requirements: [commit_plan]}"},
      names);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace,
             engine::Workspace::open(context.system, start_folder(context, arguments),
                                     engine::Needs::requirements));
  const os::Path here = context.system.environment.current_folder();
  std::vector<os::Path> files;
  for (const std::string& name : names) files.push_back(os::normalised(here, name));
  TRY_ASSIGN(const auto outcomes, engine::check_fixtures(workspace, files));
  const bool ok = std::all_of(outcomes.begin(), outcomes.end(), holds);
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(outcomes, ok));
  } else {
    print_outcomes(context, outcomes);
  }
  return ok ? kDone : kFailed;
}

}  // namespace cli

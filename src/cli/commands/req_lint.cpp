#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/requirement.h"
#include "engine/requirement_rules.h"

namespace cli {
namespace {

using base::Json;
using model::RuleFinding;
using Severity = RuleFinding::Severity;

std::string mark_of(Severity severity, const Style& style) {
  switch (severity) {
    case Severity::remark:
      return style.dim("·");
    case Severity::warning:
      return style.yellow("!");
    case Severity::error:
      return style.red("✗");
  }
  return "";
}

std::int64_t count(const std::vector<RuleFinding>& findings, Severity severity) {
  return std::count_if(findings.begin(), findings.end(),
                       [&](const RuleFinding& one) { return one.severity == severity; });
}

std::string counted(std::int64_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

void print_findings(Context& context, const std::vector<RuleFinding>& findings,
                    const model::Requirements& rules) {
  const Style style(context.system.environment);
  Console& console = context.console;
  for (const RuleFinding& one : findings) {
    std::string line = mark_of(one.severity, style) + " ";
    if (!one.file.empty()) {
      line += printable(one.file) + (one.line == 0 ? "" : ":" + std::to_string(one.line)) + ": ";
    }
    if (!one.requirement.empty()) line += printable(one.requirement) + ": ";
    print_line(console, line + printable(one.message) + style.dim(" [" + one.kind + "]"));
    if (!one.hint.empty()) print_line(console, "    " + printable(one.hint));
  }
  const auto enabled = std::count_if(rules.list.begin(), rules.list.end(),
                                     [](const auto& one) { return one.enabled; });
  print_line(console, counted(enabled, "enabled requirement") + ": " +
                          counted(count(findings, Severity::error), "error") + ", " +
                          counted(count(findings, Severity::warning), "warning") + ".");
}

Json to_json(const std::vector<RuleFinding>& findings, bool ok) {
  Json list = Json::array();
  for (const RuleFinding& one : findings) {
    list.push_back(Json{{"severity", model::name_of(one.severity)},
                        {"kind", one.kind},
                        {"file", one.file},
                        {"line", one.line},
                        {"requirement", one.requirement},
                        {"message", one.message},
                        {"hint", one.hint}});
  }
  return Json{{"ok", ok}, {"findings", std::move(list)}};
}

}  // namespace

base::Result<int> run_req_lint(Context& context, Arguments& arguments) {
  bool is_strict = false;
  arguments.flag({"--strict", "", "Fail for warnings too"}, is_strict);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace,
             engine::Workspace::open(context.system, start_folder(context, arguments),
                                     engine::Needs::requirements));
  const std::vector<RuleFinding> findings = engine::lint_rules(workspace);
  const Severity worst_allowed = is_strict ? Severity::remark : Severity::warning;
  const bool ok = std::none_of(findings.begin(), findings.end(), [&](const RuleFinding& one) {
    return one.severity > worst_allowed;
  });
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(findings, ok));
  } else {
    print_findings(context, findings, engine::requirement_rules(workspace));
  }
  return ok ? kDone : kFailed;
}

}  // namespace cli

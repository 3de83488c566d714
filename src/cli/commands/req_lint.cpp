#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/requirement.h"
#include "engine/requirement_rules.h"

namespace cli {
namespace {

using base::Json;
using model::RuleFinding;

std::string mark_of(RuleFinding::Severity severity, const Style& style) {
  switch (severity) {
    case RuleFinding::Severity::remark:
      return style.dim("·");
    case RuleFinding::Severity::warning:
      return style.yellow("!");
    case RuleFinding::Severity::error:
      return style.red("✗");
  }
  return "";
}

// "2 warnings"
std::string counted_findings(const std::vector<RuleFinding>& findings,
                             RuleFinding::Severity severity, std::string_view noun) {
  const auto count = std::count_if(findings.begin(), findings.end(), [&](const RuleFinding& one) {
    return one.severity == severity;
  });
  return base::counted(static_cast<std::uint64_t>(count), noun);
}

void print_rule_findings(Context& context, const std::vector<RuleFinding>& findings,
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
  print_line(console,
             base::counted(static_cast<std::uint64_t>(enabled), "enabled requirement") + ": " +
                 counted_findings(findings, RuleFinding::Severity::error, "error") + ", " +
                 counted_findings(findings, RuleFinding::Severity::warning, "warning") + ".");
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
  const RuleFinding::Severity worst_allowed =
      is_strict ? RuleFinding::Severity::remark : RuleFinding::Severity::warning;
  const bool ok = std::none_of(findings.begin(), findings.end(), [&](const RuleFinding& one) {
    return one.severity > worst_allowed;
  });
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(findings, ok));
  } else {
    print_rule_findings(context, findings, engine::requirement_rules(workspace));
  }
  return ok ? kDone : kFailed;
}

}  // namespace cli

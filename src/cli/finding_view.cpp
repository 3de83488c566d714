#include "cli/finding_view.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/output.h"

namespace cli {

using base::Json;
using engine::Finding;
using engine::Severity;

namespace {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::good:
      return "good";
    case Severity::remark:
      return "remark";
    case Severity::problem:
      return "problem";
  }
  return "";
}

std::string mark_of(const Finding& finding, const Style& style) {
  if (finding.fixed) return style.green("✓");
  switch (finding.severity) {
    case Severity::good:
      return style.green("✓");
    case Severity::remark:
      return style.yellow("!");
    case Severity::problem:
      return style.red("✗");
  }
  return "";
}

}  // namespace

bool is_left(const Finding& finding) {
  return finding.severity == Severity::problem && !finding.fixed;
}

void print_findings(Context& context, const std::vector<Finding>& findings) {
  const Style style(context.system.environment);
  Console& console = context.console;
  for (const Finding& finding : findings) {
    print_line(console, mark_of(finding, style) + " " + printable(finding.subject) + ": " +
                            printable(finding.message));
    if (finding.repair.empty()) continue;
    print_line(console,
               "    " + std::string(finding.fixed ? "repaired: " : "") + printable(finding.repair));
  }
  const auto left = std::count_if(findings.begin(), findings.end(), is_left);
  if (left == 0) {
    print_line(console, "No problem is left.");
    return;
  }
  const bool can_fix = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return is_left(finding) && finding.fixable;
  });
  print_line(console, std::to_string(left) + (left == 1 ? " problem." : " problems.") +
                          (can_fix ? " `holdfast doctor --fix` repairs what it can." : ""));
}

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back(Json{{"severity", name_of(finding.severity)},
                        {"subject", finding.subject},
                        {"message", finding.message},
                        {"repair", finding.repair},
                        {"fixable", finding.fixable},
                        {"fixed", finding.fixed}});
  }
  return Json{{"ok", std::none_of(findings.begin(), findings.end(), is_left)}, {"findings", list}};
}

}  // namespace cli

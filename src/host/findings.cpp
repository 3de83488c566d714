#include "host/findings.h"

namespace host {

using engine::Finding;
using engine::Severity;

void Findings::add(Severity severity, std::string message, std::string repair) {
  all_.push_back({severity, host_, std::move(message), std::move(repair), false, false});
}

bool Findings::add_fixable(Severity severity, std::string message, std::string what,
                           const std::function<base::Result<void>()>& cure) {
  Finding finding{severity, host_, std::move(message), std::move(what), true, false};
  if (repair_ == Repair::done) {
    const auto done = cure();
    finding.fixed = done.ok();
    if (!done.ok()) finding.repair = "could not " + finding.repair + ": " + done.error().message;
  }
  all_.push_back(std::move(finding));
  return all_.back().fixed;
}

base::Result<void> write_file(os::System& system, const os::Path& path,
                              std::optional<std::string> content, std::uint32_t mode) {
  engine::InstallPlan plan;
  plan.changes.push_back({path, "", std::move(content), mode, 1});
  return engine::apply_plan(system, plan);
}

}  // namespace host

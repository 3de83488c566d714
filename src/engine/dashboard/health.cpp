#include "engine/dashboard/health.h"

#include <algorithm>

#include "engine/dashboard/parts.h"
#include "engine/doctor.h"
#include "engine/known_projects.h"

namespace engine::dashboard {
namespace {

// Of one answer, over all projects; the one that is being examined then is finished.
constexpr std::chrono::microseconds kAnswerPatience = std::chrono::seconds{3};

std::vector<Finding> gone(const KnownProject& project) {
  return {{.severity = Severity::problem,
           .subject = "project",
           .message = "its folder is gone: " + project.root.native(),
           .repair = "Where it was moved, any `holdfast` command there makes it known again."}};
}

// The worst first, and only so many: a journal that was tampered with has one for each line.
void shorten(std::vector<Finding>& findings) {
  constexpr std::size_t kFindingsMax = 200;
  if (findings.size() <= kFindingsMax) return;
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return static_cast<int>(a.severity) > static_cast<int>(b.severity);
  });
  const std::size_t more = findings.size() - kFindingsMax;
  findings.resize(kFindingsMax);
  findings.push_back({.severity = Severity::remark,
                      .subject = "doctor",
                      .message = "found " + std::to_string(more) + " more",
                      .repair = "`holdfast doctor` in the project lists them all."});
}

std::vector<Finding> examined(Dashboard& dashboard, const KnownProject& project) {
  std::vector<Finding> findings = examine(
      dashboard.system(), {.start = project.root, .hosts = dashboard.parts().hosts, .fix = false});
  shorten(findings);
  return findings;
}

std::vector<Finding> not_yet() {
  return {{.severity = Severity::remark,
           .subject = "doctor",
           .message = "is not done with this project yet",
           .repair = "Ask again in a moment."}};
}

}  // namespace

std::vector<ProjectFindings> project_findings(Dashboard& dashboard) {
  os::Clock& clock = dashboard.system().clock;
  auto& remembered = dashboard.parts().depth.findings;
  const std::unique_lock examining(dashboard.parts().depth.examining, std::try_to_lock);
  const std::chrono::microseconds deadline = clock.steady() + kAnswerPatience;
  std::vector<ProjectFindings> all;
  for (const KnownProject& project : known_projects(dashboard.system())) {
    // What was found before it went is of no use any more.
    const auto info = dashboard.system().files.info(project.root);
    if (!info.ok() && info.error().code == base::Code::not_found) {
      all.push_back({project.id, project.name, gone(project)});
      continue;
    }
    const bool is_late = !examining.owns_lock() || clock.steady() >= deadline;
    const auto findings = is_late ? remembered.peek(project.id)
                                  : remembered.get(
                                        project.id, [&] { return clock.steady(); },
                                        [&] { return examined(dashboard, project); });
    all.push_back({project.id, project.name, findings ? *findings : not_yet()});
  }
  return all;
}

}  // namespace engine::dashboard

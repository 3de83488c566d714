#include "engine/dashboard/requirements.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/dashboard/open_project.h"
#include "engine/dashboard/parts.h"
#include "engine/dashboard/runs.h"
#include "engine/index_rows.h"
#include "engine/requirement.h"
#include "engine/requirement_scene.h"

namespace engine::dashboard {
namespace {

// Each has to be judged by itself, with what its evidence costs; older ones are told by the file.
constexpr std::size_t kJudgedSessionsMax = 8;
constexpr std::size_t kMarksMax = 2000;
constexpr char kCursorMark = '=';

// What a file may say and no calendar knows is left out.
std::string iso_of(const std::optional<std::int64_t>& seconds) {
  constexpr std::int64_t kLast = 253'402'300'799;  // The year 9999.
  if (!seconds || *seconds < 0 || *seconds > kLast) return "";
  return base::to_iso(base::Instant{std::chrono::seconds{*seconds}});
}

std::string standing_on_file(const indexing::RequirementRow& row, std::int64_t now) {
  if (!row.satisfied) return "unmet";
  return row.expires_at && *row.expires_at <= now ? "expired" : "met";
}

RequirementMark mark_of(const indexing::RequirementRow& row, std::int64_t now) {
  return {.requirement = row.requirement,
          .session = row.session,
          .is_satisfied = row.satisfied,
          .standing = standing_on_file(row, now),
          .satisfied_by = row.satisfied_by,
          .satisfied_at = iso_of(row.satisfied_at),
          .expires_at = iso_of(row.expires_at),
          .is_triggered = row.triggered};
}

// What the gate would say of a session's requirements, on the branch that is checked out.
class Judge {
 public:
  Judge(Stores& stores, const std::vector<indexing::RequirementRow>& rows) : stores_(stores) {
    std::vector<std::pair<std::int64_t, std::string>> sessions;
    for (const indexing::RequirementRow& row : rows) {
      const std::int64_t at = std::max(row.satisfied_at.value_or(0), row.triggered_at.value_or(0));
      if (!row.session.empty()) sessions.emplace_back(at, row.session);
    }
    std::sort(sessions.rbegin(), sessions.rend());
    for (const auto& [at, session] : sessions) {
      if (judged_.size() == kJudgedSessionsMax) break;
      judged_.insert(session);
    }
    judged_.insert("");
  }

  bool knows(const std::string& session) const { return judged_.contains(session); }

  // Empty where the requirement is not configured any more, or is switched off.
  std::string standing(const std::string& session, const std::string& requirement) {
    RequirementScene& scene = scene_of(session);
    const model::Requirement* const rule = scene.cascade().find(requirement);
    if (rule == nullptr || !rule->enabled) return "";
    return std::string(policy::name_of(scene.judge(*rule).verdict.standing));
  }

  RequirementScene& scene_of(const std::string& session) {
    auto& scene = scenes_[session];
    if (!scene) scene = std::make_unique<RequirementScene>(stores_, session);
    return *scene;
  }

 private:
  Stores& stores_;
  std::set<std::string> judged_;
  std::map<std::string, std::unique_ptr<RequirementScene>> scenes_;
};

// What is kept for one session alone says nothing without one.
bool is_of_the_branch(const model::Requirement& rule) {
  const bool is_own = rule.scope == model::RequirementScope::session ||
                      rule.scope == model::RequirementScope::single_use;
  return rule.type != model::RequirementType::blocking || !is_own;
}

// Guards, numbers and what nobody marked yet have no entry in the file.
void add_unmarked(Judge& judge, std::vector<RequirementMark>& marks) {
  for (const model::Requirement& rule : judge.scene_of("").cascade().list) {
    if (!rule.enabled || !is_of_the_branch(rule)) continue;
    const bool is_marked =
        std::any_of(marks.begin(), marks.end(), [&](const RequirementMark& mark) {
          return mark.requirement == rule.name && mark.session.empty();
        });
    if (is_marked) continue;
    RequirementMark mark;
    mark.requirement = rule.name;
    mark.standing = judge.standing("", rule.name);
    mark.is_satisfied = mark.standing == "met";
    marks.push_back(std::move(mark));
  }
}

RequirementBranch branch_of(RequirementScene& scene, const std::string& branch, bool is_checked_out,
                            std::vector<std::string>& problems) {
  RequirementBranch found{branch, is_checked_out, {}};
  std::vector<indexing::RequirementRow> rows;
  const auto document = scene.branches().read(branch);
  if (document.ok()) {
    rows = requirement_rows(document->json());
  } else if (document.error().code != base::Code::not_found) {
    problems.push_back(document.error().message);
  }
  if (rows.size() > kMarksMax) {
    problems.push_back(branch + ": has more marks than are shown; `req prune` takes old ones out");
    rows.resize(kMarksMax);
  }
  for (const indexing::RequirementRow& row : rows) {
    found.marks.push_back(mark_of(row, scene.now()));
  }
  if (!is_checked_out) return found;
  Judge judge(scene.stores(), rows);
  for (RequirementMark& mark : found.marks) {
    if (!judge.knows(mark.session)) continue;
    const std::string standing = judge.standing(mark.session, mark.requirement);
    if (!standing.empty()) mark.standing = standing;
  }
  add_unmarked(judge, found.marks);
  for (const base::Error& fault : judge.scene_of("").faults()) problems.push_back(fault.message);
  return found;
}

// Names behind the cursor, the branch that is checked out before all others.
base::Result<std::vector<std::string>> branches_behind(RequirementScene& scene,
                                                       const std::string& checked_out,
                                                       const PageQuestion& question) {
  std::vector<std::string> names = scene.branches().branches();
  std::erase(names, checked_out);
  if (!question.cursor) {
    if (!checked_out.empty()) names.insert(names.begin(), checked_out);
    return names;
  }
  if (!question.cursor->starts_with(kCursorMark)) {
    return base::Error{base::Code::invalid_params, "the cursor is none that this list gave",
                       "Begin again without one."};
  }
  const std::string last = question.cursor->substr(1);
  std::erase_if(names, [&](const std::string& name) { return !last.empty() && name <= last; });
  return names;
}

base::Result<KnownProject> project_or_last(Dashboard& dashboard,
                                           const std::optional<std::string>& project) {
  if (project) return find_project(dashboard, *project);
  const auto runs = list_runs(dashboard, {.project = {}, .health = {}, .page = {.limit = 1}});
  if (runs.ok() && !runs->items.empty()) {
    auto last = find_project(dashboard, runs->items.front().project);
    if (last.ok()) return last;
  }
  const std::vector<KnownProject> known = known_projects(dashboard.system());
  if (known.empty()) {
    return base::Error{base::Code::not_found, "No project is known yet",
                       "`holdfast init` in one of them makes it known."};
  }
  return known.front();
}

}  // namespace

base::Result<ProjectRequirements> read_requirements(Workspace& workspace,
                                                    const PageQuestion& question) {
  RequirementScene scene(workspace.stores(), "");
  ProjectRequirements found;
  found.rules = scene.cascade().list;
  for (const model::ConfigProblem& problem : scene.cascade().problems) {
    found.problems.push_back(problem.file + ":" + std::to_string(problem.line) + ": " +
                             problem.message);
  }
  if (!scene.cascade().enabled) found.problems.push_back("All of them are switched off.");
  if (!scene.head()) {
    found.problems.push_back("not in a git repository: requirements are off here");
    return found;
  }
  const std::string checked_out = scene.head()->branch;
  TRY_ASSIGN(const auto names, branches_behind(scene, checked_out, question));
  for (const std::string& name : names) {
    if (found.branches.items.size() == question.limit) {
      const std::string& last = found.branches.items.back().branch;
      found.branches.next = kCursorMark + (last == checked_out ? std::string() : last);
      break;
    }
    found.branches.items.push_back(branch_of(scene, name, name == checked_out, found.problems));
  }
  return found;
}

base::Result<ProjectRequirements> project_requirements(Dashboard& dashboard,
                                                       const RequirementsQuestion& question) {
  TRY_ASSIGN(const KnownProject known, project_or_last(dashboard, question.project));
  TRY_ASSIGN(Workspace workspace, open_project(dashboard, known, Needs::requirements));
  TRY_ASSIGN(ProjectRequirements found, read_requirements(workspace, question.page));
  found.project = known.id;
  found.project_name = known.name;
  return found;
}

base::Result<ProjectReport> project_report(Dashboard& dashboard, const ReportQuestion& question) {
  TRY_ASSIGN(const KnownProject known, project_or_last(dashboard, question.project));
  TRY_ASSIGN(Workspace workspace, open_project(dashboard, known, Needs::requirements));
  std::optional<base::Millis> age;
  if (question.days) age = std::chrono::days{*question.days};
  const std::string key =
      known.id + " " + (question.days ? std::to_string(*question.days) : std::string("all"));
  os::Clock& clock = dashboard.system().clock;
  return ProjectReport{known.id, dashboard.parts().depth.reports.get(
                                     key, [&] { return clock.steady(); },
                                     [&] { return requirement_report(workspace, age); })};
}

}  // namespace engine::dashboard

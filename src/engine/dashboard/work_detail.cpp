#include "engine/dashboard/work_detail.h"

#include "base/id.h"
#include "engine/dashboard/open_project.h"
#include "engine/dashboard/parts.h"
#include "engine/stores.h"
#include "engine/work_change.h"
#include "engine/work_roots.h"
#include "store/markdown_tree.h"

namespace engine::dashboard {
namespace {

constexpr std::size_t kWorktreesMax = 64;

WorkSummary summary_of_work(const WorkView& work) {
  const model::WorkSession& session = work.session;
  WorkSummary summary;
  summary.slug = work.slug;
  summary.title = session.topic;
  summary.description = session.description;
  summary.type = session.type.text();
  summary.phase = session.phase.text();
  summary.status = session.status.text();
  summary.branch = session.git.branch.value_or("");
  summary.checkpoints_total = session.build.total;
  summary.checkpoints_completed = static_cast<std::int64_t>(session.build.completed.size());
  summary.current_checkpoint = session.build.current;
  summary.updated_at = session.updated_at;
  return summary;
}

// Of all worktrees, the one that changed last.
base::Result<WorkDetail> newest_work(Dashboard& dashboard, Workspace& workspace,
                                     const std::string& slug) {
  base::Result<WorkDetail> best = read_work(workspace, slug);
  const bool is_elsewhere = !best.ok() && best.error().code == base::Code::not_found;
  if (!best.ok() && !is_elsewhere) return best;
  auto roots = work_roots(dashboard.system(), workspace.stores().project);
  if (roots.size() > kWorktreesMax) roots.resize(kWorktreesMax);
  for (const WorkRoot& root : roots) {
    if (root.worktree == workspace.root()) continue;
    auto linked = Workspace::open(dashboard.system(), root.worktree);
    if (!linked.ok() || !(linked->project() == workspace.project())) continue;
    auto found = read_work(*linked, slug);
    if (!found.ok()) continue;
    const bool is_newer =
        !best.ok() || found->work.session.updated_at > best->work.session.updated_at;
    if (is_newer) best = std::move(found);
  }
  return best;
}

// From the index alone.
base::Result<WorkDetail> missing_work(Dashboard& dashboard, const std::string& project,
                                      const std::string& slug, const base::Error& why) {
  auto summary = work_summary(dashboard, project, slug);
  if (!summary.ok() || !summary->is_missing) return why;
  WorkDetail detail;
  detail.summary = *std::move(summary);
  detail.warnings.push_back("Its folder is gone; this is what was known of it last.");
  return detail;
}

void read_spec_into(Stores& stores, const store::StoredWork& work, WorkDetail& detail) {
  const auto text = stores.work.read_artifact(work, work.session.artifacts.spec);
  if (!text.ok()) {
    // One that is not written yet is no fault.
    if (text.error().code != base::Code::not_found) detail.warnings.push_back(text.error().message);
    return;
  }
  auto tree = store::markdown_tree(*text);
  if (!tree.ok()) {
    detail.warnings.push_back(work.session.artifacts.spec + ": " + tree.error().message);
    return;
  }
  if (tree->is_cut) {
    detail.warnings.push_back(work.session.artifacts.spec +
                              " is too large or too deep to be shown whole");
  }
  detail.spec = std::move(tree->document);
}

void read_plan(Stores& stores, const store::StoredWork& work, WorkDetail& detail) {
  auto plan = stores.work.read_plan(work);
  if (plan.ok()) {
    detail.plan = *std::move(plan);
  } else if (plan.error().code != base::Code::not_found) {
    detail.plan_problem = plan.error().message;
  }
}

}  // namespace

base::Result<WorkDetail> read_work(Workspace& workspace, const std::string& slug) {
  // A path would be another way to name a folder, and this one comes from a browser.
  if (!base::is_safe_id(slug)) {
    return base::Error{base::Code::invalid_value,
                       "'" + slug + "' is not the name of a work session", ""};
  }
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, slug));
  TRY_ASSIGN(const store::StoredWork work, stores.work.read(folder));
  WorkDetail detail;
  detail.work = view_of(stores, work);
  detail.summary = summary_of_work(detail.work);
  detail.warnings = detail.work.warnings;
  read_spec_into(stores, work, detail);
  read_plan(stores, work, detail);
  return detail;
}

base::Result<WorkDetail> work_detail(Dashboard& dashboard, const std::string& project,
                                     const std::string& slug) {
  TRY_ASSIGN(const KnownProject known, find_project(dashboard, project));
  TRY_ASSIGN(Workspace workspace, open_project(dashboard, known));
  base::Result<WorkDetail> found = newest_work(dashboard, workspace, slug);
  if (!found.ok() && found.error().code == base::Code::not_found) {
    found = missing_work(dashboard, known.id, slug, found.error());
  }
  if (!found.ok()) return found;
  found->summary.project = known.id;
  found->summary.project_name = known.name;
  if (const auto row = work_summary(dashboard, known.id, slug); row.ok()) {
    found->summary.cost_usd = row->cost_usd;
  }
  if (auto runs = runs_of_work(dashboard, known.id, slug, kRunsOfWorkMax); runs.ok()) {
    found->runs = *std::move(runs);
  } else {
    found->warnings.push_back("The runs are not known: " + runs.error().message);
  }
  return found;
}

}  // namespace engine::dashboard

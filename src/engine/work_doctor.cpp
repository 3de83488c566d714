#include "engine/work_doctor.h"

#include <algorithm>

#include "base/text.h"
#include "engine/git_command.h"

namespace engine {
namespace {

// The commits that git does not know any more; one process a session.
std::vector<std::string> unknown_commits(Stores& stores, const model::WorkSession& session) {
  std::string questions;
  for (const model::WorkCommit& commit : session.commits) {
    const bool is_name = !commit.sha.empty() &&
                         std::all_of(commit.sha.begin(), commit.sha.end(), base::is_hex_digit);
    if (is_name) questions += commit.sha + "^{commit}\n";
  }
  std::vector<std::string> unknown;
  if (questions.empty()) return unknown;
  const auto answers = run_git(stores, {"cat-file", "--batch-check"}, questions);
  if (!answers.ok()) return unknown;
  for (const std::string_view line : base::split(*answers, '\n')) {
    constexpr std::string_view kMissing = " missing";
    if (!line.ends_with(kMissing)) continue;
    const std::string_view name = line.substr(0, line.size() - kMissing.size());
    unknown.emplace_back(name.substr(0, name.find('^')));
  }
  return unknown;
}

void examine_commits(Stores& stores, const store::StoredWork& work, Examination& examination) {
  if (stores.project.common_dir.empty()) return;
  const auto unknown = unknown_commits(stores, work.session);
  if (unknown.empty()) return;
  examination.remark("work session " + work.folder.slug,
                     std::to_string(unknown.size()) +
                         " of its commits are not in this repository (" + unknown.front() +
                         "): rebased, or not fetched",
                     "Add what they became: `holdfast work commit " + work.folder.slug + " SHA`.");
}

}  // namespace

void examine_work(Stores& stores, Examination& examination) {
  const auto folders = stores.work.list();
  if (!folders.ok()) return;
  for (const store::WorkFolder& folder : *folders) {
    const std::string subject = "work session " + folder.slug;
    const auto work = stores.work.read(folder);
    if (!work.ok()) {
      examination.problem(subject, work.error().message, work.error().hint);
      continue;
    }
    if (work->is_v1) {
      examination.remark(subject, "its manifest is of the older schema",
                         "Run `holdfast work migrate " + folder.slug + "`.");
      continue;
    }
    if (work->session.session_id != folder.slug) {
      examination.remark(subject, "its manifest has another name",
                         "Run `holdfast work fix " + folder.slug + "`.");
    }
    examine_commits(stores, *work, examination);
  }
}

}  // namespace engine

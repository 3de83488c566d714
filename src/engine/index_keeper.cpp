#include "engine/index_keeper.h"

#include "engine/index_ingest.h"
#include "engine/index_mirrors.h"
#include "engine/index_usage.h"

namespace engine {
namespace {

constexpr std::size_t kTextsOfTransaction = 2000;

std::size_t bytes_behind(os::System system, indexing::Index& index,
                         const std::map<std::string, KnownProject>& projects) {
  std::uint64_t bytes = 0;
  for (const auto& [id, known] : projects) {
    const auto behind = journal_bytes_behind(system, index, known);
    if (behind.ok()) bytes += *behind;
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace

base::Result<void> IndexKeeper::open(const os::Path& path) {
  TRY_ASSIGN(const os::FileInfo info, system_.files.info(path));
  const bool is_same = info.device == file_.device && info.inode == file_.inode;
  if (index_ && is_same) return {};
  index_.reset();
  TRY_ASSIGN(index_, open_existing_index(system_, path));
  file_ = info;
  return {};
}

base::Result<void> IndexKeeper::use(const IndexUse& use) {
  TRY_ASSIGN(const os::Path path, index_path(system_));
  // Made, or set aside and made anew, with everything: a part of it would look like all.
  if (!system_.files.exists(path)) return take_in_all({});
  TRY(open(path));
  auto done = use(*index_);
  if (!done.ok() && done.error().code == base::Code::parse_error) return take_in_all({});
  return done;
}

base::Result<void> IndexKeeper::take_in_texts(indexing::Index& index) {
  while (!is_stopped_) {
    TRY_ASSIGN(const std::size_t taken, index.take_in_texts(kTextsOfTransaction));
    if (taken < kTextsOfTransaction) break;
  }
  return {};
}

base::Result<void> IndexKeeper::ingest(indexing::Index& index, const KnownProject& known,
                                       std::vector<std::string>& problems,
                                       const std::function<void(std::uint64_t)>& progress) {
  const auto project = find_identified_project(system_, known.root);
  if (!project.ok() || project->id.text != known.id) {
    return mark_project_missing(system_, index, known.id);
  }
  TRY_ASSIGN(
      IndexUpdate update,
      ingest_project(
          system_, index,
          {.known = known, .project = *project, .progress = progress, .is_stopped = &is_stopped_}));
  for (std::string& problem : update.problems) problems.push_back(std::move(problem));
  if (!is_stopped_) taken_in_.insert(known.id);
  return {};
}

base::Result<void> IndexKeeper::take_in_all(const IndexProgress& progress) {
  close();  // A second connection would only take memory, and hold on to a file that is damaged.
  projects_.clear();
  for (KnownProject& known : known_projects(system_)) {
    std::string id = known.id;
    projects_.emplace(std::move(id), std::move(known));
  }
  std::vector<std::string> of_index;
  const IndexUse use_all = [&](indexing::Index& index) -> base::Result<void> {
    problems_.clear();
    const std::size_t total = progress ? bytes_behind(system_, index, projects_) : 0;
    std::size_t done = 0;
    const auto count = [&](std::uint64_t bytes) {
      done += static_cast<std::size_t>(bytes);
      if (progress) progress(done, total);
    };
    for (const auto& [id, known] : projects_) {
      if (is_stopped_) return {};
      TRY(ingest(index, known, problems_, count));
    }
    TRY(ingest_mirrors(system_, index, {.deadline = {}, .problems = problems_}));
    return take_in_texts(index);
  };
  TRY(with_index(system_, of_index, use_all));
  problems_.insert(problems_.begin(), of_index.begin(), of_index.end());
  return {};
}

const KnownProject* IndexKeeper::find(const std::string& project_id) {
  auto found = projects_.find(project_id);
  if (found == projects_.end()) {
    for (KnownProject& known : known_projects(system_)) {
      std::string id = known.id;
      projects_.insert_or_assign(std::move(id), std::move(known));
    }
    found = projects_.find(project_id);
  }
  return found == projects_.end() ? nullptr : &found->second;
}

base::Result<void> IndexKeeper::take_in_project(const std::string& project_id) {
  projects_.erase(project_id);  // It may lie elsewhere now.
  const KnownProject* const known = find(project_id);
  if (known == nullptr) return {};
  std::vector<std::string> ignored;  // `take_in_all` tells what is wrong with files.
  return use([&](indexing::Index& index) -> base::Result<void> {
    TRY(ingest(index, *known, ignored, {}));
    return take_in_texts(index);
  });
}

base::Result<void> IndexKeeper::take_in_runs(const std::string& project_id,
                                             const std::vector<std::string>& runs) {
  if (!taken_in_.contains(project_id)) return take_in_project(project_id);
  const KnownProject* const known = find(project_id);
  if (known == nullptr) return {};
  const auto project = find_identified_project(system_, known->root);
  if (!project.ok() || project->id.text != known->id) return {};
  return use([&](indexing::Index& index) -> base::Result<void> {
    TRY_ASSIGN(
        const IndexUpdate update,
        ingest_runs(system_, index,
                    {.known = *known, .project = *project, .is_stopped = &is_stopped_}, runs));
    static_cast<void>(update);
    return {};
  });
}

base::Result<void> IndexKeeper::take_in_mirrors() {
  std::vector<std::string> ignored;
  return use([&](indexing::Index& index) {
    return ingest_mirrors(system_, index, {.deadline = {}, .problems = ignored});
  });
}

base::Result<bool> IndexKeeper::take_in_costs() {
  if (!is_usage_at_hand(system_)) return false;
  std::vector<std::string> ignored;
  TRY(use([&](indexing::Index& index) { return take_in_usage(system_, index, ignored); }));
  return true;
}

}  // namespace engine

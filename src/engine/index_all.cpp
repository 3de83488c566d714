#include "engine/index_all.h"

#include "engine/index_ingest.h"
#include "engine/index_mirrors.h"
#include "engine/known_projects.h"
#include "store/project.h"

namespace engine {
namespace {

void add(IndexUpdate& sum, IndexUpdate part) {
  ++sum.projects;
  sum.runs += part.runs;
  sum.events += part.events;
  sum.work_sessions += part.work_sessions;
  for (std::string& problem : part.problems) sum.problems.push_back(std::move(problem));
}

// How much there is to do, in bytes of journals, for the bar.
std::size_t bytes_to_do(os::System system, indexing::Index& index,
                        const std::vector<KnownProject>& projects) {
  std::uint64_t bytes = 0;
  for (const KnownProject& known : projects) {
    const auto behind = journal_bytes_behind(system, index, known);
    if (behind.ok()) bytes += *behind;
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace

void remember_current_project(os::System system) {
  remember_project_around(system, system.environment.current_folder());
}

void remember_project_around(os::System system, const os::Path& folder) {
  const auto project = find_identified_project(system, folder);
  if (!project.ok() || !project->opted_in) return;
  static_cast<void>(remember_project(system, *project));
}

base::Result<void> ingest_all(os::System system, indexing::Index& index, IndexUpdate& update,
                              const IndexProgress& progress,
                              std::optional<std::chrono::microseconds> deadline) {
  const std::vector<KnownProject> projects = known_projects(system);
  const std::size_t total = progress ? bytes_to_do(system, index, projects) : 0;
  std::size_t done = 0;
  for (const KnownProject& known : projects) {
    if (deadline && system.clock.steady() >= *deadline) break;
    const auto project = find_identified_project(system, known.root);
    if (!project.ok() || project->id.text != known.id) {
      TRY(mark_project_missing(system, index, known.id));
      continue;
    }
    IngestRequest request{.known = known, .project = *project, .deadline = deadline};
    request.progress = [&](std::uint64_t bytes) {
      done += static_cast<std::size_t>(bytes);
      if (progress) progress(done, total);
    };
    TRY_ASSIGN(IndexUpdate part, ingest_project(system, index, request));
    add(update, std::move(part));
  }
  return ingest_mirrors(system, index, {.deadline = deadline, .problems = update.problems});
}

base::Result<void> take_in_texts(os::System system, indexing::Index& index,
                                 std::optional<std::chrono::microseconds> deadline) {
  constexpr std::size_t kTextsOfTransaction = 2000;
  while (!deadline || system.clock.steady() < *deadline) {
    TRY_ASSIGN(const std::size_t taken, index.take_in_texts(kTextsOfTransaction));
    if (taken < kTextsOfTransaction) break;
  }
  return {};
}

}  // namespace engine

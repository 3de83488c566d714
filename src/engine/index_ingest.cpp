#include "engine/index_ingest.h"

#include "engine/index_journal.h"
#include "engine/index_sources.h"
#include "engine/index_work.h"
#include "engine/journal_files.h"
#include "engine/work_roots.h"
#include "store/journal.h"

namespace engine {
namespace {

// A transaction that takes longer makes others wait too long.
constexpr std::uint64_t kBytesOfTransaction = 32ULL * 1024 * 1024;

base::Result<MarkMap> marks_of(indexing::Index& index, const std::string& project) {
  MarkMap marks;
  TRY_ASSIGN(auto list, index.marks(project));
  for (indexing::FileMark& mark : list) {
    std::pair<std::string, std::string> key{mark.kind, mark.name};
    marks.emplace(std::move(key), std::move(mark));
  }
  return marks;
}

base::Result<MarkMap> marks_of_runs(indexing::Index& index, const std::string& project,
                                    const std::vector<std::string>& runs) {
  MarkMap marks;
  for (const std::string& run : runs) {
    for (const char* kind : {"note", "journal"}) {
      TRY_ASSIGN(auto mark, index.mark(project, kind, run));
      if (mark) marks.insert_or_assign({kind, run}, *std::move(mark));
    }
  }
  return marks;
}

class ProjectIngest {
 public:
  ProjectIngest(os::System system, indexing::Index& index, const IngestRequest& request)
      : system_(system), index_(index), request_(request), batch_(index) {}

  base::Result<IndexUpdate> run() {
    TRY(work_sessions());
    Stores stores(system_, store::homes_of(system_.environment), request_.project);
    stores.is_hook = false;
    TRY_ASSIGN(MarkMap marks, marks_of(index_, request_.known.id));
    SourceIngest sources(stores, batch_, marks);
    TRY(sources.run());
    TRY(batch_.commit());
    update_.runs = sources.runs();
    for (std::string& problem : sources.problems()) tell(std::move(problem));
    for (const JournalFile& file : journal_files(system_.files, stores.layout)) {
      if (is_time_over()) break;
      TRY(journal(file, marks));
    }
    TRY(batch_.commit());
    return std::move(update_);
  }

  base::Result<IndexUpdate> run_only(const std::vector<std::string>& runs) {
    Stores stores(system_, store::homes_of(system_.environment), request_.project);
    stores.is_hook = false;
    TRY_ASSIGN(MarkMap marks, marks_of_runs(index_, request_.known.id, runs));
    SourceIngest sources(stores, batch_, marks);
    TRY(sources.notes_of(runs));
    update_.runs = sources.runs();
    for (std::string& problem : sources.problems()) tell(std::move(problem));
    for (const std::string& run : runs) {
      const std::string name = run + ".jsonl";
      TRY(journal({run, stores.layout.journals() / name}, marks));
    }
    TRY(batch_.commit());
    return std::move(update_);
  }

 private:
  bool is_time_over() {
    if (request_.is_stopped != nullptr && *request_.is_stopped) return true;
    return request_.deadline && system_.clock.steady() >= *request_.deadline;
  }
  void tell(std::string problem) {
    update_.problems.push_back(request_.known.name + ": " + std::move(problem));
  }

  base::Result<void> work_sessions() {
    TRY_ASSIGN(const OnboardReport report,
               ingest_work(system_, index_,
                           {.project = request_.known,
                            .roots = work_roots(system_, request_.project),
                            .deadline = request_.deadline}));
    update_.work_sessions = report.added + report.updated;
    for (const OnboardProblem& problem : report.errors) {
      tell(problem.folder + ": " + problem.message);
    }
    return {};
  }

  base::Result<void> journal(const JournalFile& file, MarkMap& marks) {
    const auto info = system_.files.link_info(file.path);
    if (!info.ok()) return {};
    const auto known = marks.find({"journal", file.run});
    if (known != marks.end() && is_as_marked(*info, known->second)) return {};
    JournalPart part{.project_id = request_.known.id,
                     .run = file.run,
                     .path = file.path,
                     .mark = known == marks.end() ? std::nullopt : std::optional(known->second),
                     .bytes_max = kBytesOfTransaction};
    std::size_t skipped = 0;
    while (!is_time_over()) {
      const std::uint64_t from = part.mark ? part.mark->offset : 0;
      TRY_ASSIGN(indexing::Batch * batch, batch_.get());
      auto taken = ingest_journal(system_, *batch, part);
      if (!taken.ok()) return journal_problem(file, taken.error());
      TRY(batch->put_journal_only(indexing::RunRow{.uid = file.run,
                                                   .project_id = request_.known.id,
                                                   .started_at = taken->first_at,
                                                   .ended_at = taken->ended_at,
                                                   .heartbeat_at = taken->last_at,
                                                   .trust = std::string(indexing::kJournalOnly)}));
      TRY(batch->put(taken->mark));
      update_.events += taken->events;
      skipped += taken->skipped;
      TRY(count(taken->mark.offset > from ? taken->mark.offset - from : 0));
      part.mark = std::move(taken->mark);
      if (taken->is_done) break;
    }
    if (skipped > 0) tell(file.path.native() + ": " + std::to_string(skipped) + " lines skipped");
    return {};
  }

  // What the disk refuses is a problem of this journal; what the index refuses ends all.
  base::Result<void> journal_problem(const JournalFile& file, const base::Error& error) {
    const bool is_index = error.message.starts_with("the index ");
    if (is_index) return error;
    tell(file.path.native() + ": " + error.message);
    return {};
  }

  base::Result<void> count(std::uint64_t bytes) {
    uncommitted_ += bytes;
    if (request_.progress) request_.progress(bytes);
    if (uncommitted_ < kBytesOfTransaction) return {};
    uncommitted_ = 0;
    return batch_.commit();
  }

  os::System system_;
  indexing::Index& index_;
  const IngestRequest& request_;
  LazyBatch batch_;
  IndexUpdate update_;
  std::uint64_t uncommitted_ = 0;
};

}  // namespace

base::Result<IndexUpdate> ingest_project(os::System system, indexing::Index& index,
                                         const IngestRequest& request) {
  return ProjectIngest(system, index, request).run();
}

base::Result<IndexUpdate> ingest_runs(os::System system, indexing::Index& index,
                                      const IngestRequest& request,
                                      const std::vector<std::string>& runs) {
  return ProjectIngest(system, index, request).run_only(runs);
}

base::Result<std::uint64_t> journal_bytes_behind(os::System system, indexing::Index& index,
                                                 const KnownProject& known) {
  TRY_ASSIGN(const MarkMap marks, marks_of(index, known.id));
  std::uint64_t behind = 0;
  for (const JournalFile& file : journal_files(system.files, plain_layout(system, known))) {
    const auto info = system.files.link_info(file.path);
    if (!info.ok()) continue;
    const auto mark = marks.find({"journal", file.run});
    const std::uint64_t offset = mark == marks.end() ? 0 : mark->second.offset;
    // A file that is shorter than its mark was rewritten: all of it is to be read.
    behind += info->size >= offset ? info->size - offset : info->size;
  }
  return behind;
}

base::Result<void> mark_project_missing(os::System system, indexing::Index& index,
                                        const std::string& project_id) {
  const std::string now = base::to_iso(system.clock.now());
  LazyBatch batch(index);
  TRY_ASSIGN(const MarkMap marks, marks_of(index, project_id));
  for (const auto& [key, mark] : marks) {
    if (key.first != "note") continue;
    TRY_ASSIGN(indexing::Batch * open, batch.get());
    TRY(open->mark_run_missing(key.second, now));
    TRY(open->remove_mark(project_id, "note", key.second));
  }
  TRY_ASSIGN(const auto worktrees, index.worktrees(project_id));
  for (const std::string& worktree : worktrees) {
    TRY_ASSIGN(const auto folders, index.work_marks(project_id, worktree));
    for (const indexing::WorkMark& folder : folders) {
      TRY_ASSIGN(indexing::Batch * open, batch.get());
      TRY(open->remove_work_mark(project_id, worktree, folder.slug));
      TRY(open->mark_work_missing(project_id, folder.slug, now));
    }
  }
  return batch.commit();
}

}  // namespace engine

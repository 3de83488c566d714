#include "engine/index_work.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace engine {
namespace {

class WorkWriter {
 public:
  WorkWriter(os::System system, indexing::Index& index, const WorkIngest& request)
      : system_(system), index_(index), request_(request), batch_(index) {
    report_.project = request.project.id;
  }

  base::Result<OnboardReport> run() {
    TRY(put_project());
    TRY_ASSIGN(const auto any, index_.work({.project = request_.project.id, .limit = 1}));
    had_rows_ = !any.empty();
    bool is_whole = true;
    for (const WorkRoot& root : request_.roots) {
      TRY_ASSIGN(const bool is_done, scan(root));
      is_whole = is_whole && is_done;
    }
    if (request_.prune) {
      TRY_ASSIGN(const auto missing, index_.missing_slugs(request_.project.id));
      reconsider_.insert(missing.begin(), missing.end());
    }
    if (is_whole) {
      TRY(drop_gone_worktrees());
      for (const std::string& slug : reconsider_) TRY(reconsider(slug));
    }
    TRY(batch_.commit());
    TRY_ASSIGN(const std::int64_t missing, index_.missing_work(request_.project.id));
    report_.missing = static_cast<std::size_t>(missing);
    return std::move(report_);
  }

 private:
  base::Result<void> put_project() {
    const indexing::ProjectRow row = project_row(request_.project);
    TRY_ASSIGN(const auto projects, index_.projects());
    const bool is_known =
        std::any_of(projects.begin(), projects.end(), [&](const indexing::ProjectRow& known) {
          return known.id == row.id && known.root == row.root && known.name == row.name &&
                 known.git_common_dir == row.git_common_dir &&
                 known.working_dir == row.working_dir && known.created_at == row.created_at;
        });
    if (is_known) return {};
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    return batch->put(row);
  }

  // False where the time was over, or where the root cannot be listed.
  base::Result<bool> scan(const WorkRoot& root) {
    TRY_ASSIGN(const auto worktrees, index_.worktrees(request_.project.id));
    const std::string worktree = root.worktree.native();
    ScanRequest request{.root = root, .threads = request_.threads, .deadline = request_.deadline};
    base::Result<void> asked;  // What the index itself said: its errors end the scan.
    if (std::find(worktrees.begin(), worktrees.end(), worktree) != worktrees.end()) {
      request.load_marks = [&] {
        auto marks = index_.work_marks(request_.project.id, worktree);
        if (!marks.ok()) asked = marks.error();
        return marks;
      };
    }
    is_new_.reset();
    if (had_rows_ || request.load_marks || &root != request_.roots.data()) is_new_ = false;
    const auto take_some = [&](std::span<const FolderOutcome> some) {
      return asked = take(root, some);
    };
    const auto scanned = scan_work(system_, request, take_some, request_.progress);
    TRY(asked);
    if (!scanned.ok()) {
      report_.errors.push_back({root.folder.native(), scanned.error().message});
      return false;
    }
    report_.unchanged += scanned->unchanged;
    if (!scanned->is_whole) return false;
    for (const std::string& slug : scanned->vanished) TRY(forget_folder(root, slug));
    return true;
  }

  base::Result<void> forget_folder(const WorkRoot& root, const std::string& slug) {
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->remove_work_mark(request_.project.id, root.worktree.native(), slug));
    reconsider_.insert(slug);
    return {};
  }

  base::Result<void> take(const WorkRoot& root, std::span<const FolderOutcome> outcomes) {
    if (outcomes.empty()) return {};
    TRY_ASSIGN(const bool is_new, is_all_new());
    new_.clear();
    for (const FolderOutcome& outcome : outcomes) {
      if (is_new && outcome.state == FolderState::read) {
        new_.push_back({&outcome.folder.row, &outcome.folder.mark});
        TRY(write_spec(outcome.folder));
      } else {
        TRY(take(root, outcome));
      }
    }
    if (new_.empty()) return {};
    report_.added += new_.size();
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    return batch->put_new(request_.project.id, root.worktree.native(), new_);
  }

  // Whether nothing of the project stands in the index: asked again in the transaction, since
  // another process may have been quicker.
  base::Result<bool> is_all_new() {
    if (is_new_) return *is_new_;
    TRY(batch_.get());
    TRY_ASSIGN(const auto any, index_.work({.project = request_.project.id, .limit = 1}));
    TRY_ASSIGN(const auto worktrees, index_.worktrees(request_.project.id));
    had_rows_ = !any.empty();
    is_new_ = !had_rows_ && worktrees.empty();
    return *is_new_;
  }

  base::Result<void> take(const WorkRoot& root, const FolderOutcome& outcome) {
    const bool is_known = outcome.known != nullptr;
    if (outcome.state == FolderState::unreadable) {
      report_.errors.push_back({(root.folder / outcome.slug).native(), outcome.problem});
      reconsider_.insert(outcome.slug);
      if (is_known) TRY(forget_folder(root, outcome.slug));
      return {};
    }
    const indexing::WorkRow& row = outcome.folder.row;
    if (request_.roots.size() > 1 && is_known && row.updated_at < outcome.known->updated_at) {
      reconsider_.insert(outcome.slug);  // Another worktree's may be the newer one now.
    }
    TRY_ASSIGN(const bool is_there, has_row(is_known, row.slug));
    ++(is_there ? report_.updated : report_.added);
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->put(request_.project.id, root.worktree.native(), outcome.folder.mark));
    return write(outcome.folder, {});
  }

  base::Result<bool> has_row(bool is_known, const std::string& slug) {
    if (is_known || !had_rows_) return is_known;
    TRY_ASSIGN(const auto row, index_.work_row(request_.project.id, slug));
    return row.has_value();
  }

  base::Result<void> write(const ReadFolder& folder, const indexing::Batch::PutWork& how) {
    const indexing::WorkRow& row = folder.row;
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->put(row, how));
    if (request_.roots.size() > 1) {
      // The spec is that of the folder that counts.
      TRY_ASSIGN(const auto standing, index_.work_row(row.project_id, row.slug));
      if (standing && standing->session_dir != row.session_dir) return {};
    }
    return write_spec(folder);
  }

  // The topic's words come from the row; those of the spec are only here.
  base::Result<void> write_spec(const ReadFolder& folder) {
    const indexing::WorkRow& row = folder.row;
    if (folder.spec.empty() && !had_rows_) return {};
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    if (folder.spec.empty()) return batch->remove_documents("spec", row.project_id, row.slug);
    return batch->put(indexing::DocumentRow{.kind = "spec",
                                            .project_id = row.project_id,
                                            .owner = row.slug,
                                            .part = {},
                                            .title = row.title,
                                            .body = folder.spec,
                                            .at = row.updated_at});
  }

  // Worktrees that were taken away leave no marks behind; what was only there is missing now.
  base::Result<void> drop_gone_worktrees() {
    TRY_ASSIGN(const auto worktrees, index_.worktrees(request_.project.id));
    for (const std::string& worktree : worktrees) {
      const bool is_there =
          std::any_of(request_.roots.begin(), request_.roots.end(),
                      [&](const WorkRoot& root) { return root.worktree == worktree; });
      if (is_there) continue;
      TRY_ASSIGN(const auto marks, index_.work_marks(request_.project.id, worktree));
      for (const indexing::WorkMark& mark : marks) {
        TRY(forget_folder({request_.project.id, worktree, {}}, mark.slug));
      }
    }
    return {};
  }

  // Which worktree's folder counts, asked anew: the newest that can be read, or none.
  base::Result<void> reconsider(const std::string& slug) {
    std::optional<ReadFolder> best;
    for (const WorkRoot& root : request_.roots) {
      FolderOutcome outcome = read_folder(system_, root, slug);
      if (outcome.state != FolderState::read) continue;
      const indexing::WorkRow& row = outcome.folder.row;
      const bool is_better =
          !best || row.updated_at > best->row.updated_at ||
          (row.updated_at == best->row.updated_at && row.session_dir < best->row.session_dir);
      if (is_better) best = std::move(outcome.folder);
    }
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    if (best) return write(*best, {.always = true});
    TRY_ASSIGN(const auto standing, index_.work_row(request_.project.id, slug));
    if (!standing) return {};
    if (request_.prune && is_gone(slug)) {
      ++report_.pruned;
      return batch->remove_work(request_.project.id, slug);
    }
    return batch->mark_work_missing(request_.project.id, slug, base::to_iso(system_.clock.now()));
  }

  bool is_gone(const std::string& slug) const {
    return std::none_of(request_.roots.begin(), request_.roots.end(), [&](const WorkRoot& root) {
      return system_.files.exists(root.folder / slug / "state.json");
    });
  }

  os::System system_;
  indexing::Index& index_;
  const WorkIngest& request_;
  LazyBatch batch_;
  OnboardReport report_;
  bool had_rows_ = false;
  std::optional<bool> is_new_ = false;  // Of the root that is scanned; nothing: not asked yet.
  std::vector<indexing::Batch::NewWork> new_;
  std::set<std::string> reconsider_;
};

}  // namespace

indexing::ProjectRow project_row(const KnownProject& project) {
  return {.id = project.id,
          .root = project.root.native(),
          .git_common_dir = project.common_dir.native(),
          .name = project.name,
          .working_dir = project.root.native(),
          .created_at = project.created_at};
}

base::Result<indexing::Batch*> LazyBatch::get() {
  if (!batch_) {
    TRY_ASSIGN(batch_, index_.begin());
  }
  return batch_.get();
}

base::Result<void> LazyBatch::commit() {
  if (!batch_) return {};
  TRY(batch_->commit());
  batch_.reset();
  return {};
}

base::Result<OnboardReport> ingest_work(os::System system, indexing::Index& index,
                                        const WorkIngest& request) {
  return WorkWriter(system, index, request).run();
}

}  // namespace engine

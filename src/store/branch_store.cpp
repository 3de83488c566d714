#include "store/branch_store.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/text.h"
#include "os/lock.h"
#include "store/branch_name.h"
#include "store/git_head.h"
#include "store/layout.h"
#include "store/set_aside.h"

namespace store {
namespace {

using base::Code;

constexpr std::size_t kPruneBytes = 1024U * 1024;  // B4-20
constexpr std::uint32_t kNewFileMode = 0600;
// How often a branch may get another file while we wait for the lock of the one it had.
constexpr int kMovesMax = 5;

// As the other tool has it: "feature-auth.json" is locked by "feature-auth.lock".
os::Path lock_of(os::Path file) { return file.replace_extension(".lock"); }

// The state is ours to write, so a link in its place is nobody's doing that we know of.
base::Result<std::string> read_state(os::FileSystem& files, const os::Path& file) {
  return files.read(file, {.bytes_max = kBranchBytesMax, .follow_links = false});
}

bool is_other_life(const std::string& anchor, const std::string& current) {
  return !anchor.empty() && !current.empty() && anchor != current;
}

bool is_bad_content(Code code) { return code == Code::parse_error || code == Code::too_large; }

enum class FileOwner { nobody, this_branch, other_branch };

// The name inside is the truth. Where it cannot be told, the name of the file has to do.
base::Result<FileOwner> owner_of_file(os::FileSystem& files, const os::Path& file,
                                      const std::string& branch) {
  auto bytes = read_state(files, file);
  if (!bytes.ok()) {
    if (bytes.error().code == Code::not_found) return FileOwner::nobody;
    if (is_bad_content(bytes.error().code)) return FileOwner::this_branch;
    return std::move(bytes).error();
  }
  const auto name = branch_named_in(*std::move(bytes));
  return !name || name->empty() || *name == branch ? FileOwner::this_branch
                                                   : FileOwner::other_branch;
}

base::Result<std::uint32_t> mode_of(os::FileSystem& files, const os::Path& file) {
  const auto info = files.link_info(file);
  if (info.ok()) return info->mode;
  if (info.error().code == Code::not_found) return kNewFileMode;
  return info.error();
}

bool is_branch_file(std::string_view name) {
  return name.ends_with(kJsonEnding) && !name.starts_with('.') &&
         base::to_lower(name.substr(0, name.size() - kJsonEnding.size())) != kPermanentBranch;
}

// A copy that somebody made of a file is not the branch's.
bool is_name_of(const std::string& file_name, const std::string& branch) {
  const BranchFileNames names = branch_file_names(branch);
  return file_name == names.hashed || (names.plain_is_free && file_name == names.plain);
}

// Whether `bytes` may hold the session; what would be escaped in JSON is not looked for.
bool may_name(std::string_view bytes, std::string_view session) {
  const std::string id = model::short_session_id(session);
  const bool is_plain = std::all_of(id.begin(), id.end(), [](char c) {
    return base::is_alnum(c) || c == '-' || c == '_' || c == '.';
  });
  if (!is_plain || bytes.find(id) != std::string_view::npos) return true;
  std::string upper = id;
  for (char& c : upper) {
    if (base::is_lower(c)) c = static_cast<char>(c - 'a' + 'A');
  }
  return bytes.find(upper) != std::string_view::npos;
}

}  // namespace

os::Path BranchStore::folder() const { return project_.common_dir / "requirements"; }

os::Path BranchStore::permanent_file() const {
  return folder() / std::string(kPermanentBranch).append(kJsonEnding);
}

base::Result<void> BranchStore::require_git(const std::string& branch) const {
  if (project_.common_dir.empty()) {
    return base::Error{Code::unavailable, "requirements are kept in git, and this is no repository",
                       ""};
  }
  if (branch.empty()) return base::Error{Code::invalid_params, "branch: empty", ""};
  return {};
}

std::int64_t BranchStore::now() const {
  return std::chrono::floor<std::chrono::seconds>(system_.clock.now()).time_since_epoch().count();
}

base::Result<os::Path> BranchStore::locate(const std::string& branch) {
  const BranchFileNames names = branch_file_names(branch);
  os::Path hashed = folder() / names.hashed;
  TRY_ASSIGN(const FileOwner of_hashed, owner_of_file(system_.files, hashed, branch));
  if (of_hashed == FileOwner::this_branch || !names.plain_is_free) return hashed;
  os::Path plain = folder() / names.plain;
  TRY_ASSIGN(const FileOwner of_plain, owner_of_file(system_.files, plain, branch));
  const bool is_free = of_plain == FileOwner::nobody && names.plain_is_default;
  return of_plain == FileOwner::this_branch || is_free ? plain : hashed;
}

os::Path BranchStore::file_of(const std::string& branch) {
  auto located = locate(branch);
  return located.ok() ? *std::move(located) : folder() / branch_file_name(branch);
}

bool BranchStore::is_past(const std::string& branch, const std::string& anchor) {
  return !anchor.empty() && is_other_life(anchor, branch_anchor(system_.files, project_, branch));
}

base::Result<std::optional<BranchFileView>> BranchStore::view_of(const os::Path& file,
                                                                 const std::string& branch,
                                                                 std::string_view session) {
  auto bytes = read_state(system_.files, file);
  if (!bytes.ok()) {
    if (bytes.error().code == Code::not_found) return std::optional<BranchFileView>();
    return std::move(bytes).error();
  }
  auto read = read_branch_view(*std::move(bytes), session);
  if (!read.ok()) return base::with_context(std::move(read).error(), file.native());
  if (!read->view.branch.empty() && read->view.branch != branch) {
    return std::optional<BranchFileView>();
  }
  return std::optional(*std::move(read));
}

base::Result<model::BranchView> BranchStore::view(const std::string& branch,
                                                  std::string_view session) {
  model::BranchView view;
  view.branch = branch;
  if (!require_git(branch).ok()) return view;
  const BranchFileNames names = branch_file_names(branch);
  TRY_ASSIGN(auto file, view_of(folder() / names.hashed, branch, session));
  if (!file && names.plain_is_free) {
    TRY_ASSIGN(file, view_of(folder() / names.plain, branch, session));
  }
  if (file && !is_past(branch, file->anchor)) {
    view = std::move(file->view);
    view.branch = branch;
    if (view.read_only) return view;
  }
  // Without them there is less that is satisfied, which is better than nothing that is known.
  const auto permanent = view_of(permanent_file(), std::string(kPermanentBranch), "");
  if (!permanent.ok() || !permanent->has_value()) return view;
  for (const auto& [name, record] : (*permanent)->view.records) {
    if (record.root) view.records[name].permanent = record.root;
  }
  return view;
}

base::Result<BranchDocument> BranchStore::read(const std::string& branch) {
  TRY(require_git(branch));
  TRY_ASSIGN(const os::Path file, locate(branch));
  TRY_ASSIGN(const std::string bytes, read_state(system_.files, file));
  auto document = BranchDocument::parse(bytes);
  if (!document.ok()) return base::with_context(std::move(document).error(), file.native());
  return document;
}

std::optional<std::string> BranchStore::state_of(const std::string& branch) {
  constexpr std::uint64_t kLarge = 24ULL * 1024;
  constexpr std::int64_t kTickNs = 20'000'000;
  if (!require_git(branch).ok()) return std::nullopt;
  const BranchFileNames names = branch_file_names(branch);
  const std::int64_t now_ns =
      std::chrono::nanoseconds(system_.clock.now().time_since_epoch()).count();
  std::string text =
      HOLDFAST_VERSION "\n" + branch + "\n" + branch_anchor(system_.files, project_, branch);
  std::uint64_t size = 0;
  for (const os::Path& file : {folder() / names.hashed, folder() / names.plain, permanent_file()}) {
    const auto info = system_.files.link_info(file);
    if (!info.ok() && info.error().code != Code::not_found) return std::nullopt;
    text += "\n";
    if (!info.ok()) continue;
    if (std::abs(now_ns - info->mtime_ns) < kTickNs) return std::nullopt;
    size += info->size;
    for (const std::uint64_t part : {info->device, info->inode, info->size}) {
      text.append(std::to_string(part)).append(" ");
    }
    text += std::to_string(info->mtime_ns);
  }
  return size < kLarge ? std::nullopt : std::optional(std::move(text));
}

base::Result<std::unique_ptr<os::File>> BranchStore::lock(const os::Path& file,
                                                          base::Millis timeout) {
  return os::lock_file(system_.files, system_.clock, system_.random, lock_of(file), timeout);
}

// Two branches may be after one name: which file it is counts only once its lock is held.
base::Result<BranchStore::Held> BranchStore::hold(const std::string& branch) {
  const std::chrono::microseconds deadline = system_.clock.steady() + options_.lock_timeout;
  TRY_ASSIGN(os::Path file, locate(branch));
  for (int moves = 0; moves < kMovesMax; ++moves) {
    const auto left = std::chrono::ceil<base::Millis>(deadline - system_.clock.steady());
    TRY_ASSIGN(auto held, lock(file, std::max(left, base::Millis{0})));
    TRY_ASSIGN(os::Path file_now, locate(branch));
    if (file_now == file) return Held{std::move(file), std::move(held)};
    file = std::move(file_now);
  }
  return base::Error{Code::lock_timeout, "the state of " + branch + " does not hold still",
                     "Try again in a moment."};
}

base::Result<std::optional<BranchDocument>> BranchStore::open_document(const Place& place,
                                                                       Updated& done) {
  const auto bytes = read_state(system_.files, place.file);
  if (!bytes.ok() && bytes.error().code == Code::not_found) {
    return std::optional<BranchDocument>();
  }
  auto document =
      bytes.ok() ? BranchDocument::parse(*bytes) : base::Result<BranchDocument>(bytes.error());
  if (!document.ok() && !is_bad_content(document.error().code)) {
    return base::with_context(std::move(document).error(), place.file.native());
  }
  const std::string inside = document.ok() ? document->branch() : "";
  const bool is_ours = document.ok() && (inside.empty() || inside == place.branch);
  if (is_ours && !is_other_life(document->anchor(), place.anchor)) {
    return std::optional(*std::move(document));
  }
  TRY_ASSIGN(const os::Path aside,
             set_aside(system_, place.file, is_ours ? "archived" : "corrupt"));
  if (!is_ours) done.set_aside = aside.native();
  return std::optional<BranchDocument>();
}

base::Result<void> BranchStore::write(const os::Path& file, BranchDocument& document,
                                      std::uint32_t mode) {
  std::string text = document.text();
  if (text.size() > kPruneBytes && document.prune(options_.prune, now()) > 0) {
    text = document.text();
  }
  if (text.size() > kBranchBytesMax) {
    return base::Error{Code::too_large, file.native() + ": would be too large to be read again",
                       "`req prune` takes old entries out of it."};
  }
  return system_.files.replace(file, text, {.mode = mode, .sync_folder = false});
}

base::Result<BranchStore::Updated> BranchStore::change_file(const Place& place,
                                                            const Change& change) {
  Updated done;
  TRY_ASSIGN(auto kept, open_document(place, done));
  BranchDocument document =
      kept ? *std::move(kept) : BranchDocument::fresh(place.branch, project_.root.native(), now());
  document.migrate_keys();
  TRY(change(document));
  if (!document.changed()) return done;
  if (document.branch().empty()) document.set_branch(place.branch, now());
  if (!place.anchor.empty()) document.set_anchor(place.anchor);
  TRY_ASSIGN(const std::uint32_t mode, mode_of(system_.files, place.file));
  TRY(write(place.file, document, mode));
  done.written = true;
  return done;
}

base::Result<BranchStore::Updated> BranchStore::update(const std::string& branch,
                                                       const Change& change) {
  TRY(require_git(branch));
  TRY(system_.files.make_folders(folder()));
  Updated done;
  {
    TRY_ASSIGN(const Held held, hold(branch));
    TRY_ASSIGN(std::string anchor, find_branch_anchor(system_.files, project_, branch));
    TRY_ASSIGN(done, change_file({held.file, branch, std::move(anchor)}, change));
  }
  return lasting(std::move(done));
}

// The name of the new file is made to last when others may have the lock already: nothing was
// reported as saved until then.
base::Result<BranchStore::Updated> BranchStore::lasting(Updated done) {
  if (done.written) TRY(system_.files.sync_folder(folder()));
  return done;
}

base::Result<BranchStore::Updated> BranchStore::update_permanent(const Change& change) {
  const std::string branch(kPermanentBranch);
  TRY(require_git(branch));
  TRY(system_.files.make_folders(folder()));
  Updated done;
  {
    TRY_ASSIGN(const auto held, lock(permanent_file(), options_.lock_timeout));
    TRY_ASSIGN(done, change_file({permanent_file(), branch, ""}, change));
  }
  return lasting(std::move(done));
}

std::vector<std::string> BranchStore::named_in_files(
    std::string_view session, const std::function<bool(const BranchFileView&)>& is_wanted) {
  std::vector<std::string> branches;
  const auto names = system_.files.list(folder());
  if (!names.ok()) return branches;
  for (const std::string& name : *names) {
    if (!is_branch_file(name)) continue;
    auto bytes = read_state(system_.files, folder() / name);
    if (!bytes.ok() || !may_name(*bytes, session)) continue;
    const auto read = read_branch_view(*std::move(bytes), session);
    if (!read.ok() || !is_name_of(name, read->view.branch)) continue;
    if (is_wanted(*read)) branches.push_back(read->view.branch);
  }
  std::sort(branches.begin(), branches.end());
  branches.erase(std::unique(branches.begin(), branches.end()), branches.end());
  return branches;
}

std::vector<std::string> BranchStore::branches() {
  return named_in_files("", [](const BranchFileView&) { return true; });
}

std::vector<std::string> BranchStore::branches_of(std::string_view session) {
  return named_in_files(session, [&](const BranchFileView& file) {
    const auto& records = file.view.records;
    const bool is_known = std::any_of(records.begin(), records.end(), [](const auto& record) {
      return record.second.own.has_value();
    });
    return is_known && !is_past(file.view.branch, file.anchor);
  });
}

base::Result<void> BranchStore::move_state(const os::Path& from, const Place& to) {
  TRY_ASSIGN(const std::string bytes, read_state(system_.files, from));
  auto document = BranchDocument::parse(bytes);
  if (!document.ok()) return base::with_context(std::move(document).error(), from.native());
  const auto taken = read_state(system_.files, to.file);
  if (taken.ok()) {
    const auto other = BranchDocument::parse(*taken);
    if (!other.ok() || !is_other_life(other->anchor(), to.anchor)) {
      return base::Error{Code::exists, to.branch + " has a state already", ""};
    }
    TRY(set_aside(system_, to.file, "archived"));
  } else if (taken.error().code != Code::not_found) {
    return taken.error();
  }
  document->migrate_keys();
  document->set_branch(to.branch, now());
  document->set_anchor(to.anchor);
  TRY_ASSIGN(const std::uint32_t mode, mode_of(system_.files, from));
  TRY(write(to.file, *document, mode));
  TRY(system_.files.sync_folder(folder()));
  TRY(system_.files.remove(from));
  return system_.files.sync_folder(folder());
}

base::Result<void> BranchStore::rename(const std::string& from, const std::string& to) {
  TRY(require_git(from));
  TRY(require_git(to));
  if (from == to) return base::Error{Code::exists, to + " has a state already", ""};
  TRY_ASSIGN(os::Path source, locate(from));
  if (!system_.files.exists(source)) {
    return base::Error{Code::not_found, "nothing is known of the branch " + from, ""};
  }
  // Always in the same order, so that two who rename do not wait for each other.
  const bool from_first = source < file_of(to);
  TRY_ASSIGN(const Held first, hold(from_first ? from : to));
  TRY_ASSIGN(const Held second, hold(from_first ? to : from));
  const Held& held_from = from_first ? first : second;
  const Held& held_to = from_first ? second : first;
  return move_state(held_from.file, {held_to.file, to, branch_anchor(system_.files, project_, to)});
}

}  // namespace store

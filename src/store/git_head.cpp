#include "store/git_head.h"

#include "base/id.h"
#include "base/text.h"
#include "store/branch_name.h"
#include "store/characters.h"

namespace store {
namespace {

constexpr std::uint64_t kRefBytesMax = 4096;
constexpr std::uint64_t kPackedRefsBytesMax = 64ULL * 1024 * 1024;
constexpr std::string_view kBranches = "refs/heads/";

std::optional<std::string> read_small(os::FileSystem& files, const os::Path& path) {
  auto text = files.read(path, {.bytes_max = kRefBytesMax});
  if (!text.ok()) return std::nullopt;
  return std::string(base::trim(*text));
}

// "ref: refs/heads/x" -> "refs/heads/x"; nothing for other texts. Names that git itself would
// refuse are none: they come from the repository, and become part of a path.
std::optional<std::string> ref_in(std::string_view text) {
  constexpr std::string_view kPrefix = "ref:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const std::string_view name = base::trim(text.substr(kPrefix.size()));
  if (!name.starts_with("refs/") || !is_branch_name(name)) return std::nullopt;
  return std::string(name);
}

// A worktree has these for itself; all others are shared.
bool is_of_worktree(std::string_view ref) {
  return ref.starts_with("refs/worktree/") || ref.starts_with("refs/bisect/") ||
         ref.starts_with("refs/rewritten/");
}

std::string packed_commit(os::FileSystem& files, const Project& project, const std::string& ref) {
  const auto packed =
      files.read(project.common_dir / "packed-refs", {.bytes_max = kPackedRefsBytesMax});
  if (!packed.ok()) return "";
  const std::string_view text = *packed;
  const std::string wanted = " " + ref;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos;
       at = text.find(wanted, at + 1)) {
    const std::size_t behind = at + wanted.size();
    if (behind < text.size() && text[behind] != '\n' && text[behind] != '\r') continue;
    const std::size_t newline = text.substr(0, at).rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    if (base::is_commit_id(text.substr(begin, at - begin))) {
      return base::to_lower(text.substr(begin, at - begin));
    }
  }
  return "";
}

// Empty where the ref does not exist: before the first commit of a branch.
std::string commit_of(os::FileSystem& files, const Project& project, std::string ref) {
  constexpr int kLinksMax = 5;
  for (int links = 0; links < kLinksMax; ++links) {
    const os::Path& folder = is_of_worktree(ref) ? project.git_dir : project.common_dir;
    const auto text = read_small(files, folder / ref);
    if (!text) return packed_commit(files, project, ref);
    if (base::is_commit_id(*text)) return base::to_lower(*text);
    auto next = ref_in(*text);
    if (!next) return "";
    ref = *std::move(next);
  }
  return "";
}

// Old repositories have a link in HEAD's place.
std::optional<std::string> linked_ref(os::FileSystem& files, const Project& project) {
  const os::Path head = project.git_dir / "HEAD";
  const auto info = files.link_info(head);
  if (!info.ok() || info->kind != os::FileKind::link) return std::nullopt;
  const auto target = files.real_path(head);
  const auto folder = files.real_path(project.common_dir);
  if (!target.ok() || !folder.ok()) return std::nullopt;
  const std::string prefix = folder->native() + "/";
  if (!target->native().starts_with(prefix)) return std::nullopt;
  std::string ref = target->native().substr(prefix.size());
  if (!ref.starts_with(kBranches) || !is_branch_name(ref)) return std::nullopt;
  return ref;
}

// The branch that a rebase in progress will come back to (B4-18).
std::optional<std::string> rebased_ref(os::FileSystem& files, const Project& project) {
  for (const char* folder : {"rebase-merge", "rebase-apply"}) {
    const auto name = read_small(files, project.git_dir / folder / "head-name");
    if (name && name->starts_with(kBranches) && is_branch_name(*name)) return name;
  }
  return std::nullopt;
}

// "feature/auth"; a ref that is no branch keeps its whole name.
std::string branch_of(std::string_view ref) {
  if (ref.starts_with(kBranches)) ref.remove_prefix(kBranches.size());
  return valid_utf8(ref);
}

// The first line of a reflog, which may go on beyond `bytes` once its message has begun:
// "<old> <new> <name> <mail> <seconds> <zone>\t<message>".
std::string anchor_in(std::string_view bytes) {
  const std::size_t end = bytes.find_first_of("\t\n");
  if (end == std::string_view::npos) return "";
  const std::string_view line = bytes.substr(0, end);
  const std::size_t old_end = line.find(' ');
  if (old_end == std::string_view::npos) return "";
  const std::string_view old_commit = line.substr(0, old_end);
  const std::string_view rest = line.substr(old_end + 1);
  const std::string_view commit = rest.substr(0, rest.find(' '));
  const bool is_creation = old_commit.find_first_not_of('0') == std::string_view::npos;
  if (!base::is_commit_id(old_commit) || !is_creation || !base::is_commit_id(commit)) return "";
  const std::size_t mail_end = rest.rfind("> ");
  if (mail_end == std::string_view::npos) return "";
  const std::string_view when = rest.substr(mail_end + 2);
  const std::string_view seconds = when.substr(0, when.find(' '));
  if (!base::to_number(seconds)) return "";
  return base::to_lower(commit) + "@" + std::string(seconds);
}

}  // namespace

std::optional<GitHead> read_head(os::FileSystem& files, const Project& project) {
  if (project.git_dir.empty() || project.common_dir.empty()) return std::nullopt;
  const auto text = read_small(files, project.git_dir / "HEAD");
  if (!text) return std::nullopt;
  GitHead head;
  if (const auto ref = ref_in(*text)) {
    head.branch = branch_of(*ref);
    head.commit = commit_of(files, project, *ref);
    return head;
  }
  if (!base::is_commit_id(*text)) return std::nullopt;
  head.commit = base::to_lower(*text);
  auto ref = linked_ref(files, project);
  if (!ref) ref = rebased_ref(files, project);
  if (ref) {
    head.branch = branch_of(*ref);
    return head;
  }
  constexpr std::size_t kShownChars = 12;
  head.branch = "detached@" + head.commit.substr(0, kShownChars);
  head.detached = true;
  return head;
}

std::string branch_commit(os::FileSystem& files, const Project& project,
                          const std::string& branch) {
  if (project.common_dir.empty() || !is_branch_name(branch)) return "";
  return commit_of(files, project, std::string(kBranches) + branch);
}

std::string branch_anchor(os::FileSystem& files, const Project& project,
                          const std::string& branch) {
  auto anchor = find_branch_anchor(files, project, branch);
  return anchor.ok() ? *std::move(anchor) : "";
}

base::Result<std::string> find_branch_anchor(os::FileSystem& files, const Project& project,
                                             const std::string& branch) {
  if (project.common_dir.empty() || !is_branch_name(branch)) return std::string();
  const auto file = files.open(project.common_dir / "logs/refs/heads" / branch, {});
  if (!file.ok() && file.error().code == base::Code::not_found) return std::string();
  if (!file.ok()) return file.error();
  TRY_ASSIGN(const os::FileInfo info, (*file)->info());
  if (info.kind != os::FileKind::regular) return std::string();
  constexpr std::size_t kHeadBytes = 1024;
  TRY_ASSIGN(const std::string bytes, (*file)->read_at(0, kHeadBytes));
  return anchor_in(bytes);
}

}  // namespace store

#include "engine/protocol_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/digest.h"
#include "base/text.h"
#include "engine/git_command.h"
#include "store/git_head.h"

namespace engine {
namespace {

constexpr std::size_t kShortCommit = 7;
constexpr std::size_t kBaselineFilesMax = 20'000;
constexpr std::uint64_t kHashedBytesMax = 8ULL * 1024 * 1024;
constexpr std::string_view kNoCommits = "(no commits)";
constexpr std::string_view kNoGit = "(no git)";

bool names_a_commit(std::string_view text) {
  constexpr std::size_t kShortest = 7;
  return text.size() >= kShortest && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::vector<std::string> names_in(std::string_view listing) {
  std::vector<std::string> names;
  for (const std::string_view name : base::split(listing, '\0')) {
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

base::Result<std::vector<std::string>> changed_against(Stores& stores, const std::string& tree) {
  TRY_ASSIGN(const std::string listing,
             run_git(stores, {"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff",
                              "--ignore-submodules", tree, "--"}));
  return names_in(listing);
}

base::Result<std::vector<std::string>> untracked(Stores& stores) {
  TRY_ASSIGN(const std::string listing,
             run_git(stores, {"ls-files", "-z", "--others", "--exclude-standard"}));
  return names_in(listing);
}

// The tree without any file, in the repository's own kind of hash.
base::Result<std::string> empty_tree(Stores& stores) {
  TRY_ASSIGN(const std::string id, run_git(stores, {"hash-object", "-t", "tree", "--stdin"}));
  return std::string(base::trim(id));
}

std::string head_commit(Stores& stores) {
  const auto head = store::read_head(stores.system.files, stores.project);
  if (head) return head->commit;
  // Git's own files could not be read (reftable): git itself knows.
  const auto text = run_git(stores, {"rev-parse", "--verify", "--quiet", "HEAD"});
  return text.ok() ? std::string(base::trim(*text)) : std::string();
}

// A hash of what the file holds now. Of a very large one, its size and time stand for it.
std::string content_hash(Stores& stores, const std::string& name) {
  const os::Path path = stores.project.root / name;
  const auto info = stores.system.files.link_info(path);
  if (!info.ok()) return "gone";
  if (info->kind != os::FileKind::regular) return "special";
  if (info->size > kHashedBytesMax) return fmt::format("{}@{}", info->size, info->mtime_ns);
  const auto text =
      stores.system.files.read(path, {.bytes_max = kHashedBytesMax, .follow_links = false});
  if (!text.ok()) return "unreadable";
  return base::to_hex(base::blake2b(*text));
}

// Where to count from: the starting commit, or where the branch left the main one if that commit is
// no longer part of it (a rebase, B1-13). Nothing: it cannot be told.
struct Start {
  std::string tree;
  std::string commit;  // Empty: from the first one on.
  bool is_known = true;
};

base::Result<Start> start_of(Stores& stores, const model::Protocol& protocol,
                             const std::string& head) {
  if (!names_a_commit(protocol.starting_commit)) {
    TRY_ASSIGN(std::string tree, empty_tree(stores));
    return Start{std::move(tree), "", true};
  }
  if (head.empty()) return Start{protocol.starting_commit, "", false};
  const auto base = run_git(stores, {"merge-base", protocol.starting_commit, "HEAD"});
  if (base.ok() && base::trim(*base).starts_with(protocol.starting_commit)) {
    return Start{protocol.starting_commit, protocol.starting_commit, true};
  }
  for (const char* main : {"refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"}) {
    const auto fork = run_git(stores, {"merge-base", main, "HEAD"});
    if (!fork.ok()) continue;
    std::string commit(base::trim(*fork));
    if (commit != head) return Start{commit, commit, true};
  }
  return Start{"HEAD", "HEAD", false};
}

// Sorted and without those that are no work of this session.
std::vector<std::string> only_own_work(Stores& stores, const model::Protocol& protocol,
                                       const std::set<std::string>& files,
                                       const store::ProtocolStore::Baseline& baseline) {
  std::vector<std::string> work;
  for (const std::string& file : files) {
    if (is_own_file(file, protocol)) continue;
    const auto before = baseline.find(file);
    if (before != baseline.end() && before->second == content_hash(stores, file)) continue;
    work.push_back(file);
  }
  return work;
}

std::string fingerprint(Stores& stores, const std::vector<std::string>& files) {
  constexpr std::size_t kDigits = 32;
  if (files.empty()) return "none";
  base::Blake2b hash;
  for (const std::string& file : files) {
    hash.add(file);
    hash.add(std::string_view("\0", 1));
    hash.add(content_hash(stores, file));
  }
  return base::to_hex(hash.finish()).substr(0, kDigits);
}

}  // namespace

GitPlace git_place(Stores& stores) {
  if (stores.project.git_dir.empty()) return {false, "(no branch)", std::string(kNoGit)};
  const std::string commit = head_commit(stores);
  GitPlace place{true, "", commit.empty() ? std::string(kNoCommits) : commit};
  const auto head = store::read_head(stores.system.files, stores.project);
  if (head && !head->detached) {
    place.branch = head->branch;
  } else if (!head) {
    const auto text = run_git(stores, {"branch", "--show-current"});
    if (text.ok()) place.branch = std::string(base::trim(*text));
  }
  if (place.branch.empty()) place.branch = "HEAD detached at " + commit.substr(0, kShortCommit);
  return place;
}

store::ProtocolStore::Baseline changed_files(Stores& stores) {
  store::ProtocolStore::Baseline baseline;
  if (stores.project.git_dir.empty()) return baseline;
  std::vector<std::string> files;
  const bool has_head = !head_commit(stores).empty();
  const auto tree = has_head ? base::Result<std::string>("HEAD") : empty_tree(stores);
  if (tree.ok()) {
    if (auto changed = changed_against(stores, *tree); changed.ok()) files = *std::move(changed);
  }
  if (const auto fresh = untracked(stores); fresh.ok()) {
    files.insert(files.end(), fresh->begin(), fresh->end());
  }
  if (files.size() > kBaselineFilesMax) files.resize(kBaselineFilesMax);
  for (const std::string& file : files) baseline[file] = content_hash(stores, file);
  return baseline;
}

base::Result<policy::WorkFacts> work_facts(Stores& stores, const model::Protocol& protocol) {
  policy::WorkFacts work;
  if (stores.project.git_dir.empty()) return work;
  const GitPlace place = git_place(stores);
  const std::string head = head_commit(stores);
  work.is_git = true;
  work.branch = place.branch;
  work.commit = head.substr(0, kShortCommit);
  TRY_ASSIGN(const Start start, start_of(stores, protocol, head));
  work.is_known = start.is_known;
  TRY_ASSIGN(const auto since, changed_against(stores, start.tree));
  TRY_ASSIGN(const auto fresh, untracked(stores));
  TRY_ASSIGN(const auto open, changed_against(stores, head.empty() ? start.tree : "HEAD"));
  const auto baseline =
      stores.protocols.load_baseline(protocol.session_id, protocol.baseline_sha256);
  std::set<std::string> all(since.begin(), since.end());
  all.insert(fresh.begin(), fresh.end());
  std::set<std::string> uncommitted(open.begin(), open.end());
  uncommitted.insert(fresh.begin(), fresh.end());
  work.files = only_own_work(stores, protocol, all, baseline);
  work.open_files = only_own_work(stores, protocol, uncommitted, baseline);
  work.is_clean = work.open_files.empty();
  if (!head.empty()) {
    const std::string range = start.commit.empty() ? "HEAD" : start.commit + "..HEAD";
    TRY_ASSIGN(const std::string count, run_git(stores, {"rev-list", "--count", range}));
    work.commits_since = static_cast<std::int64_t>(base::to_number(base::trim(count)).value_or(0));
  }
  work.fingerprint = fingerprint(stores, work.files);
  std::vector<std::string> code;
  for (const std::string& file : work.files) {
    if (!policy::is_documentation(file, stores.config.protocol_docs_globs)) code.push_back(file);
  }
  work.code_fingerprint = fingerprint(stores, code);
  return work;
}

std::int64_t newest_change_ns(Stores& stores, const std::vector<std::string>& files) {
  std::int64_t newest = 0;
  for (const std::string& file : files) {
    const auto info = stores.system.files.link_info(stores.project.root / file);
    if (info.ok()) newest = std::max(newest, info->mtime_ns);
  }
  return newest;
}

bool is_own_file(const std::string& file, const model::Protocol& protocol) {
  if (file == protocol.log_path || file.starts_with(".holdfast/")) return true;
  if (file == ".agents/sessions/.session-state.json") return true;
  constexpr std::string_view kMemories = ".serena/memories/session-";
  if (!file.starts_with(kMemories)) return false;
  const std::string_view name = std::string_view(file).substr(kMemories.size());
  return name.starts_with("current-state") || name == "history.md" || name == "violations-log.md";
}

}  // namespace engine

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "engine/git_command.h"
#include "engine/requirement_facts.h"

namespace engine {
namespace {

constexpr std::size_t kFingerprintFilesMax = 20'000;
constexpr std::uint64_t kFingerprintBytesMax = 256ULL * 1024 * 1024;

std::string hex(base::Blake2b& hash) {
  constexpr std::size_t kDigits = 32;
  return base::to_hex(hash.finish()).substr(0, kDigits);
}

// The files below the paths as they are on disk, tracked or new, but not ignored: what is committed
// of them, and by which commit, makes no difference.
base::Result<std::string> tree_fingerprint(Stores& stores, const std::vector<std::string>& paths) {
  std::vector<std::string> arguments{
      "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--"};
  for (const std::string& path : paths) arguments.push_back(":(literal,top)" + path);
  TRY_ASSIGN(const std::string listing, run_git(stores, std::move(arguments)));
  std::vector<std::string_view> names = base::split(listing, '\0');
  std::sort(names.begin(), names.end());
  if (names.size() > kFingerprintFilesMax) {
    return base::Error{base::Code::too_large, "more than 20,000 files to take a fingerprint of",
                       ""};
  }
  base::Blake2b hash;
  std::uint64_t total = 0;
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    const os::Path path = stores.project.root / name;
    const auto info = stores.system.files.link_info(path);
    if (!info.ok() || info->kind != os::FileKind::regular) continue;  // Deleted, or a link.
    total += info->size;
    if (total > kFingerprintBytesMax) {
      return base::Error{base::Code::too_large, "more than 256 MiB to take a fingerprint of", ""};
    }
    TRY_ASSIGN(
        const std::string text,
        stores.system.files.read(path, {.bytes_max = kFingerprintBytesMax, .follow_links = false}));
    const bool is_program = (info->mode & 0100U) != 0;
    hash.add(name);
    hash.add(is_program ? std::string_view("\0x", 2) : std::string_view("\0-", 2));
    hash.add(base::to_hex(base::blake2b(text)));
  }
  return hex(hash);
}

// The patch of the commits of the range, without the lines around it: these change when a branch is
// put on top of another commit.
base::Result<std::string> patch_fingerprint(Stores& stores, std::string range) {
  // From where the branch left: what happened on the other side since is not part of it.
  const std::size_t dots = range.find("..");
  if (range.compare(dots, 3, "...") != 0) range.insert(dots, ".");
  TRY_ASSIGN(std::string patch,
             run_git(stores, {"diff", "--no-color", "--no-ext-diff", "--no-textconv", "-U0",
                              "--full-index", "--binary", range, "--"}));
  if (patch.empty()) return std::string("empty");
  TRY_ASSIGN(const std::string id, run_git(stores, {"patch-id", "--stable"}, std::move(patch)));
  return std::string(base::trim(std::string_view(id).substr(0, id.find(' '))));
}

}  // namespace

base::Result<std::string> fingerprint_of(Stores& stores, const model::FingerprintRule& rule) {
  std::string text;
  if (!rule.paths.empty()) {
    TRY_ASSIGN(const std::string tree, tree_fingerprint(stores, rule.paths));
    text = "tree:" + tree;
  }
  if (!rule.range.empty()) {
    TRY_ASSIGN(const std::string patch, patch_fingerprint(stores, rule.range));
    text += (text.empty() ? "patch:" : ",patch:") + patch;
  }
  return text;
}

}  // namespace engine

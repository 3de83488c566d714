#include "store/kept_files.h"

#include <algorithm>

#include "base/digest.h"
#include "store/archive.h"
#include "store/own_file.h"

namespace store::archive {

static void pass(auto& archive, Is<KeptFile> auto& file) {
  archive(file.path, file.bytes_hash, file.mode, file.is_tracked, file.mtime_ns);
}

static void pass(auto& archive, Is<TakenAway> auto& taken) {
  archive(taken.at, taken.run, taken.call, taken.tool, taken.files, taken.mended, taken.emptied,
          taken.marker, taken.keys, taken.stamp);
}

}  // namespace store::archive

namespace store {
namespace {

constexpr std::string_view kListMagic = "holdfast-kept 1\n";
constexpr std::string_view kFindingMagic = "holdfast-taken 1\n";
constexpr std::uint64_t kKeptRecordBytesMax = 256 * 1024;
constexpr std::uint64_t kCopyBytesMax = 1024 * 1024;
constexpr std::size_t kHashDigits = 32;

std::string short_hash(std::string_view bytes) {
  return base::to_hex(base::blake2b(bytes)).substr(0, kHashDigits);
}

// A record that whatever key of ours has signed: the key may have been replaced since. `take` reads
// it; a record that it does not read to the end is none.
template <typename Take>
bool read_record(os::System& system, const os::Path& path, std::string_view magic, Keyring& keys,
                 const Take& take) {
  const auto bytes =
      system.files.read(path, {.bytes_max = kKeptRecordBytesMax, .follow_links = false});
  if (!bytes.ok()) return false;
  const auto reads_with = [&](const Key& key) {
    const auto body = archive::unsealed(magic, *bytes, key);
    if (!body) return false;
    archive::Reader reader(*body);
    take(reader);
    return reader.is_done();
  };
  const auto signing = keys.signing();
  if (signing.ok() && reads_with(**signing)) return true;
  const std::vector<const Key*> all = keys.all();
  return std::any_of(all.begin(), all.end(), [&](const Key* key) { return reads_with(*key); });
}

}  // namespace

bool holds_for_gone_marker(const TakenAway& taken) {
  const bool is_back =
      std::find(taken.mended.begin(), taken.mended.end(), taken.marker) != taken.mended.end();
  return !taken.marker.empty() && taken.stamp.empty() && !is_back;
}

bool KeptFiles::is_anything_kept() { return system_.files.exists(folder_); }

os::Path KeptFiles::list_path(const os::Path& root) const {
  constexpr std::size_t kRootDigits = 16;
  return folder_ / ("list-" + short_hash(root.native()).substr(0, kRootDigits));
}

std::optional<std::vector<KeptFile>> KeptFiles::list(const os::Path& root) {
  std::string kept_root;
  std::vector<KeptFile> files;
  const bool is_read = read_record(system_, list_path(root), kListMagic, keys_,
                                   [&](archive::Reader& reader) { reader(kept_root, files); });
  // A list under the name of another root is nobody's.
  if (!is_read || kept_root != root.native()) return std::nullopt;
  return files;
}

std::optional<std::string> KeptFiles::bytes_of(const KeptFile& file) {
  auto bytes = system_.files.read(copy_path(file.bytes_hash),
                                  {.bytes_max = kCopyBytesMax, .follow_links = false});
  if (!bytes.ok() || short_hash(*bytes) != file.bytes_hash) return std::nullopt;
  return *std::move(bytes);
}

base::Result<void> KeptFiles::keep(const os::Path& root, const std::vector<FileToKeep>& files) {
  TRY_ASSIGN(const Key* const key, keys_.signing());
  const os::ReplaceOptions lazily{.sync = false, .sync_folder = false};
  std::vector<KeptFile> list;
  for (const FileToKeep& file : files) {
    list.push_back({file.path, short_hash(file.bytes), file.mode, file.is_tracked, file.mtime_ns});
    const os::Path copy = copy_path(list.back().bytes_hash);
    if (system_.files.exists(copy)) continue;
    TRY(replace_own_file(system_, copy, file.bytes, lazily));
  }
  const std::string bytes = archive::sealed(
      kListMagic, *key, [&](archive::Writer& writer) { writer(root.native(), list); });
  const auto before = system_.files.read(list_path(root), {.bytes_max = kKeptRecordBytesMax});
  if (before.ok() && *before == bytes) return {};
  return replace_own_file(system_, list_path(root), bytes, lazily);
}

std::optional<TakenAway> KeptFiles::taken() {
  TakenAway taken;
  const bool is_read = read_record(system_, finding_path(), kFindingMagic, keys_,
                                   [&](archive::Reader& reader) { reader(taken); });
  return is_read ? std::optional(std::move(taken)) : std::nullopt;
}

base::Result<void> KeptFiles::note(const TakenAway& taken) {
  TRY_ASSIGN(const Key* const key, keys_.signing());
  return replace_own_file(
      system_, finding_path(),
      archive::sealed(kFindingMagic, *key, [&](archive::Writer& writer) { writer(taken); }), {});
}

base::Result<void> KeptFiles::settle() {
  auto removed = system_.files.remove(finding_path());
  if (!removed.ok() && removed.error().code == base::Code::not_found) return {};
  return removed;
}

std::vector<os::Path> KeptFiles::all() {
  std::vector<os::Path> paths;
  const auto names = system_.files.list(folder_);
  if (!names.ok()) return paths;
  for (const std::string& name : *names) paths.push_back(folder_ / name);
  return paths;
}

}  // namespace store

#include "store/own_file.h"

#include <algorithm>

#include "os/lock.h"

namespace store {
namespace {

constexpr std::uint32_t kGroupMayWrite = 0020;
constexpr std::uint32_t kOthersMayWrite = 0002;

base::Error too_large(const os::Path& path, std::uint64_t bytes_max) {
  return {base::Code::too_large,
          path.native() + ": is larger than " + std::to_string(bytes_max) + " bytes", ""};
}

bool is_missing(const base::Error& error) { return error.code == base::Code::not_found; }

}  // namespace

base::Result<void> check_own(const os::System& system, const os::Path& path,
                             const os::FileInfo& info, const OwnFileRules& rules) {
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::io, path.native() + ": is not a regular file", ""};
  }
  if (info.owner != system.environment.user_id()) {
    return base::Error{base::Code::untrusted, path.native() + ": belongs to another user", ""};
  }
  const std::uint32_t forbidden =
      kOthersMayWrite | (rules.may_be_group_writable ? 0 : kGroupMayWrite);
  if ((info.mode & forbidden) != 0) {
    return base::Error{base::Code::untrusted, path.native() + ": others may write it",
                       "If you wrote it: chmod go-w " + path.native()};
  }
  if (rules.is_secret && (info.mode & kAnybodyElse) != 0) {
    return base::Error{base::Code::untrusted, path.native() + ": others can read it",
                       "Nobody has seen it yet? Then: chmod 600 " + path.native()};
  }
  return {};
}

base::Result<std::string> read_own_file(const os::System& system, const os::Path& path,
                                        const OwnFileRules& rules) {
  TRY_ASSIGN(const auto file, system.files.open(path, {.follow_links = false}));
  TRY_ASSIGN(const os::FileInfo info, file->info());
  TRY(check_own(system, path, info, rules));
  if (info.size > rules.bytes_max) return too_large(path, rules.bytes_max);
  // One byte more than there should be shows the end of the file in the same call.
  std::uint64_t wanted = info.size + 1;
  while (true) {
    TRY_ASSIGN(std::string bytes, file->read_at(0, wanted));
    if (bytes.size() > rules.bytes_max) return too_large(path, rules.bytes_max);
    if (bytes.size() < wanted) return bytes;
    // It grows under our hands: a program that writes in place.
    wanted = std::min(2 * wanted, rules.bytes_max + 1);
  }
}

base::Result<void> replace_own_file(const os::System& system, const os::Path& path,
                                    std::string_view bytes, const os::ReplaceOptions& options) {
  auto done = system.files.replace(path, bytes, options);
  if (done.ok() || !is_missing(done.error())) return done;
  TRY(system.files.make_folders(path.parent_path()));
  return system.files.replace(path, bytes, options);
}

void keep_cache_file(const os::System& system, const os::Path& path, std::string_view bytes) {
  if (!system.files.make_folders(path.parent_path()).ok()) return;
  [[maybe_unused]] const auto written = system.files.replace(path, bytes, {.sync = false});
}

base::Result<std::unique_ptr<os::File>> lock_own_file(const os::System& system,
                                                      const os::Path& path, base::Millis timeout) {
  auto held = os::lock_file(system.files, system.clock, system.random, path, timeout);
  if (held.ok() || !is_missing(held.error())) return held;
  TRY(system.files.make_folders(path.parent_path()));
  return os::lock_file(system.files, system.clock, system.random, path, timeout);
}

}  // namespace store

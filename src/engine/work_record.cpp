#include "engine/work_record.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "engine/redacted.h"
#include "os/lock.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kEtagDigits = 64;
constexpr base::Millis kAuditLockTimeout{2000};

// One whole line; what a crash cut short must not swallow it.
base::Result<void> append_line(os::FileSystem& files, const os::Path& path, const Json& entry) {
  TRY_ASSIGN(const auto file, files.open(path, {.append = true, .create = true}));
  TRY_ASSIGN(const os::FileInfo info, file->info());
  std::string line = base::dump_line(entry) + "\n";
  if (info.size > 0) {
    const auto reader = files.open(path, {});
    const auto last = reader.ok() ? (*reader)->read_at(info.size - 1, 1) : reader.error();
    if (last.ok() && *last != "\n") line.insert(0, "\n");
  }
  TRY(os::write_all(*file, line));
  return file->sync();
}

}  // namespace

base::Result<std::unique_ptr<os::File>> WorkRecord::lock() {
  os::System& system = stores_.system;
  TRY(system.files.make_folders(stores_.layout.locks()));
  // Many agents may work on one session at once; people can wait longer than a hook.
  const base::Millis timeout = stores_.is_hook
                                   ? stores_.lock_patience()
                                   : base::Millis{stores_.config.locking_timeout_ms} * 5;
  return os::lock_file(system.files, system.clock, system.random,
                       stores_.layout.locks() / ("work-record-" + slug_ + ".lock"), timeout);
}

// A worktree has manifests of its own; no slug has an "@".
os::Path WorkRecord::etag_file() const {
  constexpr std::size_t kDigits = 16;
  std::string name = slug_;
  if (stores_.project.root != stores_.project.main_root) {
    const std::string hash = base::to_hex(base::sha256(stores_.project.root.native()));
    name += "@" + hash.substr(0, kDigits);
  }
  return stores_.layout.work() / (name + ".etag");
}

std::optional<std::string> WorkRecord::last_etag() {
  const auto text = stores_.system.files.read(etag_file(), {.bytes_max = kEtagDigits * 2});
  if (!text.ok()) return std::nullopt;
  std::string etag(base::trim(*text));
  if (etag.size() != kEtagDigits) return std::nullopt;
  return etag;
}

void WorkRecord::remember(const std::string& etag) {
  if (!stores_.system.files.make_folders(stores_.layout.work()).ok()) return;
  [[maybe_unused]] const auto written =
      stores_.system.files.replace(etag_file(), etag + "\n", {.sync = false});
}

base::Result<void> WorkRecord::note(const WorkCaller& caller, Json payload) {
  redact_texts(payload);
  if (caller.run) {
    TRY(stores_.journal.append(*caller.run,
                               {"work", caller.caller.actor, base::JsonBox(std::move(payload))},
                               {.lock_timeout = stores_.lock_patience()}));
    return {};
  }
  os::System& system = stores_.system;
  TRY(system.files.make_folders(stores_.layout.work()));
  TRY(system.files.make_folders(stores_.layout.locks()));
  TRY_ASSIGN(const auto lock,
             os::lock_file(system.files, system.clock, system.random,
                           stores_.layout.locks() / "work-audit.lock", kAuditLockTimeout));
  const Json entry{{"at", base::to_iso(system.clock.now())},
                   {"actor", caller.caller.actor},
                   {"payload", std::move(payload)}};
  return append_line(system.files, stores_.layout.work() / "audit.jsonl", entry);
}

}  // namespace engine

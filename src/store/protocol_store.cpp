#include "store/protocol_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/id.h"
#include "base/text.h"
#include "os/lock.h"
#include "store/session_log.h"

namespace store {

using base::Json;

namespace {

constexpr std::uint64_t kHistoryBytesMax = 64ULL * 1024 * 1024;
constexpr std::uint64_t kActivePointerBytesMax = 1024;
constexpr std::string_view kAliasPrefix = "protocol-";

std::int64_t highest_in(os::FileSystem& files, const os::Path& folder, std::string_view prefix,
                        std::string_view date) {
  std::int64_t highest = 0;
  const auto names = files.list(folder);
  if (!names.ok()) return 0;
  for (const std::string& name : *names) {
    if (!name.starts_with(prefix)) continue;
    std::string log = name.substr(prefix.size());
    // An alias has the id alone; a log's name ends in .md or .json.
    if (!prefix.empty()) log += ".md";
    const auto parsed = session_log_name(log);
    if (parsed && parsed->date == date) highest = std::max(highest, parsed->number);
  }
  return highest;
}

}  // namespace

base::Result<std::unique_ptr<os::File>> ProtocolStore::lock(base::Millis timeout) {
  TRY(system_.files.make_folders(layout_.locks()));
  return os::lock_file(system_.files, system_.clock, system_.random,
                       layout_.locks() / "protocol.lock", timeout);
}

os::Path ProtocolStore::pointer(const os::Path& root) const {
  constexpr std::size_t kDigits = 16;
  return folder() / ("active-" + base::to_hex(base::sha256(root.native())).substr(0, kDigits));
}

std::optional<model::RunId> ProtocolStore::active(const os::Path& root) {
  const auto text = system_.files.read(pointer(root), {.bytes_max = kActivePointerBytesMax});
  if (!text.ok()) return std::nullopt;
  auto id = base::uuid_from_text(base::trim(*text));
  if (!id) return std::nullopt;
  return model::RunId{*std::move(id)};
}

base::Result<void> ProtocolStore::set_active(const os::Path& root, const model::RunId& run) {
  TRY(system_.files.make_folders(folder()));
  return system_.files.replace(pointer(root), run.text + "\n");
}

base::Result<void> ProtocolStore::clear_active(const os::Path& root, const model::RunId& run) {
  const auto standing = active(root);
  if (!standing || standing->text != run.text) return {};
  auto removed = system_.files.remove(pointer(root));
  if (!removed.ok() && removed.error().code == base::Code::not_found) return {};
  return removed;
}

std::int64_t ProtocolStore::highest_number(std::string_view date, const os::Path& logs) {
  return std::max(highest_in(system_.files, layout_.aliases(), kAliasPrefix, date),
                  highest_in(system_.files, logs, "", date));
}

base::Result<std::string> ProtocolStore::save_baseline(const std::string& session_id,
                                                       const Baseline& baseline) {
  const std::string text = base::dump_line(Json(baseline));
  TRY(system_.files.make_folders(folder()));
  TRY(system_.files.replace(folder() / (session_id + ".baseline.json"), text));
  return base::to_hex(base::sha256(text));
}

ProtocolStore::Baseline ProtocolStore::load_baseline(const std::string& session_id,
                                                     const std::string& sha256) {
  if (sha256.empty() || !base::is_safe_id(session_id)) return {};
  const auto text = system_.files.read(folder() / (session_id + ".baseline.json"));
  if (!text.ok() || base::to_hex(base::sha256(*text)) != sha256) return {};
  const auto json = base::parse_json(*text, {.bytes_max = kHistoryBytesMax});
  Baseline baseline;
  if (!json.ok() || !json->is_object()) return baseline;
  for (const auto& [path, hash] : json->items()) {
    if (hash.is_string()) baseline[path] = hash.get<std::string>();
  }
  return baseline;
}

base::Result<void> ProtocolStore::append_line(const os::Path& path, const Json& entry) {
  TRY(system_.files.make_folders(folder()));
  TRY_ASSIGN(const auto file, system_.files.open(path, {.append = true, .create = true}));
  // A line that a crash cut short must not swallow the next one.
  TRY_ASSIGN(const os::FileInfo info, file->info());
  std::string line = base::dump_line(entry) + "\n";
  if (info.size > 0) {
    const auto reader = system_.files.open(path, {});
    const auto last = reader.ok() ? (*reader)->read_at(info.size - 1, 1) : reader.error();
    if (last.ok() && *last != "\n") line.insert(0, "\n");
  }
  TRY(os::write_all(*file, line));
  return file->sync();
}

base::Result<void> ProtocolStore::add_history(const Json& entry) {
  return append_line(history_file(), entry);
}

base::Result<void> ProtocolStore::add_import(const Json& entry) {
  return append_line(folder() / "imported.jsonl", entry);
}

std::vector<base::JsonBox> ProtocolStore::history() {
  std::vector<base::JsonBox> entries;
  const auto text = system_.files.read(history_file(), {.bytes_max = kHistoryBytesMax});
  if (!text.ok()) return entries;
  for (const std::string_view line : base::split(*text, '\n')) {
    if (line.empty()) continue;
    auto json = base::parse_json(line);
    if (json.ok() && json->is_object()) entries.emplace_back(*std::move(json));
  }
  return entries;
}

}  // namespace store

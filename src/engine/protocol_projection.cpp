#include "engine/protocol_projection.h"

#include <nlohmann/json.hpp>

#include "engine/exclude_list.h"
#include "engine/inside.h"
#include "engine/protocol_history.h"
#include "os/lock.h"
#include "store/session_memory.h"

namespace engine {
namespace {

os::Path fallback_path(const Stores& stores) {
  return stores.project.root / ".agents" / "sessions" / ".session-state.json";
}

std::string own_memory(const model::Protocol& protocol) {
  return std::string(store::kCurrentStateMemory) + "-" + protocol.session_id;
}

store::MemoryStamp stamp_for(Stores& stores, const model::Run& run) {
  return {run.id.text, run.version, stores.system.processes.host_name()};
}

// Another server than the project's files would have to be started or called: not while a host
// waits for a hook.
bool may_write_memories(const Stores& stores) {
  return !stores.is_hook || stores.config.memory_backend != model::MemoryBackend::basic_memory;
}

base::Result<void> write_fallback(Stores& stores, const model::Run& run) {
  const os::Path path = fallback_path(stores);
  TRY(stores.system.files.make_folders(path.parent_path(), kTreeFolderMode));
  TRY(check_inside(stores.system.files, stores.project.root, path.parent_path()));
  return stores.system.files.replace(
      path, store::format_fallback_state(*run.protocol, stamp_for(stores, run)),
      {.mode = kTreeFileMode});
}

void remove_fallback(Stores& stores) {
  const os::Path path = fallback_path(stores);
  if (stores.system.files.exists(path)) {
    [[maybe_unused]] const auto removed = stores.system.files.remove(path);
  }
}

// A newer version of the same run that another process wrote in between stays.
bool is_older(Stores& stores, const std::string& memory, const model::Run& run) {
  const auto standing = stores.memory().read(memory);
  if (!standing.ok()) return false;
  const auto stamp = store::stamp_of(*standing);
  return stamp && stamp->run == run.id.text && stamp->version > run.version;
}

base::Result<void> write_current(Stores& stores, const model::Run& run) {
  const std::string text = store::format_current_state(*run.protocol, stamp_for(stores, run));
  const std::string main(store::kCurrentStateMemory);
  if (is_older(stores, main, run)) return {};
  if (!stores.config.protocol_exclusive) {
    TRY(stores.memory().write(own_memory(*run.protocol), text));
  }
  return stores.memory().write(main, text);
}

// Read, change, write of a memory that all sessions share: one at a time.
template <typename Change>
base::Result<void> rewrite(Stores& stores, std::string_view name, const Change& change) {
  TRY(stores.system.files.make_folders(stores.layout.locks()));
  TRY_ASSIGN(const auto lock,
             os::lock_file(stores.system.files, stores.system.clock, stores.system.random,
                           stores.layout.locks() / "memories.lock", stores.lock_patience()));
  const auto standing = stores.memory().read(std::string(name));
  if (!standing.ok() && standing.error().code != base::Code::not_found) return standing.error();
  const std::string before = standing.ok() ? *standing : std::string();
  const std::string after = change(before);
  if (standing.ok() && before == after) return {};
  return stores.memory().write(std::string(name), after);
}

base::Result<void> write_violations(Stores& stores, const model::Protocol& protocol) {
  return rewrite(stores, store::kViolationsMemory, [&](const std::string& text) {
    return store::with_violations(text, {protocol.session_id, protocol.violations});
  });
}

base::Result<void> write_history(Stores& stores) {
  const auto size = static_cast<std::size_t>(stores.config.protocol_history_size);
  std::vector<store::HistoryEntry> entries;
  for (const PastSession& past : local_history(stores, size)) {
    entries.push_back({past.session_id, past.objective, past.outcome, past.commit_sha,
                       past.key_decisions, past.next_session_notes});
  }
  if (entries.empty()) return {};
  return rewrite(stores, store::kHistoryMemory,
                 [&](const std::string& text) { return store::with_history(text, entries, size); });
}

base::Result<void> remove_current(Stores& stores, const model::Run& run) {
  const std::string main(store::kCurrentStateMemory);
  const auto standing = stores.memory().read(main);
  if (standing.ok()) {
    const auto stamp = store::stamp_of(*standing);
    // Another session's projection is not ours to take away.
    if (!stamp || stamp->run == run.id.text) TRY(stores.memory().remove(main));
  } else if (standing.error().code != base::Code::not_found) {
    return standing.error();
  }
  if (!stores.config.protocol_exclusive) {
    const auto removed = stores.memory().remove(own_memory(*run.protocol));
    if (!removed.ok() && removed.error().code != base::Code::not_found) return removed;
  }
  return {};
}

void collect(std::vector<std::string>& warnings, const base::Result<void>& done) {
  if (!done.ok()) warnings.push_back(done.error().message);
}

}  // namespace

std::vector<std::string> project_protocol(Stores& stores, const model::Run& run) {
  std::vector<std::string> warnings;
  if (!may_write_memories(stores)) return warnings;
  const auto written = write_current(stores, run);
  if (!written.ok()) {
    warnings.push_back("Serena unavailable, using file fallback: " + written.error().message);
    collect(warnings, write_fallback(stores, run));
    return warnings;
  }
  remove_fallback(stores);
  if (!run.protocol->violations.empty()) collect(warnings, write_violations(stores, *run.protocol));
  return warnings;
}

std::vector<std::string> project_end(Stores& stores, const model::Run& run) {
  std::vector<std::string> warnings;
  if (!may_write_memories(stores)) return warnings;
  collect(warnings, write_history(stores));
  collect(warnings, write_violations(stores, *run.protocol));
  collect(warnings, remove_current(stores, run));
  remove_fallback(stores);
  return warnings;
}

std::vector<std::string> catch_up_memories(Stores& stores) {
  std::vector<std::string> warnings;
  if (!may_write_memories(stores)) return warnings;
  collect(warnings, write_history(stores));
  return warnings;
}

const std::vector<std::string>& projection_exclude_lines() {
  static const std::vector<std::string> kLines{"/.serena/memories/session-current-state*.md",
                                               "/.agents/sessions/.session-state.json"};
  return kLines;
}

void hide_projections(Stores& stores) {
  if (stores.project.common_dir.empty()) return;
  const os::Path path = stores.project.common_dir / "info" / "exclude";
  const auto text = stores.system.files.read(path);
  if (!text.ok() && text.error().code != base::Code::not_found) return;
  const std::string before = text.ok() ? *text : std::string();
  const std::string after = with_excluded(before, projection_exclude_lines());
  if (after == before) return;
  if (!stores.system.files.make_folders(path.parent_path(), kTreeFolderMode).ok()) return;
  [[maybe_unused]] const auto replaced =
      stores.system.files.replace(path, after, {.mode = kTreeFileMode});
}

}  // namespace engine

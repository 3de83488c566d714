// import_session_logs: the logs that a project has had for years, into its history.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/inside.h"
#include "engine/protocol_history.h"
#include "engine/protocol_projection.h"
#include "engine/redacted.h"
#include "store/session_log.h"

namespace engine {

using base::Json;

namespace {

constexpr std::uint64_t kLogBytesMax = 8ULL * 1024 * 1024;
constexpr base::Millis kProtocolsLockTimeout{10'000};

PastSession past_of(const store::SessionLog& log) {
  PastSession past;
  past.session_id = log.session_id;
  past.objective = log.objective;
  past.outcome = log.outcome;
  past.commit_sha = log.ending_commit;
  past.key_decisions = log.key_decisions;
  past.next_session_notes = log.next_session_notes;
  return past;
}

// Everything that was read of a log, with its own bytes where it is Markdown.
Json whole_of(const store::SessionLog& log, const std::string& file, const std::string& text) {
  Json entry = to_json(past_of(log));
  entry["file"] = file;
  entry["branch"] = log.branch;
  entry["starting_commit"] = log.starting_commit;
  entry["checklist"] = model::to_json(log.checklist);
  entry["work"] = log.work;
  entry["warnings"] = log.warnings;
  if (log.document.get().is_null()) {
    entry["text"] = text;
  } else {
    entry["document"] = log.document.get();
  }
  return entry;
}

Json redacted_entry(Json entry) {
  redact_texts(entry);
  return entry;
}

class LogImporter {
 public:
  LogImporter(Stores& stores, os::Path folder) : stores_(stores), folder_(std::move(folder)) {
    for (const PastSession& past : local_history(stores, 0)) known_.insert(past.session_id);
  }

  ImportedLog read(const std::string& name) {
    ImportedLog imported;
    imported.file = name;
    const auto text = stores_.system.files.read(folder_ / name,
                                                {.bytes_max = kLogBytesMax, .follow_links = false});
    if (!text.ok()) {
      imported.warnings.push_back(text.error().message);
      return imported;
    }
    auto log = store::read_session_log(name, *text);
    if (!log.ok()) {
      imported.warnings.push_back(log.error().message);
      return imported;
    }
    imported.session_id = log->session_id;
    imported.warnings = log->warnings;
    if (log->session_id.empty()) {
      imported.warnings.push_back("it does not say which session it is of");
      return imported;
    }
    // A session of this machine is told by its run, also while it is open: its log is only a log.
    const bool is_own = stores_.aliases.resolve(log->session_id).ok();
    imported.is_new = !is_own && known_.insert(log->session_id).second;
    if (!imported.is_new) return imported;
    auto kept = stores_.protocols.add_import(redacted_entry(whole_of(*log, name, *text)));
    if (kept.ok()) {
      Json line = redacted_entry(to_json(past_of(*log)));
      line["imported"] = name;
      kept = stores_.protocols.add_history(line);
    }
    if (!kept.ok()) {
      imported.is_new = false;
      imported.warnings.push_back(kept.error().message);
    }
    return imported;
  }

 private:
  Stores& stores_;
  os::Path folder_;
  std::set<std::string> known_;
};

}  // namespace

base::Result<std::vector<ImportedLog>> import_session_logs(
    Workspace& workspace, const std::optional<os::Path>& folder,
    const std::function<void(std::size_t, std::size_t)>& tick) {
  Stores& stores = workspace.stores();
  const os::Path logs = folder.value_or(stores.project.root / ".agents" / "sessions");
  TRY_ASSIGN(const auto names, stores.system.files.list(logs));
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    const bool is_log = (name.ends_with(".md") || name.ends_with(".json")) && name.front() != '.';
    if (is_log) wanted.push_back(name);
  }
  TRY_ASSIGN(const auto lock, stores.protocols.lock(kProtocolsLockTimeout));
  LogImporter importer(stores, logs);
  std::vector<ImportedLog> imported;
  for (const std::string& name : wanted) {
    imported.push_back(importer.read(name));
    if (tick) tick(imported.size(), wanted.size());
  }
  const bool has_new = std::any_of(imported.begin(), imported.end(),
                                   [](const ImportedLog& one) { return one.is_new; });
  if (has_new) catch_up_memories(stores);
  return imported;
}

}  // namespace engine

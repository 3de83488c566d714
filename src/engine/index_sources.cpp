#include "engine/index_sources.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/text.h"
#include "engine/index_journal.h"
#include "engine/index_rows.h"
#include "engine/redacted.h"
#include "store/branch_document.h"

namespace engine {
namespace {

using base::Json;

constexpr std::uint64_t kHistoryBytesMax = 64ULL * 1024 * 1024;
constexpr std::uint64_t kBranchBytesMax = 16ULL * 1024 * 1024;
constexpr std::uint64_t kAliasBytesMax = 256;

std::string safe(std::string_view text) { return redacted_head(text, kIndexedTextBytesMax); }

}  // namespace

base::Result<void> SourceIngest::run() {
  TRY(notes());
  TRY(aliases());
  TRY(history());
  TRY(work_audit());
  return branches();
}

std::optional<indexing::FileMark> SourceIngest::changed(const char* kind, const std::string& name,
                                                        const os::Path& path) {
  const auto info = stores_.system.files.link_info(path);
  if (!info.ok() || info->kind != os::FileKind::regular) return std::nullopt;
  const auto known = marks_.find({kind, name});
  if (known != marks_.end() && is_as_marked(*info, known->second)) return std::nullopt;
  return indexing::FileMark{.project_id = stores_.project.id.text,
                            .kind = kind,
                            .name = name,
                            .inode = info->inode,
                            .size = info->size,
                            .mtime_ns = settled_mtime_ns(*info, stores_.system.clock.now()),
                            .tail = {},
                            .carry = {}};
}

std::vector<std::string> SourceIngest::gone(const char* kind,
                                            const std::vector<std::string>& there) const {
  std::vector<std::string> names;
  for (auto mark = marks_.lower_bound({kind, ""}); mark != marks_.end(); ++mark) {
    if (mark->first.first != kind) break;
    const std::string& name = mark->first.second;
    if (std::find(there.begin(), there.end(), name) == there.end()) names.push_back(name);
  }
  return names;
}

base::Result<void> SourceIngest::notes() {
  std::vector<std::string> there;
  for (const model::RunId& run : stores_.runs.list()) {
    there.push_back(run.text);
    TRY(note(run));
  }
  std::sort(there.begin(), there.end());
  for (const std::string& run : gone("note", there)) TRY(note_gone(run));
  return {};
}

base::Result<void> SourceIngest::notes_of(const std::vector<std::string>& runs) {
  for (const std::string& run : runs) {
    if (stores_.system.files.exists(stores_.layout.note({run}))) {
      TRY(note({run}));
    } else if (marks_.contains({"note", run})) {
      TRY(note_gone(run));
    }
  }
  return {};
}

base::Result<void> SourceIngest::note_gone(const std::string& run) {
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  TRY(batch->mark_run_missing(run, base::to_iso(stores_.system.clock.now())));
  return batch->remove_mark(stores_.project.id.text, "note", run);
}

base::Result<void> SourceIngest::note(const model::RunId& run) {
  const auto mark = changed("note", run.text, stores_.layout.note(run));
  if (!mark) return {};
  ++runs_;
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  const auto loaded = stores_.runs.load(run);
  if (loaded.ok()) {
    TRY(batch->put(run_row(loaded->run, stores_.project.id, loaded->signature)));
    TRY(decisions(loaded->run));
  } else {
    // The note stands there, but is not to be believed: the index says so.
    problems_.push_back("run " + run.brief() + ": " + loaded.error().message);
    TRY(batch->put(indexing::RunRow{.uid = run.text,
                                    .project_id = stores_.project.id.text,
                                    .trust = std::string(base::code_name(loaded.error().code))}));
  }
  return batch->put(*mark);
}

base::Result<void> SourceIngest::decisions(const model::Run& run) {
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  TRY(batch->remove_documents("decision", stores_.project.id.text, run.id.text));
  if (run.workflow) {
    for (const model::Decision& decision : run.workflow->decisions) {
      TRY(batch->put(indexing::DocumentRow{.kind = "decision",
                                           .project_id = stores_.project.id.text,
                                           .owner = run.id.text,
                                           .part = decision.id,
                                           .title = safe(decision.description),
                                           .body = safe(decision.rationale),
                                           .at = decision.timestamp}));
    }
  }
  // When it has ended, the history tells it.
  if (!model::is_active(run.protocol)) return {};
  return batch->put(indexing::DocumentRow{.kind = "session",
                                          .project_id = stores_.project.id.text,
                                          .owner = run.protocol->session_id,
                                          .part = {},
                                          .title = safe(run.protocol->objective),
                                          .body = {},
                                          .at = run.protocol->started_at});
}

base::Result<void> SourceIngest::aliases() {
  const auto names = stores_.system.files.list(stores_.layout.aliases());
  std::vector<std::string> there;
  if (names.ok()) there = *names;
  for (const std::string& name : there) {
    const os::Path path = stores_.layout.aliases() / name;
    const std::size_t dash = name.find('-');
    if (name.starts_with('.') || dash == std::string::npos) continue;
    const auto mark = changed("alias", name, path);
    if (!mark) continue;
    const auto text =
        stores_.system.files.read(path, {.bytes_max = kAliasBytesMax, .follow_links = false});
    const auto run = text.ok() ? base::uuid_from_text(base::trim(*text)) : std::nullopt;
    if (!run) continue;
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->put(indexing::AliasRow{stores_.project.id.text, name.substr(0, dash),
                                      name.substr(dash + 1), *run}));
    TRY(batch->put(*mark));
  }
  for (const std::string& name : gone("alias", there)) {
    const std::size_t dash = name.find('-');
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->remove_alias(stores_.project.id.text, name.substr(0, dash), name.substr(dash + 1)));
    TRY(batch->remove_mark(stores_.project.id.text, "alias", name));
  }
  return {};
}

base::Result<void> SourceIngest::history() {
  const os::Path path = stores_.protocols.history_file();
  const auto mark = changed("protocol", "history.jsonl", path);
  if (!mark) return {};
  const auto text =
      stores_.system.files.read(path, {.bytes_max = kHistoryBytesMax, .follow_links = false});
  if (!text.ok()) {
    problems_.push_back(text.error().message);
    return {};
  }
  for (const std::string_view line : base::split(*text, '\n')) {
    const auto json = line.empty() ? base::Error{} : base::parse_json(line);
    if (json.ok() && json->is_object()) TRY(past_session(*json));
  }
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  return batch->put(*mark);
}

base::Result<void> SourceIngest::past_session(const Json& entry) {
  const indexing::ProtocolRow row = protocol_row(entry, stores_.project.id);
  if (row.session_id.empty()) return {};
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  TRY(batch->put(row));
  return batch->put(indexing::DocumentRow{.kind = "session",
                                          .project_id = row.project_id,
                                          .owner = row.session_id,
                                          .part = {},
                                          .title = row.objective,
                                          .body = safe(row.key_decisions + " " + row.next_notes),
                                          .at = row.ended_at});
}

base::Result<void> SourceIngest::branches() {
  if (stores_.project.common_dir.empty()) return {};
  const os::Path folder = stores_.project.common_dir / "requirements";
  const auto names = stores_.system.files.list(folder);
  std::vector<std::string> there;
  if (names.ok()) there = *names;
  for (const std::string& name : there) {
    if (name.ends_with(".json") && !name.starts_with('.')) TRY(branch(folder / name, name));
  }
  for (const std::string& name : gone("branch", there)) {
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->put_requirements(stores_.project.id.text, name.substr(0, name.rfind('.')), {}));
    TRY(batch->remove_mark(stores_.project.id.text, "branch", name));
  }
  return {};
}

base::Result<void> SourceIngest::branch(const os::Path& file, const std::string& name) {
  const auto mark = changed("branch", name, file);
  if (!mark) return {};
  const auto bytes =
      stores_.system.files.read(file, {.bytes_max = kBranchBytesMax, .follow_links = false});
  if (!bytes.ok()) {
    problems_.push_back(bytes.error().message);
    return {};
  }
  const auto document = store::BranchDocument::parse(*bytes);
  if (!document.ok()) {
    problems_.push_back(name + ": " + document.error().message);
    return {};
  }
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  // By the file's name: what is told of a branch goes when its file does.
  TRY(batch->put_requirements(stores_.project.id.text, name.substr(0, name.rfind('.')),
                              requirement_rows(document->json())));
  return batch->put(*mark);
}

}  // namespace engine

#include "engine/bundle_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/id.h"
#include "base/text.h"
#include "engine/bundle_place.h"
#include "engine/continuity_scene.h"
#include "engine/redacted.h"
#include "engine/scrub_text.h"
#include "engine/session.h"
#include "engine/stores.h"
#include "engine/work_change.h"
#include "policy/exchange.h"
#include "policy/redaction.h"
#include "store/bundle_writer.h"
#include "store/exchange.h"
#include "store/handoff_store.h"
#include "store/machine_key.h"
#include "store/project_registry.h"

namespace engine {
namespace {

using store::BundleItem;
using store::BundleKind;

constexpr std::size_t kExportBlockBytes = 256 * 1024;

// The text as it may leave this machine; nothing where it may not.
std::optional<std::string> text_to_send(const std::string& path, const std::string& text) {
  if (path.ends_with(".json")) {
    auto scrubbed = scrub_document(text);
    if (scrubbed.ok()) return std::move(scrubbed->text);
  }
  bool changed = false;
  std::string safe = policy::redact(text, &changed);
  if (!changed) return text;
  // Cut out of other bytes than text, nobody could read the rest.
  if (!base::is_utf8(text)) return std::nullopt;
  return safe;
}

class Exporter {
 public:
  Exporter(Workspace& workspace, const ExportRequest& request, const BundleSink& sink,
           const BundleProgress& progress)
      : workspace_(workspace),
        stores_(workspace.stores()),
        request_(request),
        progress_(progress),
        writer_(sink) {}

  base::Result<ExportReport> run();

 private:
  bool is_chosen() const { return !request_.runs.empty() || !request_.works.empty(); }
  bool is_recent(const base::Result<os::FileInfo>& info) const;
  bool is_recent(const std::string& iso) const;
  os::Path journal_of(const model::RunId& run) const;
  void tell(std::string problem) { report_.problems.push_back(std::move(problem)); }

  base::Result<void> choose_runs();
  base::Result<void> choose_works();
  base::Result<void> add_run(const model::RunId& run);
  base::Result<bool> add_note(const model::RunId& run);
  base::Result<bool> add_journal(const model::RunId& run);
  base::Result<bool> add_part(const model::RunId& run, std::uint64_t& offset, std::string text);
  base::Result<void> add_work(const store::WorkFolder& folder);
  base::Result<void> add_work_file(const store::WorkFolder& folder, const std::string& path);
  base::Result<void> add_mirrors();
  base::Result<void> add_mirror(ContinuityScene& scene, const std::string& session);
  base::Result<void> add_handoffs();

  Workspace& workspace_;
  Stores& stores_;
  const ExportRequest& request_;
  const BundleProgress& progress_;
  store::BundleWriter writer_;
  ExportReport report_;
  std::vector<model::RunId> runs_;
  std::vector<store::WorkFolder> works_;
  std::uint64_t journal_bytes_ = 0;
  std::uint64_t journal_bytes_done_ = 0;
};

bool Exporter::is_recent(const base::Result<os::FileInfo>& info) const {
  if (!info.ok()) return false;
  if (!request_.since) return true;
  const base::Instant from = stores_.system.clock.now() - *request_.since;
  return info->mtime_ns >= from.time_since_epoch().count() * 1'000'000;
}

bool Exporter::is_recent(const std::string& iso) const {
  if (!request_.since) return true;
  const auto at = base::instant_from_iso(iso);
  return at.ok() && *at >= stores_.system.clock.now() - *request_.since;
}

os::Path Exporter::journal_of(const model::RunId& run) const {
  const os::Path path = stores_.layout.journal(run);
  if (stores_.system.files.exists(path)) return path;
  return stores_.layout.journal_archive() / path.filename();
}

base::Result<void> Exporter::choose_runs() {
  os::FileSystem& files = stores_.system.files;
  std::set<std::string> ids;
  for (const std::string& name : request_.runs) {
    TRY_ASSIGN(const model::RunId run, choose_run(workspace_, {.given = name, .host_session = {}}));
    ids.insert(run.text);
  }
  if (!is_chosen()) {
    for (const model::RunId& run : stores_.runs.list()) ids.insert(run.text);
    for (const os::Path& folder : {stores_.layout.journals(), stores_.layout.journal_archive()}) {
      const auto names = files.list(folder);
      if (!names.ok()) continue;
      for (const std::string& name : *names) {
        const std::string id = os::Path(name).stem().native();
        if (name.ends_with(".jsonl") && base::uuid_from_text(id) == id) ids.insert(id);
      }
    }
  }
  for (const std::string& id : ids) {
    const auto info = files.link_info(journal_of({id}));
    if (!is_recent(info) && !is_recent(files.link_info(stores_.layout.note({id})))) continue;
    runs_.push_back({id});
    if (info.ok()) journal_bytes_ += info->size;
  }
  return {};
}

base::Result<void> Exporter::choose_works() {
  for (const std::string& slug : request_.works) {
    TRY_ASSIGN(store::WorkFolder folder, find_work(stores_, slug));
    works_.push_back(std::move(folder));
  }
  if (is_chosen()) return {};
  TRY_ASSIGN(auto all, stores_.work.list());
  for (store::WorkFolder& folder : all) {
    const auto work = request_.since ? stores_.work.read(folder) : base::Error{};
    // One that cannot be read is told of where its files are looked at.
    if (work.ok() && !is_recent(work->session.updated_at)) continue;
    works_.push_back(std::move(folder));
  }
  return {};
}

// A note that is not as it was signed here is nothing that this machine could vouch for.
base::Result<bool> Exporter::add_note(const model::RunId& run) {
  const auto loaded = stores_.runs.load(run);
  if (!loaded.ok()) {
    if (loaded.error().code == base::Code::not_found) return false;
    tell("run " + run.brief() + ": its note stays here: " + loaded.error().message);
    return false;
  }
  const auto scrubbed = scrub_document(loaded->bytes);
  if (!scrubbed.ok() || scrubbed->changed > 0) {
    tell("run " + run.brief() + ": its note stays here, since it holds something to be redacted: " +
         "`holdfast maintenance --scrub` takes it out");
    return false;
  }
  TRY(writer_.add({.kind = BundleKind::note, .name = run.text, .bytes = loaded->bytes}));
  return true;
}

// False where a line must not leave: the lines before it do, and are a journal of their own.
base::Result<bool> Exporter::add_part(const model::RunId& run, std::uint64_t& offset,
                                      std::string text) {
  const bool is_clean = scrub_lines(text).changed == 0;
  if (!is_clean) {
    std::size_t end = 0;
    while (end < text.size()) {
      const std::size_t next = text.find('\n', end) + 1;
      if (scrub_lines(std::string_view(text).substr(end, next - end)).changed > 0) break;
      end = next;
    }
    tell("run " + run.brief() + ": its journal stays here from byte " +
         std::to_string(offset + end) + " on, where a line holds something to be redacted");
    text.resize(end);
  }
  const std::size_t size = text.size();
  if (size > 0) {
    TRY(writer_.add({.kind = BundleKind::journal,
                     .name = run.text,
                     .offset = offset,
                     .bytes = std::move(text)}));
  }
  offset += size;
  journal_bytes_done_ += size;
  if (progress_) progress_(journal_bytes_done_, journal_bytes_);
  return is_clean;
}

base::Result<bool> Exporter::add_journal(const model::RunId& run) {
  const auto file = stores_.system.files.open(journal_of(run), {.follow_links = false});
  if (!file.ok() && file.error().code == base::Code::not_found) return false;
  if (!file.ok()) return file.error();
  std::string pending;
  std::uint64_t offset = 0;
  std::uint64_t read_at = 0;
  while (true) {
    TRY_ASSIGN(const std::string block, (*file)->read_at(read_at, kExportBlockBytes));
    read_at += block.size();
    pending += block;
    // What stands behind the last newline is still being written.
    const std::size_t end = pending.rfind('\n') + 1;
    const bool is_full = pending.size() >= store::kBundlePartBytes && end > 0;
    if (end > 0 && (is_full || block.empty())) {
      TRY_ASSIGN(const bool goes_on, add_part(run, offset, pending.substr(0, end)));
      if (!goes_on) return true;
      pending.erase(0, end);
    }
    if (block.empty()) return offset > 0;
    if (pending.size() > store::kBundleJournalLineMax) {
      tell("run " + run.brief() + ": its journal has a line of more than 8 MiB");
      return offset > 0;
    }
  }
}

base::Result<void> Exporter::add_run(const model::RunId& run) {
  TRY_ASSIGN(const bool has_note, add_note(run));
  TRY_ASSIGN(const bool has_journal, add_journal(run));
  if (has_note || has_journal) report_.runs += 1;
  return {};
}

base::Result<void> Exporter::add_work_file(const store::WorkFolder& folder,
                                           const std::string& path) {
  const auto text = stores_.work.read_file(folder, path);
  const auto sent = text.ok() ? text_to_send(path, *text) : std::nullopt;
  if (!sent) {
    tell(folder.slug + "/" + path + ": stays here: " +
         (text.ok() ? "it holds something to be redacted" : text.error().message));
    return {};
  }
  const store::Exchange exchange = exchange_of(stores_, folder.slug);
  const store::Exchange::Seen known = exchange.read();
  const auto found = known.find(path);
  std::vector<std::string> seen = found == known.end() ? std::vector<std::string>() : found->second;
  TRY(writer_.add(
      {.kind = BundleKind::work, .name = folder.slug, .path = path, .seen = seen, .bytes = *sent}));
  // What was sent, not what is here: where something was redacted, nobody else goes on from that.
  seen = policy::seen_together({store::version_hash(*sent)}, seen, store::kBundleSeenMax);
  auto kept = path == store::kWorkStateFile ? exchange.keep(*sent) : base::Result<void>();
  if (kept.ok()) kept = exchange.remember(path, seen);
  if (!kept.ok()) tell(folder.slug + "/" + path + ": not remembered: " + kept.error().message);
  return {};
}

base::Result<void> Exporter::add_work(const store::WorkFolder& folder) {
  const auto read = stores_.work.read(folder);
  if (!read.ok()) {
    tell(folder.slug + ": stays here: " + read.error().message);
    return {};
  }
  const store::WorkStore::Files files = stores_.work.files_of(folder);
  for (const std::string& path : files.left_out) {
    tell(folder.slug + "/" + path + ": stays here: too large, no plain file or an unusual name");
  }
  for (const std::string& path : files.paths) {
    if (path != store::kWorkStateFile) TRY(add_work_file(folder, path));
  }
  // The manifest last: it is what makes a folder a session.
  TRY(add_work_file(folder, store::kWorkStateFile));
  report_.work_sessions += 1;
  return {};
}

base::Result<void> Exporter::add_mirror(ContinuityScene& scene, const std::string& session) {
  const auto state = scene.mirrors.read(session);
  if (!state.ok()) return {};
  const bool is_ours = state->project == stores_.project.id.text ||
                       (scene.places.openclaw && state->project.empty());
  if (!is_ours || !is_recent(state->updated_at)) return {};
  base::Json json = model::to_json(*state);
  redact_texts(json);
  TRY(writer_.add({.kind = BundleKind::mirror, .name = session, .bytes = base::dump_pretty(json)}));
  report_.mirrors += 1;
  return {};
}

base::Result<void> Exporter::add_mirrors() {
  const auto scene = ContinuityScene::open(stores_);
  if (!scene.ok()) return {};
  std::set<std::string> sessions;
  for (const model::RunId& run : runs_) sessions.insert(run.text);
  if (!is_chosen()) {
    constexpr std::size_t kSessionsMax = 100'000;
    for (const store::RosterEntry& entry : (*scene)->roster.newest(base::Instant{}, kSessionsMax)) {
      sessions.insert(entry.session);
    }
    for (const model::RunId& run : stores_.runs.list()) sessions.insert(run.text);
  }
  for (const std::string& session : sessions) TRY(add_mirror(**scene, session));
  return {};
}

base::Result<void> Exporter::add_handoffs() {
  const store::HandoffStore packets(stores_.system, stores_.layout);
  const auto listed = packets.list();
  for (const std::string& problem : listed.problems) tell(problem);
  for (const model::HandoffPacket& packet : listed.packets) {
    const auto has_run = [&](const model::RunId& run) { return run.text == packet.session; };
    const auto has_work = [&](const store::WorkFolder& work) {
      return work.slug == packet.work_session;
    };
    const bool is_named = std::any_of(runs_.begin(), runs_.end(), has_run) ||
                          std::any_of(works_.begin(), works_.end(), has_work);
    if (is_chosen() && !is_named) continue;
    if (!is_recent(packet.created_at) && !is_recent(packet.accepted_at)) continue;
    base::Json json = model::to_json(packet);
    redact_texts(json);
    TRY(writer_.add(
        {.kind = BundleKind::handoff, .name = packet.id, .bytes = base::dump_pretty(json)}));
    report_.handoffs += 1;
  }
  return {};
}

base::Result<ExportReport> Exporter::run() {
  TRY(choose_runs());
  TRY(choose_works());
  TRY_ASSIGN(const base::SigningKey key, store::machine_key(stores_.system, stores_.homes));
  report_.fingerprint = base::fingerprint_of(key.public_key());
  TRY(writer_.begin(
      {.made_at = base::to_iso(stores_.system.clock.now()),
       .machine = store::machine_id_of(key.public_key()),
       .machine_name = stores_.system.processes.host_name(),
       .key = key.public_key(),
       .project = stores_.project.id.text,
       .project_name = store::record_of(stores_.system.files, stores_.project).name}));
  for (const model::RunId& run : runs_) TRY(add_run(run));
  for (const store::WorkFolder& folder : works_) TRY(add_work(folder));
  if (request_.with_continuity) {
    TRY(add_mirrors());
    TRY(add_handoffs());
  }
  TRY(writer_.seal(key));
  report_.items = writer_.items();
  report_.bytes = writer_.bytes();
  return std::move(report_);
}

}  // namespace

base::Result<ExportReport> export_bundle(Workspace& workspace, const ExportRequest& request,
                                         const BundleSink& sink, const BundleProgress& progress) {
  return Exporter(workspace, request, sink, progress).run();
}

base::Result<ExportReport> export_bundle_to(Workspace& workspace, const ExportRequest& request,
                                            const os::Path& file, const BundleProgress& progress) {
  os::FileSystem& files = workspace.system().files;
  const os::Path folder = file.parent_path();
  TRY_ASSIGN(os::TemporaryFile temporary, files.open_temporary(folder, 0600));
  const auto write = [&]() -> base::Result<ExportReport> {
    TRY_ASSIGN(ExportReport report,
               export_bundle(
                   workspace, request,
                   [&](std::string_view bytes) { return os::write_all(*temporary.file, bytes); },
                   progress));
    TRY(temporary.file->sync());
    TRY(files.rename(temporary.path, file));
    TRY(files.sync_folder(folder));
    return report;
  };
  auto written = write();
  if (!written.ok()) [[maybe_unused]]
    const auto gone = files.remove(temporary.path);
  return written;
}

}  // namespace engine

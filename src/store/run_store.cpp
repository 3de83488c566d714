#include "store/run_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "os/lock.h"
#include "os/replacement.h"
#include "store/journal_line.h"
#include "store/run_history.h"

namespace store {

using base::Json;

namespace {

constexpr std::uint64_t kHeadBytesMax = 16 * 1024;

base::Result<std::optional<std::string>> read_if_there(os::FileSystem& files, const os::Path& path,
                                                       std::uint64_t bytes_max) {
  auto bytes = files.read(path, {.bytes_max = bytes_max, .follow_links = false});
  if (bytes.ok()) return std::optional<std::string>(*std::move(bytes));
  if (bytes.error().code == base::Code::not_found) return std::optional<std::string>();
  // Something stands in its place that is no readable file: not the same as nothing.
  base::Error error = std::move(bytes).error();
  if (error.code != base::Code::too_large) error.code = base::Code::unavailable;
  return error;
}

// Whether the file has the bytes that the head record speaks of. Read piece by piece: memory for a
// large note would cost more than its hash.
bool has_bytes_of(os::FileSystem& files, const os::Path& path, const HeadRecord& head) {
  constexpr std::uint64_t kPieceBytes = 64 * 1024;
  const auto file = files.open(path, {.follow_links = false});
  if (!file.ok()) return false;
  const auto info = (*file)->info();
  const bool fits =
      info.ok() && info->kind == os::FileKind::regular && info->size == head.note_bytes;
  if (!fits) return false;
  base::Blake2b hash;
  for (std::uint64_t at = 0; at < info->size;) {
    const auto piece =
        (*file)->read_at(at, static_cast<std::size_t>(std::min(kPieceBytes, info->size - at)));
    if (!piece.ok() || piece->empty()) return false;
    hash.add(*piece);
    at += piece->size();
  }
  return head.note_hash == base::to_hex(hash.finish());
}

base::Error not_found(const model::RunId& run) {
  return {base::Code::not_found, "Session " + run.text + " not found",
          "`holdfast session list` shows those that are there."};
}

base::Error note_missing(const model::RunId& run) {
  return {base::Code::note_missing, "the note of session " + run.text + " is gone",
          "`holdfast session recover` restores it from the journal."};
}

base::Error rollback(const model::RunId& run, const std::string& why) {
  return {base::Code::state_rollback, "Session state rolled back for " + run.text + ": " + why,
          "`holdfast session recover` restores the newest state from the journal."};
}

// Whether anything but the bookkeeping of a save is different.
bool changes_state(const Json& difference) {
  return std::any_of(difference.begin(), difference.end(), [](const Json& step) {
    const Json& path = step.at("path");
    return path != "/version" && path != "/updatedAt" && path != "/keyId";
  });
}

// What the journal keeps of a change: the difference, or the whole state where that is shorter or
// there are no lines before it to apply a difference to.
Json patch_of(std::optional<Json> difference, const SealedNote& note) {
  if (difference && base::dump_line(*difference).size() <= note.bytes.size()) {
    return *std::move(difference);
  }
  return Json::array({Json{{"op", "replace"}, {"path", ""}, {"value", note.document.get()}}});
}

base::Error foreign(const model::RunId& run, const std::string& why) {
  return {base::Code::signature_invalid,
          "Session state signature invalid for " + run.text + ": " + why,
          "`holdfast session recover` restores it from the journal."};
}

}  // namespace

base::Result<std::optional<std::string>> RunStore::read_note(const model::RunId& run) {
  return read_if_there(system_.files, layout_.note(run), kNoteBytesMax);
}

base::Result<HeadRecord> RunStore::summary(const model::RunId& run) {
  if (auto trusted = head(run)) {
    const bool ours = trusted->project == layout_.project();
    if (ours && has_bytes_of(system_.files, layout_.note(run), *trusted))
      return *std::move(trusted);
  }
  TRY_ASSIGN(const VerifiedRun verified, load(run));
  return head_of(verified.run, verified.bytes, verified.signature);
}

std::optional<HeadRecord> RunStore::head(const model::RunId& run) {
  auto head = read_head(run);
  if (!head.ok() || !*head || !((*head)->run == run) || !((*head)->project == layout_.project())) {
    return std::nullopt;
  }
  return **std::move(head);
}

base::Result<std::optional<HeadRecord>> RunStore::read_head(const model::RunId& run) {
  // A writer may be in the middle of one place, and the next one in the other, but not for long.
  constexpr int kReadsMax = 3;
  for (int read = 1;; ++read) {
    TRY_ASSIGN(const auto bytes, read_if_there(system_.files, layout_.head(run), kHeadBytesMax));
    if (!bytes) return std::optional<HeadRecord>();
    auto head = head_from_file(*bytes, keys_);
    if (head.ok()) return std::optional<HeadRecord>(*std::move(head));
    if (read == kReadsMax || head.error().code == base::Code::no_secret) return head.error();
  }
}

base::Result<VerifiedRun> RunStore::load(const model::RunId& run) {
  // The head first: a writer replaces the note before it, so a note read later is never older.
  auto head = read_head(run);
  TRY_ASSIGN(auto note, read_note(run));
  if (head.ok() && !*head && !note) return not_found(run);
  TRY(head);
  return verify(run, *std::move(head), std::move(note));
}

base::Result<RunCache::RunView> RunStore::view(const model::RunId& run) {
  auto head = read_head(run);
  TRY_ASSIGN(auto note, read_note(run));
  if (head.ok() && !*head && !note) return not_found(run);
  TRY(head);
  const bool may_be_kept = cache_ != nullptr && *head && note && (*head)->run == run &&
                           (*head)->project == layout_.project() &&
                           (*head)->note_bytes == note->size();
  if (may_be_kept) {
    const std::string hash = base::to_hex(base::blake2b(*note));
    const bool is_attested = (*head)->note_hash == hash;
    if (auto kept = is_attested ? cache_->find(run, hash) : nullptr) return kept;
    TRY_ASSIGN(auto verified, verify(run, *std::move(head), std::move(note)));
    auto view = std::make_shared<const model::Run>(std::move(verified.run));
    if (is_attested) cache_->keep(hash, view);
    return view;
  }
  TRY_ASSIGN(auto verified, verify(run, *std::move(head), std::move(note)));
  return std::make_shared<const model::Run>(std::move(verified.run));
}

base::Result<VerifiedRun> RunStore::verify(const model::RunId& run,
                                           std::optional<HeadRecord> trusted,
                                           std::optional<std::string> note) {
  VerifiedRun verified;
  verified.head = std::move(trusted);
  if (verified.head &&
      (!(verified.head->run == run) || !(verified.head->project == layout_.project()))) {
    return foreign(run, "the head record belongs to another run or project");
  }
  if (!note) return note_missing(run);
  verified.bytes = *std::move(note);
  const bool is_attested = verified.head && verified.head->note_bytes == verified.bytes.size() &&
                           verified.head->note_hash == base::to_hex(base::blake2b(verified.bytes));
  auto opened = is_attested ? read_attested_note(verified.bytes) : open_note(verified.bytes, keys_);
  if (!opened.ok()) {
    base::Error error = std::move(opened).error();
    if (error.code == base::Code::signature_invalid) return foreign(run, error.message);
    return base::with_context(std::move(error), "session " + run.text);
  }
  verified.document = std::move(opened->document);
  verified.signature = std::move(opened->signature);
  TRY_ASSIGN(verified.run, model::run_from_json(verified.document.get()));
  if (!(verified.run.id == run)) return foreign(run, "the note belongs to another run");
  if (!(verified.run.project == layout_.project())) {
    return foreign(run, "the note belongs to another project");
  }
  if (!verified.head) {
    if (verified.run.version == 1) return verified;  // A crash between note and head at creation.
    return rollback(run, "there is no head record for a note of version " +
                             std::to_string(verified.run.version));
  }
  const HeadRecord& head = *verified.head;
  if (verified.run.version < head.version) {
    return rollback(run, "the note has version " + std::to_string(verified.run.version) +
                             ", the newest was " + std::to_string(head.version));
  }
  if (verified.run.version == head.version && verified.signature != head.note_signature) {
    return rollback(
        run, "the note is not the one that was saved as version " + std::to_string(head.version));
  }
  return verified;
}

bool RunStore::is_there(const model::RunId& run) {
  return system_.files.link_info(layout_.note(run)).ok() ||
         system_.files.link_info(layout_.head(run)).ok();
}

base::Result<std::unique_ptr<os::File>> RunStore::lock(const model::RunId& run) {
  TRY(system_.files.make_folders(layout_.locks()));
  const base::Millis each = locking_.timeout / locking_.attempts_max;
  for (int attempt = 1; attempt <= locking_.attempts_max; ++attempt) {
    auto held =
        os::lock_file(system_.files, system_.clock, system_.random, layout_.lock(run), each);
    if (held.ok() || held.error().code != base::Code::lock_timeout) return held;
    locking_.on_conflict("Version conflict on session " + run.text + ", attempt " +
                         std::to_string(attempt));
    // Jittered, so that two that met do not meet again (B0-29).
    system_.clock.sleep(std::chrono::milliseconds(5 + system_.random.below(46)));
  }
  return base::Error{base::Code::lock_timeout,
                     "Failed to update session " + run.text + " after " +
                         std::to_string(locking_.attempts_max) + " attempts",
                     "Another process holds the session; try again."};
}

base::Result<void> RunStore::write_head(const HeadRecord& head, const Key& key) {
  const std::string bytes = head_file(head, key);
  const os::Path path = layout_.head(head.run);
  auto written = system_.files.replace(path, bytes);
  if (!written.ok() && written.error().code == base::Code::not_found) {
    TRY(system_.files.make_folders(layout_.heads()));
    written = system_.files.replace(path, bytes);
  }
  return written;
}

base::Result<void> RunStore::write_head_beside(const HeadRecord& standing, const HeadRecord& head,
                                               const Key& key) {
  TRY_ASSIGN(const auto file,
             system_.files.open(layout_.head(head.run), {.write = true, .follow_links = false}));
  const std::string bytes = head_place(head, key);
  TRY_ASSIGN(const std::size_t written,
             file->write_at(head_place_offset(1 - standing.place), bytes));
  if (written == bytes.size()) return {};
  return base::Error{base::Code::io, "the head record was written only in part", ""};
}

base::Result<void> RunStore::void_unfinished(const VerifiedRun& current) {
  // A writer that died between journal and note leaves a line of a version that never was.
  const std::uint64_t from = current.head ? current.head->journal_bytes : 0;
  const auto journal = system_.files.info(layout_.journal(current.run.id));
  if (!journal.ok()) {
    if (journal.error().code == base::Code::not_found) return {};
    return journal.error();
  }
  if (journal->size <= from) return {};
  TRY_ASSIGN(const std::vector<StateLine> lines, state_lines(journal_, current.run.id, from));
  for (const StateLine& line : lines) {
    if (line.voided || line.version <= current.run.version) continue;
    const Json payload{{"version", line.version}, {"hash", line.hash}};
    TRY(journal_.append(current.run.id, {"state.void", "system", base::JsonBox(payload)}, {}));
  }
  return {};
}

base::Result<Saved> RunStore::commit(const VerifiedRun* old, model::Run run,
                                     const UpdateOptions& options) {
  TRY_ASSIGN(const Key* const key, keys_.signing());
  run.project = layout_.project();
  run.version = old == nullptr ? run.version : old->run.version + 1;
  run.updated_at = base::to_iso(system_.clock.now());
  if (old == nullptr && run.created_at.empty()) run.created_at = run.updated_at;
  run.key_id = key->id;
  Json document = model::to_json(run);
  std::optional<Json> difference;
  if (old != nullptr) {
    difference = Json::diff(old->document.get(), document);
    if (!changes_state(*difference)) return Saved{old->run, false};
  }
  TRY_ASSIGN(const SealedNote note, seal_note(std::move(document), *key));
  std::optional<HeadRecord> standing_head;
  if (old != nullptr) standing_head = old->head;
  if (old != nullptr && !old->head) {
    // Version 1 may stand without a head, the next one may not, not even for an instant.
    standing_head = head_of(old->run, old->bytes, old->signature);
    TRY(write_head(*standing_head, *key));
  }
  // Without the lines before it a difference could not be read: the whole state begins anew.
  const bool history_is_there =
      old != nullptr && old->head && journal_.size(run.id) >= old->head->journal_bytes;
  if (!history_is_there) difference.reset();
  const Json payload{{"version", run.version},
                     {"what", options.what},
                     {"signature", note.signature},
                     {"patch", patch_of(std::move(difference), note)}};
  TRY(write_files({.run = run,
                   .note = note,
                   .event = {"state", options.actor, base::JsonBox(payload)},
                   .history_is_there = history_is_there,
                   .standing_head = standing_head ? &*standing_head : nullptr}));
  return Saved{std::move(run), true};
}

base::Result<void> RunStore::write_files(const NewVersion& next) {
  TRY_ASSIGN(const Key* const key, keys_.signing());
  // Both files are written before the first is synced: the disk takes them in one go.
  TRY_ASSIGN(os::Replacement note,
             os::Replacement::prepare(system_.files, layout_.note(next.run.id), next.note.bytes));
  TRY_ASSIGN(
      const Appended line,
      journal_.append(next.run.id, next.event, {.sync = true, .lock_timeout = locking_.timeout}));
  // Events that nobody synced may have made the journal: its name must last as well.
  if (!next.history_is_there) TRY(system_.files.sync_folder(layout_.journals()));
  TRY(note.sync());
  TRY(note.put_in_place());
  TRY(system_.files.sync_folder(layout_.sessions()));
  HeadRecord head = head_of(next.run, next.note.bytes, next.note.signature);
  head.journal_bytes = line.end;
  head.journal_hash = journal_line_hash(line.line);
  if (next.standing_head == nullptr) {
    const auto written = write_head(head, *key);
    // Only a recovery has no good head to fall back on: it must be done again.
    return next.run.version > 1 ? written : base::Result<void>();
  }
  // The note is saved: what comes of the head can no longer make the change undone, and the next
  // reader rolls it forward. A head that could not be written is found by `doctor`.
  [[maybe_unused]] const auto written = write_head_beside(*next.standing_head, head, *key);
  return {};
}

base::Result<Saved> RunStore::create(model::Run run, const UpdateOptions& options) {
  TRY(keys_.signing());  // Before anything is made on disk.
  TRY(system_.files.make_folders(layout_.sessions()));
  TRY(system_.files.make_folders(layout_.heads()));
  TRY_ASSIGN(const auto held, lock(run.id));
  if (is_there(run.id)) {
    // Something that is no file of ours is another matter than a run, good or bad.
    const auto standing = load(run.id);
    if (!standing.ok() && standing.error().code == base::Code::unavailable) return standing.error();
    return base::Error{base::Code::exists, "session " + run.id.text + " is there already", ""};
  }
  run.version = 1;
  return commit(nullptr, std::move(run), options);
}

base::Result<Saved> RunStore::update(const model::RunId& run, const UpdateOptions& options,
                                     const Change& change) {
  // Not to make a lock for a run that is not there.
  if (!is_there(run)) return not_found(run);
  TRY_ASSIGN(const auto held, lock(run));
  TRY_ASSIGN(const VerifiedRun current, load(run));
  if (options.expected_version && *options.expected_version != current.run.version) {
    return base::Error{base::Code::version_conflict,
                       "session " + run.text + " has version " +
                           std::to_string(current.run.version) + ", not " +
                           std::to_string(*options.expected_version),
                       "Read the state again and repeat the change."};
  }
  TRY(void_unfinished(current));
  TRY_ASSIGN(model::Run next, change(current.run));
  return commit(&current, std::move(next), options);
}

base::Result<model::Run> RunStore::at_version(const model::RunId& run, std::int64_t version) {
  TRY_ASSIGN(const PastState past, replay(journal_, keys_, run, version));
  return model::run_from_json(past.document.get());
}

std::vector<model::RunId> RunStore::list() {
  std::vector<model::RunId> runs;
  const auto names = system_.files.list(layout_.sessions());
  if (!names.ok()) return runs;
  for (const std::string& name : *names) {
    if (auto run = Layout::run_of_note(name)) runs.push_back(*std::move(run));
  }
  return runs;
}

}  // namespace store

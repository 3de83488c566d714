// RunStore::recover and roll_forward: notes and head records that are bad, gone or behind.
#include <nlohmann/json.hpp>

#include "store/run_history.h"
#include "store/run_store.h"
#include "store/set_aside.h"
#include "store/signed_note.h"

namespace store {
namespace {

// Under a name that says what was wrong with it.
std::string_view mark_for(base::Code why) {
  return why == base::Code::parse_error ? "corrupt" : "tampered";
}

// A link or a folder, put where only we write files.
bool is_no_file(os::FileSystem& files, const os::Path& path) {
  const auto info = files.link_info(path);
  return info.ok() && info->kind != os::FileKind::regular;
}

}  // namespace

base::Result<RunStore::Recovery> RunStore::recover(const model::RunId& run, const Repair& repair) {
  if (!is_there(run)) return load(run).error();  // Not to make a lock for it.
  TRY_ASSIGN(const auto held, lock(run));
  const auto current = load(run);
  if (current.ok()) {
    return base::Error{base::Code::refused, "session " + run.text + " is in order",
                       "There is nothing to recover."};
  }
  const base::Code why = current.error().code;
  if (why == base::Code::no_secret) return current.error();
  // A file that cannot be read just now may well be good; what is no file never is.
  const bool has_intruder =
      is_no_file(system_.files, layout_.note(run)) || is_no_file(system_.files, layout_.head(run));
  if (why == base::Code::unavailable && !has_intruder) return current.error();

  const std::optional<HeadRecord> trusted_head = head(run);
  Recovery recovery;
  std::optional<model::Run> restored;
  auto past = replay(journal_, keys_, run, /*version=*/std::nullopt);
  if (past.ok()) {
    if (auto parsed = model::run_from_json(past->document.get()); parsed.ok()) {
      restored = *std::move(parsed);
      recovery.restored_version = restored->version;
    }
  } else if (past.error().code != base::Code::not_found) {
    return std::move(past).error();  // The journal has the state, but does not give it now.
  }
  model::Run next = repair(restored, trusted_head);
  next.id = run;
  // Past every version that anybody may have seen, so that no older note can ever be newer.
  next.version =
      std::max(trusted_head ? trusted_head->version : 0, restored ? restored->version : 0) + 1;
  if (!trusted_head) {
    // Where there is neither head nor note there is no run, not even for an instant.
    TRY_ASSIGN(const Key* const key, keys_.signing());
    HeadRecord stand_in = head_of(next, "", "");
    stand_in.project = layout_.project();
    stand_in.version = next.version - 1;
    stand_in.note_hash.clear();  // It speaks for no note, not even for an empty one.
    TRY(write_head(stand_in, *key));
  }
  if (system_.files.link_info(layout_.note(run)).ok()) {
    TRY_ASSIGN(recovery.set_aside, set_aside(system_, layout_.note(run), mark_for(why)));
  }
  TRY(system_.files.make_folders(layout_.sessions()));
  TRY_ASSIGN(Saved saved, commit(nullptr, std::move(next), {.actor = "cli", .what = "recover"}));
  recovery.run = std::move(saved.run);
  return recovery;
}

base::Result<void> RunStore::roll_forward(const model::RunId& run) {
  TRY_ASSIGN(const auto held, lock(run));
  TRY_ASSIGN(const VerifiedRun current, load(run));
  if (current.head && current.head->version >= current.run.version) return {};
  TRY_ASSIGN(const Key* const key, keys_.signing());
  HeadRecord next = head_of(current.run, current.bytes, current.signature);
  TRY_ASSIGN(const std::vector<StateLine> lines, state_lines(journal_, run, 0));
  for (const StateLine& line : lines) {
    if (line.signature != current.signature) continue;
    next.journal_bytes = line.end;
    next.journal_hash = line.hash;
  }
  if (current.head) return write_head_beside(*current.head, next, *key);
  return write_head(next, *key);
}

}  // namespace store

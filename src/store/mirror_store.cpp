#include "store/mirror_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/id.h"
#include "store/mirror_file.h"
#include "store/mirror_text.h"
#include "store/set_aside.h"

namespace store {
namespace {

using base::Json;
using model::SessionState;

constexpr std::string_view kSuffix = ".json";
constexpr const char* kUpdatedAt = "updated_at";

bool is_session_id(const std::string& text) { return base::uuid_from_text(text) == text; }

// A few for all sessions, so that they do not pile up as sessions do: by the last digits, which are
// random in every kind of UUID.
os::Path mirror_lock_path(const ContinuityPlaces& places, const std::string& session) {
  constexpr std::size_t kDigits = 2;
  return places.locks / ("mirror-" + session.substr(session.size() - kDigits) + ".lock");
}

base::Error unknown(const std::string& session) {
  return {base::Code::not_found, "There is no record of a session '" + session + "'", ""};
}

// What stands in a mirror's file.
struct Record {
  bool exists = false;
  SessionState state;
  Json json;
};

}  // namespace

base::Result<std::vector<std::string>> mirrors_in(os::FileSystem& files, const os::Path& folder) {
  TRY_ASSIGN(const std::vector<std::string> names, files.list(folder));
  std::vector<std::string> sessions;
  for (const std::string& name : names) {
    if (!name.ends_with(kSuffix)) continue;
    std::string session = name.substr(0, name.size() - kSuffix.size());
    if (is_session_id(session)) sessions.push_back(std::move(session));
  }
  return sessions;
}

OwnFileRules mirror_rules(const ContinuityPlaces& places) {
  return {.bytes_max = kMirrorReadBytesMax, .may_be_group_writable = places.openclaw};
}

base::Result<std::unique_ptr<os::File>> lock_mirror(const os::System& system,
                                                    const ContinuityPlaces& places,
                                                    const std::string& session,
                                                    base::Millis timeout) {
  return lock_own_file(system, mirror_lock_path(places, session), timeout);
}

namespace {

base::Result<Record> read_record(const os::System& system, const ContinuityPlaces& places,
                                 const os::Path& path, const std::string& session) {
  TRY_ASSIGN(const std::string text, read_own_file(system, path, mirror_rules(places)));
  // All that a power cut leaves of a capture that was not synced.
  if (text.empty()) return base::Error{base::Code::not_found, path.native() + ": is empty", ""};
  auto json = base::parse_json(text);
  if (!json.ok()) return base::with_context(std::move(json).error(), path.native());
  auto state = mirror_from_json(*json, session);
  if (!state.ok()) return base::with_context(std::move(state).error(), path.native());
  return Record{true, *std::move(state), *std::move(json)};
}

// What is there to be changed. What is no record makes room for one.
base::Result<Record> read_record_to_change(const os::System& system, const ContinuityPlaces& places,
                                           const os::Path& path, const std::string& session) {
  auto record = read_record(system, places, path, session);
  if (record.ok()) return record;
  const base::Code code = record.error().code;
  if (code == base::Code::parse_error || code == base::Code::too_large) {
    TRY(set_aside(system, path, "corrupt"));
  } else if (code != base::Code::not_found) {
    return record;
  }
  Record fresh;
  fresh.state.session_id = session;
  return fresh;
}

// Whether both have the same members of the same types, as two texts of ours have.
bool are_alike(const Json& one, const Json& other) {
  return std::equal(one.items().begin(), one.items().end(), other.items().begin(),
                    other.items().end(), [](const auto& left, const auto& right) {
                      return left.key() == right.key() &&
                             left.value().type() == right.value().type();
                    });
}

// Whether nothing but the time of the change differs. `after` is given back as it was.
bool says_the_same(Json& after, const Record& before, bool additive) {
  if (!before.exists) return false;
  Json now = std::exchange(after[kUpdatedAt], before.state.updated_at);
  bool is_same = after == before.json;
  // Another program spells the same otherwise.
  if (!is_same && !are_alike(after, before.json)) {
    is_same = after == model::to_json(before.state, additive);
  }
  after[kUpdatedAt] = std::move(now);
  return is_same;
}

// The mirror's new text, for which `after` may have to give something up; empty where nothing has
// changed.
base::Result<std::string> changed_text(const Record& before, SessionState& after, bool additive) {
  Json json = model::to_json(after, additive);
  if (says_the_same(json, before, additive)) return std::string();
  if (after.created_at.empty()) {
    // Another program's record, which had none.
    after.created_at = after.updated_at;
    json = model::to_json(after, additive);
  }
  std::string text = base::dump_pretty(json);
  if (text.size() <= kMirrorBytesMax) return text;
  TRY(trim_mirror(after, {.bytes_max = kMirrorBytesMax, .additive = additive}));
  json = model::to_json(after, additive);
  if (says_the_same(json, before, additive)) return std::string();
  return base::dump_pretty(json);
}

}  // namespace

base::Result<SessionState> MirrorStore::read(const std::string& session) const {
  if (!is_session_id(session)) return unknown(session);
  TRY_ASSIGN(Record record, read_record(system_, places_, file(session), session));
  return std::move(record.state);
}

base::Result<SessionState> MirrorStore::update(const std::string& session, const Options& options,
                                               const Change& change) const {
  if (!is_session_id(session)) return unknown(session);
  TRY_ASSIGN(const auto held, lock_mirror(system_, places_, session, options.lock_timeout));
  TRY_ASSIGN(const Record before, read_record_to_change(system_, places_, file(session), session));
  SessionState after = before.state;
  TRY(change(after));
  after.session_id = session;
  const std::string now = base::to_iso(system_.clock.now());
  after.created_at = before.exists ? before.state.created_at : now;
  after.updated_at = now;
  TRY_ASSIGN(const std::string text, changed_text(before, after, !places_.openclaw));
  if (text.empty()) return before.state;
  TRY(replace_own_file(
      system_, file(session), text,
      {.sync = options.sync, .sync_folder = options.sync_name, .lazy = !options.sync}));
  return after;
}

base::Result<bool> MirrorStore::take_in(const std::string& session, const TakeOptions& options,
                                        const TakeIn& change) const {
  if (!is_session_id(session)) return unknown(session);
  std::unique_ptr<os::File> held;
  if (!options.dry_run) {
    TRY_ASSIGN(held, lock_mirror(system_, places_, session, options.lock_timeout));
  }
  const auto record = read_record(system_, places_, file(session), session);
  const bool is_none = !record.ok() && record.error().code == base::Code::not_found;
  // What cannot be read is somebody's all the same: a stranger's does not take its place.
  if (!record.ok() && !is_none) return record.error();
  TRY_ASSIGN(auto after, change(is_none ? std::nullopt : std::optional(record->state)));
  if (!after || after->session_id != session) return false;
  const bool additive = !places_.openclaw;
  TRY(trim_mirror(*after, {.bytes_max = kMirrorBytesMax, .additive = additive}));
  const std::string text = base::dump_pretty(model::to_json(*after, additive));
  if (!is_none && text == base::dump_pretty(model::to_json(record->state, additive))) return false;
  if (options.dry_run) return true;
  TRY(replace_own_file(system_, file(session), text, {}));
  return true;
}

std::vector<std::string> MirrorStore::list() const {
  auto sessions = mirrors_in(system_.files, places_.sessions);
  return sessions.ok() ? *std::move(sessions) : std::vector<std::string>();
}

std::vector<std::string> MirrorStore::newest(base::Instant since, std::size_t limit) const {
  struct Found {
    std::int64_t mtime_ns;
    std::string session;
  };
  const std::int64_t since_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(since.time_since_epoch()).count();
  std::vector<Found> found;
  for (std::string& session : list()) {
    const auto info = system_.files.link_info(file(session));
    if (!info.ok() || info->kind != os::FileKind::regular || info->mtime_ns < since_ns) continue;
    found.push_back({info->mtime_ns, std::move(session)});
  }
  std::sort(found.begin(), found.end(),
            [](const Found& left, const Found& right) { return left.mtime_ns > right.mtime_ns; });
  if (found.size() > limit) found.resize(limit);
  std::vector<std::string> sessions;
  for (Found& one : found) sessions.push_back(std::move(one.session));
  return sessions;
}

}  // namespace store

#include "store/session_registry.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/json.h"
#include "model/requirement_state.h"
#include "store/session_keys.h"
#include "store/shared_document.h"

namespace store {

using base::Json;

namespace {

Json fresh_registry() { return Json{{"version", "1.0"}, {"sessions", Json::object()}}; }

// 0 where there is none, or it is no number that fits.
std::int64_t number_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number()) return 0;
  const double rough = found->get<double>();
  constexpr double kLimit = 9.2e18;
  if (!(std::abs(rough) < kLimit)) return 0;
  return found->is_number_float() ? static_cast<std::int64_t>(rough) : found->get<std::int64_t>();
}

// Nothing in the place of an entry that is none: such a thing is not ours to judge.
std::optional<RegistryEntry> entry_from(const std::string& key, const Json& json) {
  if (!json.is_object()) return std::nullopt;
  RegistryEntry entry;
  entry.key = key;
  entry.pid = number_at(json, "pid");
  entry.ppid = number_at(json, "ppid");
  entry.project_dir = base::text_at(json, "project_dir");
  entry.branch = base::text_at(json, "branch");
  entry.started_at = number_at(json, "started_at");
  entry.last_active = number_at(json, "last_active");
  entry.uid = base::text_at(json, "uid");
  entry.pid_start =
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(json, "pid_start")));
  entry.boot_id = base::text_at(json, "boot_id");
  entry.host = base::text_at(json, "host");
  return entry;
}

bool is_of(const Json& json, const std::string& uid) {
  return json.is_object() && base::text_at(json, "uid") == uid;
}

// An entry of the other tool, which knows no uid.
bool is_foreign(const Json& json) { return json.is_object() && !json.contains("uid"); }

// Keeps those for which `stays` is true, in their order.
template <typename Stays>
void keep_if(Json& sessions, Stays stays) {
  Json::object_t kept;
  for (auto& [key, value] : sessions.get_ref<Json::object_t&>()) {
    if (stays(key, value)) kept.Json::object_t::Container::emplace_back(key, std::move(value));
  }
  sessions = std::move(kept);
}

void drop_dead(Json& sessions, const std::string& own_uid, const SessionRegistry::IsDead& is_dead) {
  if (!is_dead) return;
  keep_if(sessions, [&](const std::string& key, const Json& value) {
    const auto entry = entry_from(key, value);
    return !entry || entry->uid == own_uid || !is_dead(*entry);
  });
}

// Whether `key` may stand for the session: nobody has it, or the other tool gave it to the very
// same session, whose host process tells.
bool is_free_for(const Json& sessions, const std::string& key, const RegistryEntry& entry) {
  const auto found = sessions.find(key);
  if (found == sessions.end()) return true;
  return is_foreign(*found) && entry.ppid > 0 && number_at(*found, "ppid") == entry.ppid;
}

std::string key_for(const Json& sessions, const RegistryEntry& entry) {
  for (const auto& item : sessions.items()) {
    if (is_of(item.value(), entry.uid)) return item.key();
  }
  constexpr std::size_t kLongerChars = 13;
  const auto uuid = base::uuid_from_text(entry.uid);
  const std::string whole = uuid.value_or(entry.uid);
  // Ids that are no UUID begin alike: of those nothing is cut off.
  for (const std::string& key :
       {model::short_session_id(entry.uid), uuid ? whole.substr(0, kLongerChars) : whole, whole}) {
    if (is_free_for(sessions, key, entry)) return key;
  }
  // Another session's short key is this one's whole id: not even then is an entry written over.
  for (int number = 2;; ++number) {
    std::string key = whole + "-" + std::to_string(number);
    if (!sessions.contains(key)) return key;
  }
}

void put_entry(Json& json, const RegistryEntry& entry) {
  const auto put_known = [&](const char* key, const Json& value, bool is_known) {
    // One that is left of an earlier process would make this one look dead.
    if (is_known) {
      json[key] = value;
    } else {
      json.erase(key);
    }
  };
  json["pid"] = entry.pid;
  json["ppid"] = entry.ppid;
  json["project_dir"] = entry.project_dir;
  json["branch"] = entry.branch;
  if (!json.contains("started_at")) json["started_at"] = entry.started_at;
  json["last_active"] = entry.last_active;
  json["uid"] = entry.uid;
  put_known("pid_start", entry.pid_start, entry.pid_start != 0);
  put_known("boot_id", entry.boot_id, !entry.boot_id.empty());
  put_known("host", entry.host, !entry.host.empty());
}

}  // namespace

os::Path SessionRegistry::file() const { return homes_.home / ".claude" / "sessions.json"; }

base::Result<std::optional<SharedDocument>> SessionRegistry::document() {
  using Found = std::optional<SharedDocument>;
  if (!homes_.home.is_absolute() || homes_.state.empty()) return Found();
  const auto folder = system_.files.info(file().parent_path());
  if (!folder.ok() && folder.error().code != base::Code::not_found) return folder.error();
  if (!folder.ok() || folder->kind != os::FileKind::folder) return Found();
  // A link leads to somebody's dotfiles: those are what to change.
  const auto real = system_.files.real_path(file());
  return Found({.file = real.ok() ? *real : file(),
                .lock = homes_.state / "locks" / "registry.lock",
                .fresh = base::JsonBox(fresh_registry())});
}

std::vector<RegistryEntry> SessionRegistry::list() {
  std::vector<RegistryEntry> entries;
  const auto place = document();
  if (!place.ok() || !*place) return entries;
  const auto registry = read_shared_document(system_.files, **place);
  if (!registry.ok() || !registry->get().contains("sessions")) return entries;
  for (const auto& item : registry->get().at("sessions").items()) {
    if (auto entry = entry_from(item.key(), item.value())) entries.push_back(*std::move(entry));
  }
  return entries;
}

base::Result<void> SessionRegistry::enter(const RegistryEntry& entry, const IsDead& is_dead) {
  if (!base::is_safe_id(entry.uid)) return not_a_session_id(entry.uid);
  TRY_ASSIGN(const auto place, document());
  if (!place) return {};
  return update_shared_document(system_, *place, [&](Json& registry) {
    Json& sessions = registry["sessions"];
    if (sessions.is_null()) sessions = Json::object();
    drop_dead(sessions, entry.uid, is_dead);
    put_entry(sessions[key_for(sessions, entry)], entry);
  });
}

base::Result<void> SessionRegistry::leave(const std::string& uid, const IsDead& is_dead) {
  if (!base::is_safe_id(uid)) return not_a_session_id(uid);
  TRY_ASSIGN(const auto place, document());
  if (!place) return {};
  // Where there is no file there is nobody to take out, and no lock is made for it.
  const auto found = system_.files.link_info(place->file);
  if (!found.ok() && found.error().code == base::Code::not_found) return {};
  return update_shared_document(system_, *place, [&](Json& registry) {
    const auto sessions = registry.find("sessions");
    if (sessions == registry.end()) return;
    bool has_own = false;
    for (const auto& item : sessions->items()) has_own = has_own || is_of(item.value(), uid);
    // The other tool's entry was taken over when we entered, unless it is of another session; it is
    // there without our uid where that tool wrote last.
    const std::string short_key = model::short_session_id(uid);
    keep_if(*sessions, [&](const std::string& key, const Json& value) {
      if (has_own) return !is_of(value, uid);
      return key != short_key || !is_foreign(value);
    });
    drop_dead(*sessions, uid, is_dead);
  });
}

}  // namespace store

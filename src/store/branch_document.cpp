#include "store/branch_document.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/json.h"
#include "store/branch_keys.h"
#include "store/branch_view.h"
#include "store/python_json.h"

namespace store {

using base::Json;

namespace {

constexpr std::size_t kUsesMax = 50;
constexpr std::size_t kPrefixMin = 6;  // Of an id that is given by its beginning.

const Json* find_object(const Json& object, std::string_view key) {
  const Json& found = base::member_at(object, key);
  return found.is_object() ? &found : nullptr;
}
Json* find_object(Json& object, std::string_view key) {
  return const_cast<Json*>(find_object(std::as_const(object), key));
}

// The object at `key`, made where there is none. What else stands there is of no use to anybody.
Json& object_at(Json& object, const std::string& key) {
  Json& found = object[key];
  if (!found.is_object()) found = Json::object();
  return found;
}

// The session's entry, or the record itself for the root; null where there is none.
Json* find_entry(Json& record, const std::string& key) {
  if (key.empty()) return &record;
  Json* const sessions = find_object(record, "sessions");
  return sessions == nullptr ? nullptr : find_object(*sessions, key);
}

// Where the session's entry of this requirement stands, if one says that it is the session's. A
// file that the other tool has rewritten may have it elsewhere than in other requirements.
std::optional<std::string> own_key(const Json& record, std::string_view session) {
  const Json* const sessions = find_object(record, "sessions");
  if (sessions == nullptr) return std::nullopt;
  const SessionKeys keys(session);
  for (const auto& [key, entry] : sessions->get_ref<const Json::object_t&>()) {
    const std::string_view owner = owner_of(entry);
    if (!owner.empty() && keys.is_own(key, owner)) return key;
  }
  return std::nullopt;
}

struct EntryOwner {
  const std::string& key;
  std::string_view session;
};
// The same, made where there is none. It names its session, which a short key cannot.
Json& made_entry(Json& record, const EntryOwner& owner) {
  if (owner.key.empty()) return record;
  Json& entry = object_at(object_at(record, "sessions"), owner.key);
  if (const auto uuid = base::uuid_from_text(owner.session)) entry["session"] = *uuid;
  return entry;
}

void add_scope(Json& record, model::RequirementScope scope) {
  if (base::text_at(record, "scope").empty()) record["scope"] = std::string(name_of(scope));
}

void take_satisfaction(Json& entry) {
  for (const char* key : kSatisfactionMembers) entry.erase(key);
}

void set_if_known(model::RequirementEntry& entry, const std::string& key, const Json& value) {
  const auto field = entry_field(key);
  if (!field) return;
  if (value.is_boolean()) set_flag(entry, *field, value.get<bool>());
  if (value.is_string()) set_text(entry, *field, value.get_ref<const std::string&>());
  if (const std::string number = number_text(value); !number.empty()) {
    set_number(entry, *field, number);
  }
}

SeenRequirement seen(const Json& record, const SessionKeys& keys) {
  SeenRequirement requirement;
  requirement.is_object = record.is_object();
  if (!requirement.is_object) return requirement;
  for (const auto& [key, value] : record.get_ref<const Json::object_t&>()) {
    requirement.has_root = requirement.has_root || entry_field(key);
    set_if_known(requirement.root, key, value);
  }
  const Json* const sessions = find_object(record, "sessions");
  if (sessions == nullptr) return requirement;
  for (const auto& [key, value] : sessions->get_ref<const Json::object_t&>()) {
    if (!value.is_object() || !keys.is_any(key)) continue;
    SeenRequirement::Entry entry{.key = key, .owner = owner_of(value), .is_object = true};
    for (const auto& [field, content] : value.get_ref<const Json::object_t&>()) {
      set_if_known(entry.entry, field, content);
    }
    requirement.entries.push_back(std::move(entry));
  }
  return requirement;
}

SeenRequirements all_seen(const Json& document, const SessionKeys& keys) {
  SeenRequirements all;
  const Json* const requirements = find_object(document, "requirements");
  if (requirements == nullptr) return all;
  for (const auto& [name, record] : requirements->get_ref<const Json::object_t&>()) {
    all[name] = seen(record, keys);
  }
  return all;
}

// When anything last happened in an entry; 0 where it does not say.
std::int64_t last_change(const Json& entry) {
  std::int64_t last = 0;
  if (!entry.is_object()) return last;
  for (const char* key : {"satisfied_at", "triggered_at"}) {
    last = std::max(last, seconds_of(entry, key).value_or(0));
  }
  const Json& uses = base::member_at(entry, "uses");
  if (!uses.is_array() || uses.empty() || !uses.back().is_object()) return last;
  return std::max(last, seconds_of(uses.back(), "at").value_or(0));
}

}  // namespace

base::Result<BranchDocument> BranchDocument::parse(std::string_view bytes) {
  TRY_ASSIGN(Json json, parse_python_json(
                            bytes, {.bytes_max = kBranchBytesMax, .depth_max = kBranchDepthMax}));
  if (!json.is_object()) return not_a_branch_file("it is no object");
  if (!json.contains("version")) return not_a_branch_file("version: missing");
  if (json["version"] != kBranchVersion) {
    return base::Error{base::Code::unavailable, "a branch file of a version that is not understood",
                       "Update holdfast; until then the file is left as it is."};
  }
  const auto requirements = json.find("requirements");
  if (requirements != json.end() && !requirements->is_object()) {
    return not_a_branch_file("requirements: not an object");
  }
  return BranchDocument(base::JsonBox(std::move(json)));
}

BranchDocument BranchDocument::fresh(std::string_view branch, std::string_view project,
                                     std::int64_t now) {
  return BranchDocument(base::JsonBox(Json{{"version", std::string(kBranchVersion)},
                                           {"branch", std::string(branch)},
                                           {"project", std::string(project)},
                                           {"created_at", now},
                                           {"updated_at", now},
                                           {"requirements", Json::object()}}));
}

std::string BranchDocument::text() const { return dump_python_json(json()); }

std::string BranchDocument::branch() const { return base::text_at(json(), "branch"); }

std::string BranchDocument::anchor() const { return base::text_at(json(), "anchor"); }

void BranchDocument::set_anchor(std::string_view anchor) {
  if (anchor == this->anchor()) return;
  if (anchor.empty()) {
    json_.get().erase("anchor");
  } else {
    json_.get()["anchor"] = std::string(anchor);
  }
  changed_ = true;
}

std::vector<std::string> BranchDocument::requirements() const {
  std::vector<std::string> names;
  const Json* const requirements = find_object(json(), "requirements");
  if (requirements == nullptr) return names;
  for (const auto& item : requirements->items()) names.push_back(item.key());
  return names;
}

std::vector<std::string> BranchDocument::sessions(std::string_view requirement) const {
  std::vector<std::string> keys;
  const Json* found = find_object(json(), "requirements");
  if (found != nullptr) found = find_object(*found, requirement);
  if (found != nullptr) found = find_object(*found, "sessions");
  if (found == nullptr) return keys;
  for (const auto& item : found->items()) keys.push_back(item.key());
  return keys;
}

model::BranchView BranchDocument::view(std::string_view session) const {
  SessionKeys keys(session);
  model::BranchView view = assembled(all_seen(json(), keys), keys);
  view.branch = branch();
  return view;
}

std::string BranchDocument::session_key(std::string_view session) const {
  SessionKeys keys(session);
  assembled(all_seen(json(), keys), keys);
  return keys.key();
}

void BranchDocument::edit(const Place& place, std::int64_t now, const RecordChange& change) {
  Json& document = json_.get();
  const auto uuid = base::uuid_from_text(place.session);
  if (uuid && shorten_keys(document, *uuid)) changed_ = true;
  const std::string name(place.requirement);
  const Json* const requirements = find_object(std::as_const(document), "requirements");
  const Json* const known = requirements == nullptr ? nullptr : find_object(*requirements, name);
  Json record = known == nullptr ? Json::object() : *known;
  std::optional<std::string> key = own_key(record, place.session);
  if (!key) key = place.session.empty() ? "" : session_key(place.session);
  change(record, *key);
  if (known == nullptr ? record.empty() : record == *known) return;
  object_at(document, "requirements")[name] = std::move(record);
  document["updated_at"] = now;
  changed_ = true;
}

std::string BranchDocument::full_session(std::string_view key) const {
  std::string found;
  for (const std::string& requirement : requirements()) {
    const Json* const all = find_object(json_.get(), "requirements");
    const Json* const sessions = find_object((*all)[requirement], "sessions");
    if (sessions == nullptr) continue;
    for (const auto& [name, entry] : sessions->get_ref<const Json::object_t&>()) {
      const std::string_view owner = owner_of(entry);
      const bool is_meant = name == key || (key.size() >= kPrefixMin && owner.starts_with(key));
      if (!is_meant) continue;
      if (!owner.empty()) return std::string(owner);
      found = name;
    }
  }
  return found;
}

void BranchDocument::trigger(const Place& place, std::int64_t now) {
  edit(place, now, [&](Json& record, const std::string& key) {
    const Json* const known = find_entry(record, key);
    if (known != nullptr && is_true(*known, "triggered")) return;
    add_scope(record, place.scope);
    Json& entry = made_entry(record, {key, place.session});
    entry["triggered"] = true;
    entry["triggered_at"] = now;
  });
}

void BranchDocument::satisfy(const Place& place, const model::Satisfaction& satisfaction) {
  edit(place, satisfaction.at, [&](Json& record, const std::string& key) {
    // What the configuration says now, which may differ from what it said then (S4-110).
    record["scope"] = std::string(name_of(place.scope));
    Json& entry = made_entry(record, {key, place.session});
    entry["satisfied"] = true;
    entry["satisfied_at"] = satisfaction.at;
    entry["satisfied_by"] = satisfaction.by;
    const Json& metadata = satisfaction.metadata.get();
    entry["metadata"] = metadata.is_object() ? metadata : Json::object();
    entry["expires_at"] = satisfaction.expires_at ? Json(*satisfaction.expires_at) : Json();
    entry.erase("fingerprint");
    if (!satisfaction.fingerprint.empty()) entry["fingerprint"] = satisfaction.fingerprint;
    entry.erase("pending");
  });
}

void BranchDocument::set_pending(const Place& place, std::string_view skill, std::int64_t now) {
  edit(place, now, [&](Json& record, const std::string& key) {
    const Json* const known = find_entry(record, key);
    if (known != nullptr && base::text_at(*known, "pending") == skill) return;
    add_scope(record, place.scope);
    made_entry(record, {key, place.session})["pending"] = std::string(skill);
  });
}

void BranchDocument::drop_pending(const Place& place, std::int64_t now) {
  edit(place, now, [](Json& record, const std::string& key) {
    if (Json* const entry = find_entry(record, key)) entry->erase("pending");
  });
}

void BranchDocument::consume(const Place& place, std::string_view by, std::int64_t now) {
  edit(place, now, [&](Json& record, const std::string& key) {
    Json* const entry = find_entry(record, key);
    if (entry == nullptr) return;
    if (is_true(*entry, "satisfied")) {
      Json& uses = (*entry)["uses"];
      if (!uses.is_array()) uses = Json::array();
      uses.push_back({{"at", now},
                      {"by", std::string(by)},
                      {"satisfied_at", entry->value("satisfied_at", Json())},
                      {"satisfied_by", entry->value("satisfied_by", Json())}});
      while (uses.size() > kUsesMax) uses.erase(uses.begin());
    }
    take_satisfaction(*entry);
  });
}

void BranchDocument::clear(const Place& place, std::int64_t now) {
  edit(place, now, [](Json& record, const std::string& key) {
    if (Json* const entry = find_entry(record, key)) take_satisfaction(*entry);
  });
}

void BranchDocument::forget(const Place& place, std::int64_t now) {
  if (place.session.empty()) return;
  edit(place, now, [](Json& record, const std::string& key) {
    if (Json* const sessions = find_object(record, "sessions")) sessions->erase(key);
  });
}

void BranchDocument::remove_requirement(std::string_view requirement, std::int64_t now) {
  Json* const requirements = find_object(json_.get(), "requirements");
  if (requirements == nullptr || requirements->erase(std::string(requirement)) == 0) return;
  json_.get()["updated_at"] = now;
  changed_ = true;
}

void BranchDocument::set_branch(std::string_view branch, std::int64_t now) {
  if (branch == this->branch()) return;
  json_.get()["branch"] = std::string(branch);
  json_.get()["updated_at"] = now;
  changed_ = true;
}

void BranchDocument::migrate_keys() {
  if (shorten_keys(json_.get())) changed_ = true;
}

std::size_t BranchDocument::prune(const PruneLimits& limits, std::int64_t now) {
  constexpr std::int64_t kDaysMax = 1'000'000;
  constexpr std::int64_t kSecondsInDay = 86'400;
  const std::int64_t oldest =
      now - std::clamp<std::int64_t>(limits.days, 0, kDaysMax) * kSecondsInDay;
  std::size_t pruned = 0;
  Json* const requirements = find_object(json_.get(), "requirements");
  if (requirements == nullptr) return 0;
  for (auto& [name, record] : requirements->get_ref<Json::object_t&>()) {
    Json* const sessions = find_object(record, "sessions");
    if (sessions == nullptr || sessions->size() <= limits.keep) continue;
    auto& members = sessions->get_ref<Json::object_t&>();
    std::vector<std::int64_t> times;
    for (const auto& [key, entry] : members) times.push_back(last_change(entry));
    // The newest `keep` are not older than this; of those as old as it, any number may stay.
    std::sort(times.rbegin(), times.rend());
    const std::int64_t kept_since = limits.keep == 0 ? now + 1 : times[limits.keep - 1];
    Json left = Json::object();
    auto& left_members = left.get_ref<Json::object_t&>();
    for (auto& [key, entry] : members) {
      const std::int64_t time = last_change(entry);
      if (time < oldest && time < kept_since) {
        ++pruned;
      } else {
        left_members.Container::emplace_back(key, std::move(entry));
      }
    }
    *sessions = std::move(left);
  }
  if (pruned > 0) {
    json_.get()["updated_at"] = now;
    changed_ = true;
  }
  return pruned;
}

}  // namespace store

#include "store/branch_keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/id.h"
#include "store/branch_view.h"
#include "store/python_json.h"

namespace store {

using base::Json;

namespace {

std::string folded(std::string_view id) {
  auto uuid = base::uuid_from_text(id);
  return uuid ? *std::move(uuid) : std::string(id);
}

// Calls `visit(sessions)` for every requirement that has any.
template <typename Visit>
void for_each_sessions(Json& document, const Visit& visit) {
  const auto requirements = document.find("requirements");
  if (requirements == document.end() || !requirements->is_object()) return;
  for (auto& [name, record] : requirements->get_ref<Json::object_t&>()) {
    if (!record.is_object()) continue;
    const auto sessions = record.find("sessions");
    if (sessions != record.end() && sessions->is_object()) visit(*sessions);
  }
}

// Which session has which short key. Tables and no searching: a file may hold a million keys.
class Targets {
 public:
  Targets(Json& document, std::string_view only) {
    std::vector<std::string> whole;
    for_each_sessions(document, [&](const Json& sessions) {
      for (const auto& [key, entry] : sessions.get_ref<const Json::object_t&>()) {
        const std::string_view owner = owner_of(entry);
        if (!owner.empty()) claim(key, owner);
        auto uuid = base::uuid_from_text(key);
        // What says whose it is stands there on purpose: the short keys were taken.
        if (!uuid || *uuid == owner || (!only.empty() && *uuid != only)) continue;
        if (targets_.emplace(*uuid, "").second) whole.push_back(*std::move(uuid));
      }
    });
    for (const std::string& uuid : whole) targets_[uuid] = free_key(uuid);
  }

  // Null for an entry that stays where it is.
  const std::string* find(const std::string& key, const Json& entry) const {
    const auto uuid = base::uuid_from_text(key);
    if (!uuid || owner_of(entry) == *uuid) return nullptr;
    const auto found = targets_.find(*uuid);
    return found == targets_.end() || found->second == key ? nullptr : &found->second;
  }

 private:
  struct Claim {
    std::string owner;
    bool is_disputed = false;
  };

  void claim(const std::string& key, std::string_view owner) {
    const auto [place, is_new] = claims_.emplace(key, Claim{folded(owner)});
    if (!is_new && place->second.owner != folded(owner)) place->second.is_disputed = true;
  }

  // As SessionKeys::key.
  std::string free_key(const std::string& uuid) {
    const std::array<std::string, 3> keys{uuid.substr(0, 8), uuid.substr(0, 13), uuid};
    for (const std::string& key : keys) {
      const auto found = claims_.find(key);
      const bool is_claimed = found != claims_.end() && !found->second.is_disputed;
      if (is_claimed && found->second.owner == uuid) return key;
    }
    for (const std::string& key : keys) {
      if (claims_.emplace(key, Claim{uuid}).second) return key;
    }
    return uuid;  // Somebody says that our own id is theirs.
  }

  std::unordered_map<std::string, Claim> claims_;
  std::unordered_map<std::string, std::string> targets_;
};

bool has_newer_satisfaction(const Json& entry, const Json& than) {
  const auto at = seconds_of(entry, "satisfied_at");
  const auto other = seconds_of(than, "satisfied_at");
  if (at != other) return at > other;
  return is_true(entry, "satisfied") && !is_true(than, "satisfied");
}

// `first` takes in `second`.
void merge_into(Json& first, Json second) {
  if (!second.is_object()) return;
  if (!first.is_object()) {
    first = std::move(second);
    return;
  }
  const bool is_newer = has_newer_satisfaction(second, first);
  const bool was_triggered = is_true(first, "triggered") || is_true(second, "triggered");
  const auto first_at = seconds_of(first, "triggered_at");
  const auto second_at = seconds_of(second, "triggered_at");
  const bool takes_time = second_at && (!first_at || *second_at < *first_at);
  if (is_newer) {
    for (const char* key : kSatisfactionMembers) first.erase(key);
  }
  for (auto& [key, value] : second.get_ref<Json::object_t&>()) {
    const bool is_satisfied_key =
        std::find(kSatisfactionMembers.begin(), kSatisfactionMembers.end(), key) !=
        kSatisfactionMembers.end();
    const auto own = first.find(key);
    if (key == "uses" && own != first.end() && own->is_array() && value.is_array()) {
      own->insert(own->end(), value.begin(), value.end());
    } else if (key == "triggered_at" ? takes_time : is_newer) {
      first[key] = std::move(value);
    } else if (own == first.end() && !is_satisfied_key) {
      first[key] = std::move(value);
    }
  }
  if (was_triggered) first["triggered"] = true;
}

// The same entries under their new keys, each where it stood.
void move_entries(Json& sessions, const Targets& targets) {
  auto& members = sessions.get_ref<Json::object_t&>();
  const bool has_any = std::any_of(members.begin(), members.end(), [&](const auto& member) {
    return targets.find(member.first, member.second) != nullptr;
  });
  if (!has_any) return;
  Json moved = Json::object();
  auto& moved_members = moved.get_ref<Json::object_t&>();
  std::unordered_map<std::string, std::size_t> places;
  for (auto& [key, entry] : members) {
    const std::string* const target = targets.find(key, entry);
    if (target != nullptr && entry.is_object()) entry["session"] = folded(key);
    const std::string& name = target == nullptr ? key : *target;
    const auto [place, is_new] = places.emplace(name, moved_members.size());
    if (is_new) {
      moved_members.Container::emplace_back(name, std::move(entry));
    } else {
      const auto other = static_cast<std::ptrdiff_t>(place->second);
      merge_into(std::next(moved_members.begin(), other)->second, std::move(entry));
    }
  }
  sessions = std::move(moved);
}

bool has_any_target(Json& document, const Targets& targets) {
  bool found = false;
  for_each_sessions(document, [&](const Json& sessions) {
    for (const auto& [key, entry] : sessions.get_ref<const Json::object_t&>()) {
      found = found || targets.find(key, entry) != nullptr;
    }
  });
  return found;
}

}  // namespace

std::string_view owner_of(const Json& entry) {
  if (!entry.is_object()) return {};
  const auto owner = entry.find("session");
  if (owner == entry.end() || !owner->is_string()) return {};
  return owner->get_ref<const std::string&>();
}

std::optional<std::int64_t> seconds_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::nullopt : seconds_from_text(number_text(*found));
}

bool is_true(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

bool shorten_keys(Json& document, std::string_view only) {
  const Targets targets(document, only);
  if (!has_any_target(document, targets)) return false;
  for_each_sessions(document, [&](Json& sessions) { move_entries(sessions, targets); });
  return true;
}

}  // namespace store

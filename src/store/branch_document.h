// A branch file of the requirements in memory. It is edited in place, so that keys, their order and
// numbers that we know nothing of stay as they are. See docs/format/branch.md.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/requirement_state.h"

namespace store {

class BranchDocument {
 public:
  // parse_error for what is no such document, unavailable for a version that is not understood.
  static base::Result<BranchDocument> parse(std::string_view bytes);
  static BranchDocument fresh(std::string_view branch, std::string_view project, std::int64_t now);

  // As the other tool writes it: two spaces, ASCII, no newline at the end.
  std::string text() const;
  // A number that no double and no 64-bit integer would give back as it is written there is a
  // binary value: see store/python_json.h.
  const base::Json& json() const { return json_.get(); }
  std::string branch() const;  // Empty where it is not said.
  std::string anchor() const;  // Additive; empty in files that do not have it.
  void set_anchor(std::string_view anchor);
  bool changed() const { return changed_; }  // Since parse or fresh.

  std::vector<std::string> requirements() const;
  // The keys of a requirement's sessions, as they stand there.
  std::vector<std::string> sessions(std::string_view requirement) const;
  // `session` is a full id; see session_key.
  model::BranchView view(std::string_view session) const;

  // The key that stands for this session: its eight characters; where another session has those,
  // 13; then the whole id (B4-2). Which session has a key is told by the additive member `session`
  // of its entries; a session that has one keeps it.
  std::string session_key(std::string_view session) const;

  // The full id of the session that a key or its beginning stands for; the key itself where the
  // file does not tell; empty where there is none.
  std::string full_session(std::string_view key) const;

  // Each stamps updated_at with the time it is given, and changes nothing where nothing would be
  // different. `scope` is that of the configuration.
  struct Place {
    std::string_view requirement;
    model::RequirementScope scope = model::RequirementScope::session;
    std::string_view session;  // Full id; empty: at the requirement's root.
  };
  void trigger(const Place& place, std::int64_t now);
  void satisfy(const Place& place, const model::Satisfaction& satisfaction);
  void set_pending(const Place& place, std::string_view skill, std::int64_t now);
  void drop_pending(const Place& place, std::int64_t now);
  // Takes `satisfied*` and `expires_at` away and keeps the rest: a single use is over (B4-7).
  void consume(const Place& place, std::string_view by, std::int64_t now);
  // The same for a person's `clear`, without an entry in `uses`.
  void clear(const Place& place, std::int64_t now);
  // Takes the whole entry of the session away; does nothing at the root.
  void forget(const Place& place, std::int64_t now);
  void remove_requirement(std::string_view requirement, std::int64_t now);
  void set_branch(std::string_view branch, std::int64_t now);

  // Long keys of older files become short ones: once, nothing lost (S4-20, B4-19).
  void migrate_keys();
  struct PruneLimits {
    std::int64_t days = 90;
    std::size_t keep = 50;  // The newest sessions of each requirement stay, however old.
  };
  // How many entries went.
  std::size_t prune(const PruneLimits& limits, std::int64_t now);

 private:
  explicit BranchDocument(base::JsonBox json) : json_(std::move(json)) {}

  // Runs `change` on a copy of the requirement (a new one is an empty object) with the key of the
  // place's session (empty: the root). Nothing happens where it leaves the copy as it was.
  using RecordChange = std::function<void(base::Json& record, const std::string& key)>;
  void edit(const Place& place, std::int64_t now, const RecordChange& change);

  base::JsonBox json_;
  bool changed_ = false;
};

}  // namespace store

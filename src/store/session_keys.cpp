#include "store/session_keys.h"

#include <algorithm>

#include "base/id.h"
#include "base/text.h"

namespace store {
namespace {

bool is_same_text(std::string_view lower, std::string_view text) {
  return std::equal(lower.begin(), lower.end(), text.begin(), text.end(),
                    [](char a, char b) { return a == base::to_lower(b); });
}

}  // namespace

base::Error not_a_session_id(std::string_view id) {
  constexpr std::size_t kShownIdBytesMax = 140;
  return {base::Code::invalid_params,
          "'" + std::string(base::clip_utf8(id, kShownIdBytesMax)) + "' is not a session id", ""};
}

SessionKeys::SessionKeys(std::string_view session) {
  if (const auto uuid = base::uuid_from_text(session)) {
    keys_ = {uuid->substr(0, 8), uuid->substr(0, 13), *uuid};
  } else {
    keys_ = {std::string(session)};
  }
  uses_.resize(keys_.size());
}

bool SessionKeys::is_whole(std::string_view id) const {
  const bool is_uuid = keys_.size() > 1;
  return is_uuid ? is_same_text(whole(), id) : id == whole();
}

bool SessionKeys::is_any(std::string_view key) const {
  if (whole().empty()) return false;
  const bool is_part = std::any_of(keys_.begin(), keys_.end() - 1,
                                   [&](const std::string& one) { return one == key; });
  return is_part || is_whole(key);
}

void SessionKeys::see(std::string_view key, std::string_view owner) {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (owner.empty() || found == keys_.end()) return;
  Use& use = uses_[static_cast<std::size_t>(found - keys_.begin())];
  (is_whole(owner) ? use.by_this : use.by_other) = true;
}

const std::string& SessionKeys::key() const {
  for (const bool must_be_used : {true, false}) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (!uses_[i].by_other && (uses_[i].by_this || !must_be_used)) return keys_[i];
    }
  }
  return whole();
}

bool SessionKeys::is_own(std::string_view key, std::string_view owner) const {
  if (!is_any(key)) return false;
  return is_whole(key) || (owner.empty() ? key == this->key() : is_whole(owner));
}

}  // namespace store

// Which key of a branch file stands for a session. Eight characters are shared by all UUIDs of
// version 7 that are made within a minute, so our own entries also name their session (B4-2).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace store {

// invalid_params, for an id that cannot be part of a file's name.
base::Error not_a_session_id(std::string_view id);

// The keys that may stand for a session: eight characters of its UUID, 13, the whole id. An id that
// is no UUID is its own key.
class SessionKeys {
 public:
  explicit SessionKeys(std::string_view session);

  bool is_any(std::string_view key) const;
  const std::string& whole() const { return keys_.back(); }  // A UUID in lower case.
  // An entry under `key` says that it belongs to `owner`; empty: it does not say.
  void see(std::string_view key, std::string_view owner);
  // The key that this session has and no other; failing that, the first that no other has. So a
  // session keeps its key when the one that it gave way to is forgotten.
  const std::string& key() const;
  // Whether an entry under `key` is this session's: it says so, or it does not say and the key is
  // key(), or an older file has the whole id there.
  bool is_own(std::string_view key, std::string_view owner) const;

 private:
  bool is_whole(std::string_view id) const;

  struct Use {
    bool by_this = false;
    bool by_other = false;
  };
  std::vector<std::string> keys_;
  std::vector<Use> uses_;  // Of each of them.
};

}  // namespace store

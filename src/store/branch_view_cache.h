// What a busy branch's file says of one session, kept until the file changes: reading 300 KB costs
// a gate as much as starting a process. See docs/format/requirement-cache.md.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "model/requirement_state.h"
#include "os/system.h"
#include "store/keyring.h"
#include "store/layout.h"

namespace store {

class BranchViewCache {
 public:
  // `session` is the full id. All outlive the cache.
  BranchViewCache(os::System system, const Layout& layout, Keyring& keys, std::string_view session)
      : system_(system), layout_(layout), keys_(keys), session_(session) {}

  // Nothing where it was not made from this state of the files (BranchStore::state_of).
  std::optional<model::BranchView> read(std::string_view state);
  // A convenience: what cannot be kept is read again the next time.
  void keep(std::string_view state, const model::BranchView& view);
  void forget();  // The session is over.

 private:
  os::Path file() const;

  os::System system_;
  const Layout& layout_;
  Keyring& keys_;
  std::string session_;
};

}  // namespace store

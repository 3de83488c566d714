#include "store/trust.h"

#include "base/time.h"

namespace store {

os::Path Trust::file() const { return homes_.config / "trusted" / project_.text; }

bool Trust::is_given() {
  if (homes_.config.empty()) return false;
  const auto info = system_.files.link_info(file());
  return info.ok() && info->kind == os::FileKind::regular &&
         info->owner == system_.environment.user_id();
}

base::Result<void> Trust::give(const os::Path& root) {
  if (homes_.config.empty()) {
    return base::Error{base::Code::failed, "no place to keep the trust: HOME is not set", ""};
  }
  if (is_given()) return {};
  TRY(system_.files.make_folders(file().parent_path()));
  return system_.files.replace(file(), "holdfast-trust 1\nsince " +
                                           base::to_iso(system_.clock.now()) + "\nroot " +
                                           root.native() + "\n");
}

base::Result<void> Trust::revoke() {
  if (homes_.config.empty()) return {};
  base::Result<void> removed = system_.files.remove(file());
  if (!removed.ok() && removed.error().code == base::Code::not_found) return {};
  TRY(std::move(removed));
  // What a power cut brings back would be trusted again.
  return system_.files.sync_folder(file().parent_path());
}

}  // namespace store

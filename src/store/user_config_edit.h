// Settings of a person, changed by a command: everything else in their file stays as they wrote it.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

struct UserSetting {
  std::string section;
  std::string key;
  base::JsonBox value;  // null: back to the default.
};

// All of them or none, in `<config home>/holdfast/config.yaml`, which is 0600 from then on. The
// file is made where there is none. refused where its form is not understood, untrusted where it is
// another user's, unavailable without a home, io.
base::Result<void> set_user_settings(os::System system, const Homes& homes,
                                     const std::vector<UserSetting>& settings);

// What others may not read: its mode is 0600 or less. Fine where there is no file.
base::Result<void> check_user_config_is_private(os::System system, const Homes& homes);

}  // namespace store

#include "store/user_config_edit.h"

#include <nlohmann/json.hpp>

#include "store/own_file.h"
#include "store/user_config.h"
#include "store/yaml_edit.h"

namespace store {
namespace {

os::Path user_config_path(const Homes& homes) { return homes.config / "config.yaml"; }

// An edit that made a good file worse is none.
base::Result<void> check_edit(const os::Path& file, const Homes& homes, const std::string& before,
                              const std::string& after) {
  const auto problems_of = [&](const std::string& text) {
    return parse_user_config(text, file.native(), homes.home).problems;
  };
  const auto problems = problems_of(after);
  if (problems.size() <= problems_of(before).size()) return {};
  return base::Error{base::Code::refused,
                     "the settings in " + file.native() +
                         " cannot be changed by a command: " + problems.back().message,
                     "Change the file in an editor."};
}

}  // namespace

base::Result<void> set_user_settings(os::System system, const Homes& homes,
                                     const std::vector<UserSetting>& settings) {
  if (homes.config.empty()) {
    return base::Error{base::Code::unavailable, "there is no place for settings: HOME is not set",
                       ""};
  }
  const os::Path file = user_config_path(homes);
  TRY_ASSIGN(const auto held,
             lock_own_file(system, homes.state / "locks" / "config.lock", kWriterLockTimeout));
  auto read = read_own_file(system, file, {});
  if (!read.ok() && read.error().code != base::Code::not_found) return std::move(read).error();
  const std::string before = read.ok() ? *read : std::string();
  std::string after = before;
  for (const UserSetting& setting : settings) {
    TRY_ASSIGN(after, set_in_yaml(after, {setting.section, setting.key}, setting.value.get(),
                                  Spelling::yaml));
  }
  TRY(check_edit(file, homes, before, after));
  return replace_own_file(system, file, after, {});
}

base::Result<void> check_user_config_is_private(os::System system, const Homes& homes) {
  const os::Path file = user_config_path(homes);
  const auto info = system.files.info(file);
  if (!info.ok() || (info->mode & kAnybodyElse) == 0) return {};
  return base::Error{base::Code::untrusted,
                     file.native() + " has a password in it, and others can read it",
                     "chmod 600 '" + file.native() + "', and change the password."};
}

}  // namespace store

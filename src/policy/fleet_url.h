// The address of a team's server, as libpq takes it: what may be said of it, and whether it has a
// password in it.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace policy {

// postgresql:// or postgres://. invalid_value for anything else.
base::Result<void> check_fleet_url(std::string_view url);

// In the address itself or among its parameters.
bool has_password(std::string_view url);

// For people and logs: without user, password and parameters. Never more than host, port and
// database, also of what is no address at all.
std::string fleet_url_shown(std::string_view url);

}  // namespace policy

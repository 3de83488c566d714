#include "policy/fleet_url.h"

#include "base/text.h"

namespace policy {
namespace {

struct Parts {
  std::string_view user;   // With its password, up to the last @.
  std::string_view place;  // Hosts, ports and database.
  std::string_view parameters;
};

// Of what follows the scheme.
Parts parts_of(std::string_view rest) {
  Parts parts;
  const std::size_t question = rest.find('?');
  if (question != std::string_view::npos) {
    parts.parameters = rest.substr(question + 1);
    rest = rest.substr(0, question);
  }
  // A password may have an @ of its own that nobody wrote as %40.
  const std::size_t at = rest.rfind('@');
  if (at != std::string_view::npos) {
    parts.user = rest.substr(0, at);
    rest.remove_prefix(at + 1);
  }
  parts.place = rest;
  return parts;
}

std::string_view behind_scheme(std::string_view url) {
  for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
    if (url.starts_with(scheme)) return url.substr(scheme.size());
  }
  return {};
}

}  // namespace

base::Result<void> check_fleet_url(std::string_view url) {
  if (!behind_scheme(url).empty()) return {};
  return base::Error{base::Code::invalid_value,
                     "the address of a team's server begins with postgresql://",
                     "For example postgresql://holdfast@db.example.org/team?sslmode=verify-full."};
}

bool has_password(std::string_view url) {
  const Parts parts = parts_of(behind_scheme(url));
  if (parts.user.find(':') != std::string_view::npos) return true;
  std::string_view rest = parts.parameters;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(one.size() == rest.size() ? one.size() : one.size() + 1);
    const std::string name = base::to_lower(one.substr(0, one.find('=')));
    // libpq takes names with %-signs too; no name of its own has one.
    if (name == "password" || name == "sslpassword" || name.find('%') != std::string::npos) {
      return true;
    }
  }
  return false;
}

std::string fleet_url_shown(std::string_view url) {
  const std::string_view rest = behind_scheme(url);
  if (rest.empty()) return "postgresql://";
  return "postgresql://" + std::string(parts_of(rest).place);
}

}  // namespace policy

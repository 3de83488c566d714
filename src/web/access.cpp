#include "web/access.h"

#include "base/text.h"
#include "web/query.h"

namespace web {
namespace {

// Digests are of one length, so that the time tells nothing of a token's length.
bool is_same(std::string_view a, std::string_view b) {
  return base::equal_in_constant_time(base::sha256(a), base::sha256(b));
}

}  // namespace

// A browser gives a cookie to every port of a host, so each server has its own name for it, and it
// leads back neither to the token nor to the cookie of another server.
Access::Access(AccessOptions options)
    : options_(std::move(options)), token_digest_(base::sha256(options_.token)) {
  if (!options_.agent_token.empty()) agent_token_digest_ = base::sha256(options_.agent_token);
  rules_.address = options_.address;
  rules_.wrong_host_status = 421;
  const std::string port = std::to_string(options_.address.port);
  cookie_name_ = "holdfast_" + port;
  cookie_value_ =
      base::to_hex(base::hmac_sha256(base::SecretKey(options_.token), {"holdfast-cookie-1", port}));
}

bool Access::shows_cookie(const http::Request& request) const {
  for (const http::Header& header : request.headers.list()) {
    if (base::to_lower(header.name) != "cookie") continue;
    std::string_view rest = header.value;
    while (!rest.empty()) {
      const std::string_view pair = rest.substr(0, rest.find(';'));
      rest.remove_prefix(pair.size() == rest.size() ? pair.size() : pair.size() + 1);
      const std::string_view cookie = base::trim(pair);
      const std::size_t equals = cookie.find('=');
      if (equals == std::string_view::npos || cookie.substr(0, equals) != cookie_name_) continue;
      if (is_same(cookie.substr(equals + 1), cookie_value_)) return true;
    }
  }
  return false;
}

std::optional<http::Response> Access::refusal(const http::Request& request, Needs needs) const {
  if (auto refused = http::foreign_refusal(rules_, request)) return refused;
  if (needs == Needs::nothing) return std::nullopt;
  const base::Digest shown = http::shown_token(request);
  if (base::equal_in_constant_time(shown, token_digest_)) return std::nullopt;
  const bool is_agent = needs == Needs::agent && agent_token_digest_ &&
                        base::equal_in_constant_time(shown, *agent_token_digest_);
  if (is_agent) return std::nullopt;
  if (needs == Needs::agent || !shows_cookie(request)) return http::token_refusal(request);
  // A browser sends the cookie by itself; only its Origin says whose page wanted the change.
  if (needs == Needs::owner_action && request.headers.count("origin") != 1) {
    return http::response(403, "text/plain", "A change needs an Origin.\n");
  }
  return std::nullopt;
}

std::string Access::link_target() const { return "/?token=" + options_.token; }

std::optional<std::string> Access::cookie_for(const http::Request& request) const {
  const auto shown = Query(request.query).text("token");
  if (!shown || !is_same(*shown, options_.token)) return std::nullopt;
  return cookie_name_ + "=" + cookie_value_ + "; Path=/; HttpOnly; SameSite=Strict";
}

}  // namespace web

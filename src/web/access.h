// Who may ask the dashboard's server: Host and Origin first, then the token, as a bearer or as the
// cookie that the printed link sets.
#pragma once
#include <optional>
#include <string>

#include "http/access.h"

namespace web {

struct AccessOptions {
  http::Address address;  // What the server listens on.
  std::string token;      // For everything.
  // For hooks and MCP besides: what an agent's host shows, and no key to the dashboard's actions.
  std::string agent_token;
};

class Access {
 public:
  explicit Access(AccessOptions options);

  enum class Needs {
    nothing,       // The page and its assets.
    owner,         // The person's own token.
    agent,         // Theirs or the host's; as a bearer, since no page asks there.
    owner_action,  // A change: a browser must show that its own page asked.
  };
  // Nothing where the request may pass; 421, 403 or 401.
  std::optional<http::Response> refusal(const http::Request& request, Needs needs) const;

  // "/?token=…", what the printed link opens.
  std::string link_target() const;
  // The cookie that the page gets for the link's token; nothing where the token is another.
  std::optional<std::string> cookie_for(const http::Request& request) const;

 private:
  bool shows_cookie(const http::Request& request) const;

  http::AccessRules rules_;
  AccessOptions options_;
  base::Digest token_digest_;
  std::optional<base::Digest> agent_token_digest_;
  std::string cookie_name_;
  std::string cookie_value_;
};

}  // namespace web

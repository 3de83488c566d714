// Who may talk to a server on this machine: pages of other sites and other users may not.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "http/message.h"
#include "http/server.h"

namespace http {

struct AccessRules {
  Address address;                   // What the server listens on.
  std::vector<std::string> hosts;    // Further names that `Host` may have, without a port.
  std::vector<std::string> origins;  // Further origins: "https://example.org".
  std::string token;                 // Bearer; empty: none is asked for.
};

// Nothing where the request may pass, else the refusal: 403 for a foreign Host (DNS rebinding) or
// Origin, 401 with WWW-Authenticate for a wrong or missing token. Tokens are compared in constant
// time. A missing Origin is fine: only browsers send it.
std::optional<Response> refusal(const AccessRules& rules, const Request& request);

}  // namespace http

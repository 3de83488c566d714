// Who may talk to a server on this machine: pages of other sites and other users may not.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "http/message.h"
#include "http/server.h"

namespace http {

struct AccessRules {
  Address address;                   // What the server listens on.
  std::vector<std::string> hosts;    // Further names that `Host` may have, without a port.
  std::vector<std::string> origins;  // Further origins: "https://example.org".
  std::string token;                 // Bearer; empty: none is asked for.
  int wrong_host_status = 403;       // 421 says that the request went to the wrong server.
};

// Nothing where the request may pass, else the refusal: as foreign_refusal, then as token_refusal.
std::optional<Response> refusal(const AccessRules& rules, const Request& request);

// 403 for a foreign Origin, wrong_host_status for a foreign Host (DNS rebinding). A missing Origin
// is fine: only browsers send it.
std::optional<Response> foreign_refusal(const AccessRules& rules, const Request& request);

// Of the token that the request shows as its bearer, or of none. Digests are of one length: the
// time of a comparison tells nothing of a token's length either.
base::Digest shown_token(const Request& request);
// 401 with WWW-Authenticate.
Response token_refusal(const Request& request);

}  // namespace http

#include "http/access.h"

#include <algorithm>

#include "base/text.h"

namespace http {
namespace {

// The name and the port of "localhost:8080"; no port: `port_default`.
struct Authority {
  std::string name;  // In lower case, with the brackets of an IPv6 address.
  std::uint64_t port = 0;
};

std::optional<Authority> authority_from_text(std::string_view text, std::uint64_t port_default) {
  Authority authority{base::to_lower(text), port_default};
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos && text.find(']', colon) == std::string_view::npos) {
    const auto port = base::to_number(text.substr(colon + 1));
    if (!port || *port > 65'535) return std::nullopt;
    authority.port = *port;
    authority.name.resize(colon);
  }
  if (authority.name.empty()) return std::nullopt;
  return authority;
}

// What a browser on this machine calls the server: the address it listens on or a loopback name,
// with the server's port. Without a port it is the scheme's own one, so a server on another port
// is not meant.
bool is_own(const AccessRules& rules, const Authority& authority) {
  if (authority.port != rules.address.port) return false;
  const std::string& host = rules.address.host;
  const std::string listened = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return authority.name == "localhost" || authority.name == "127.0.0.1" ||
         authority.name == "[::1]" || authority.name == listened;
}

bool is_host_allowed(const AccessRules& rules, const Headers& headers) {
  if (headers.count("host") != 1) return false;
  const auto authority = authority_from_text(*headers.get("host"), 80);
  if (!authority) return false;
  if (is_own(rules, *authority)) return true;
  return std::any_of(rules.hosts.begin(), rules.hosts.end(), [&](const std::string& host) {
    return base::to_lower(host) == authority->name;
  });
}

// An origin ends at its port; people write a slash behind it.
std::string plain_origin(std::string_view origin) {
  while (origin.ends_with('/')) origin.remove_suffix(1);
  return base::to_lower(origin);
}

bool is_origin_allowed(const AccessRules& rules, const Headers& headers) {
  const std::size_t count = headers.count("origin");
  if (count != 1) return count == 0;
  const std::string origin = base::to_lower(*headers.get("origin"));
  for (const std::string& allowed : rules.origins) {
    if (!origin.empty() && origin != "null" && plain_origin(allowed) == origin) return true;
  }
  struct Scheme {
    std::string_view lead;
    std::uint64_t port;
  };
  for (const Scheme& scheme : {Scheme{"http://", 80}, Scheme{"https://", 443}}) {
    if (!origin.starts_with(scheme.lead)) continue;
    const auto authority =
        authority_from_text(std::string_view(origin).substr(scheme.lead.size()), scheme.port);
    return authority && is_own(rules, *authority);
  }
  return false;  // "null" too: any sandboxed page has it.
}

std::string_view bearer_token(const Headers& headers) {
  constexpr std::string_view kScheme = "bearer ";
  if (headers.count("authorization") != 1) return "";
  const std::string_view value = *headers.get("authorization");
  if (base::to_lower(value.substr(0, kScheme.size())) != kScheme) return "";
  return base::trim(value.substr(kScheme.size()));
}

}  // namespace

std::optional<Response> foreign_refusal(const AccessRules& rules, const Request& request) {
  if (!is_host_allowed(rules, request.headers)) {
    return response(rules.wrong_host_status, "text/plain", "This server is not called that.\n");
  }
  if (!is_origin_allowed(rules, request.headers)) {
    return response(403, "text/plain", "Pages of that origin may not use this server.\n");
  }
  return std::nullopt;
}

base::Digest shown_token(const Request& request) {
  return base::sha256(bearer_token(request.headers));
}

Response token_refusal(const Request& request) {
  Response refused = response(401, "text/plain", "A token is needed.\n");
  const bool tried = request.headers.count("authorization") > 0;
  refused.headers.add("WWW-Authenticate", tried ? "Bearer error=\"invalid_token\"" : "Bearer");
  return refused;
}

std::optional<Response> refusal(const AccessRules& rules, const Request& request) {
  if (auto refused = foreign_refusal(rules, request)) return refused;
  if (rules.token.empty()) return std::nullopt;
  if (base::equal_in_constant_time(shown_token(request), base::sha256(rules.token))) {
    return std::nullopt;
  }
  return token_refusal(request);
}

}  // namespace http

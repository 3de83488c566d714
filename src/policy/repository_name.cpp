#include "policy/repository_name.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"

namespace policy {
namespace {

using namespace std::string_view_literals;

struct Address {
  std::string host;  // With a port where that tells one server from another.
  std::string_view path;
};

std::string_view without_user(std::string_view authority) {
  const std::size_t at = authority.rfind('@');
  return at == std::string_view::npos ? authority : authority.substr(at + 1);
}

// The port of ssh is how to get there; that of a web server may be another server.
bool is_usual_port(std::string_view scheme, std::string_view port) {
  if (port.empty() || scheme.ends_with("ssh") || scheme.starts_with("ssh")) return true;
  return (scheme == "https" && port == "443") || (scheme == "http" && port == "80") ||
         (scheme == "git" && port == "9418");
}

Address address_of_url(std::string_view url, std::size_t colon) {
  const std::string scheme = base::to_lower(url.substr(0, colon));
  if (scheme == "file") return {};
  url.remove_prefix(colon + "://"sv.size());
  const std::size_t slash = std::min(url.find('/'), url.size());
  std::string_view authority = without_user(url.substr(0, slash));
  std::string_view port;
  const std::size_t end = authority.rfind(':');
  // "[::1]" has colons of its own.
  if (end != std::string_view::npos && authority.find(']', end) == std::string_view::npos) {
    port = authority.substr(end + 1);
    authority = authority.substr(0, end);
  }
  Address address{base::to_lower(authority), url.substr(slash)};
  if (!is_usual_port(scheme, port)) address.host.append(":").append(port);
  address.path = address.path.substr(0, address.path.find_first_of("?#"));
  return address;
}

// git@example.org:shop/web.git. A colon behind a slash is one of a path, and a single letter before
// it a drive.
Address address_of_scp(std::string_view remote) {
  const std::size_t bracket = remote.find("]:");
  const std::size_t colon = bracket == std::string_view::npos ? remote.find(':') : bracket + 1;
  if (colon == std::string_view::npos || colon < 2) return {};
  const std::string_view before = remote.substr(0, colon);
  if (before.find('/') != std::string_view::npos) return {};
  return {base::to_lower(without_user(before)), remote.substr(colon + 1)};
}

// Without empty parts, and without what git itself would add.
std::string plain_path(std::string_view path) {
  constexpr std::string_view kEnding = ".git";
  std::string plain;
  for (const std::string_view part : base::split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (!plain.empty()) plain += '/';
    plain += part;
  }
  if (plain.size() > kEnding.size() && plain.ends_with(kEnding) &&
      plain[plain.size() - kEnding.size() - 1] != '/') {
    plain.resize(plain.size() - kEnding.size());
  }
  return plain;
}

}  // namespace

std::string repository_name(std::string_view remote) {
  remote = base::trim(remote);
  const std::size_t colon = remote.find("://");
  const Address address =
      colon == std::string_view::npos ? address_of_scp(remote) : address_of_url(remote, colon);
  const std::string path = plain_path(address.path);
  if (address.host.empty() || path.empty()) return "";
  return address.host + "/" + path;
}

std::string repository_key(std::string_view remote) {
  const std::string name = repository_name(remote);
  return name.empty() ? "" : base::to_hex(base::sha256("holdfast repository\n" + name));
}

}  // namespace policy

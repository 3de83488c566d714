#include <algorithm>

#include "base/text.h"
#include "http/client.h"

namespace http {
namespace {

constexpr std::string_view kScheme = "http://";

base::Error invalid_url(std::string_view text) {
  return {base::Code::invalid_value, "not an address to ask: " + std::string(text.substr(0, 200)),
          "Use http:// with a numeric address or localhost: http://127.0.0.1:8080/path."};
}

bool has_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  return colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
}

// What would end the request line or cannot stand in it.
bool is_printable(char c) { return c > ' ' && c < '\x7f'; }

}  // namespace

base::Result<Url> url_from_text(std::string_view text) {
  if (base::to_lower(text.substr(0, kScheme.size())) != kScheme) return invalid_url(text);
  if (!std::all_of(text.begin(), text.end(), is_printable)) return invalid_url(text);
  const std::string_view rest = text.substr(kScheme.size(), text.find('#') - kScheme.size());
  const std::size_t end = rest.find_first_of("/?");
  Url url;
  url.host = rest.substr(0, end);
  const auto address = address_from_text(has_port(url.host) ? url.host : url.host + ":80");
  if (!address.ok()) return invalid_url(text);
  url.address = *address;
  if (end != std::string_view::npos) url.target = rest.substr(end);
  if (!url.target.starts_with('/')) url.target.insert(0, "/");
  return url;
}

}  // namespace http

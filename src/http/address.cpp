#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

#include "base/text.h"
#include "http/server.h"

namespace http {
namespace {

base::Error invalid_address(std::string_view text) {
  return {base::Code::invalid_value, "not an address: " + std::string(text.substr(0, 100)),
          "Use a numeric address or localhost, with a port: 127.0.0.1:8080, [::1]:8080."};
}

// The system's own spelling of a numeric address, so that two of one meaning are equal.
std::optional<std::string> numeric(int family, const std::string& host) {
  in6_addr address{};  // Room for either family.
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::inet_pton(family, host.c_str(), &address) != 1) return std::nullopt;
  if (::inet_ntop(family, &address, text.data(), text.size()) == nullptr) return std::nullopt;
  return std::string(text.data());
}

std::optional<std::string> numeric_host(std::string_view host) {
  if (host.find('\0') != std::string_view::npos) return std::nullopt;
  if (base::to_lower(host) == "localhost") return "127.0.0.1";
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    return numeric(AF_INET6, std::string(host.substr(1, host.size() - 2)));
  }
  return numeric(AF_INET, std::string(host));
}

}  // namespace

bool Address::is_loopback() const {
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24U == 127;
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) != 1) return false;
  if (IN6_IS_ADDR_V4MAPPED(&six)) return six.s6_addr[12] == 127;
  return IN6_IS_ADDR_LOOPBACK(&six);
}

base::Result<Address> address_from_text(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return invalid_address(text);
  const auto host = numeric_host(text.substr(0, colon));
  const std::string_view port_text = text.substr(colon + 1);
  const auto port = port_text.size() <= 5 ? base::to_number(port_text) : std::nullopt;
  if (!host || !port || *port > 65'535) return invalid_address(text);
  return Address{*host, static_cast<std::uint16_t>(*port)};
}

}  // namespace http

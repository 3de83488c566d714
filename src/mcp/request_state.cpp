#include "mcp/request_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/canonical_json.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

constexpr std::size_t kSealedBytesMax = 256U * 1024;
constexpr std::string_view kPurpose = "mcp request state 1";

// Each part with its length, so that no two lists of parts read the same.
std::string part(std::string_view text) {
  return std::to_string(text.size()) + ":" + std::string(text);
}

base::Digest mac_of(std::string_view payload, const StateOwner& owner, const base::SecretKey& key) {
  const auto canonical = base::canonical_json(owner.arguments.get());
  const std::string arguments =
      base::to_hex(base::sha256(canonical ? *canonical : base::dump_line(owner.arguments.get())));
  return base::hmac_sha256(key, {part(kPurpose), part(owner.principal), part(owner.method),
                                 part(owner.name), part(arguments), part(payload)});
}

std::string_view bytes_of(const base::Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::optional<base::Digest> digest_from(std::string_view text) {
  const std::optional<std::string> bytes = base::bytes_from_base64url(text);
  base::Digest digest;
  if (!bytes || bytes->size() != digest.size()) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), digest.begin());
  return digest;
}

// Null where the seal is broken.
base::Json payload_of(std::string_view sealed, const StateOwner& owner,
                      const base::SecretKey& key) {
  const std::size_t dot = sealed.find('.');
  if (sealed.size() > kSealedBytesMax || dot == std::string_view::npos) return nullptr;
  const std::optional<std::string> payload = base::bytes_from_base64url(sealed.substr(0, dot));
  const std::optional<base::Digest> mac = digest_from(sealed.substr(dot + 1));
  if (!payload || !mac) return nullptr;
  if (!base::equal_in_constant_time(*mac, mac_of(*payload, owner, key))) return nullptr;
  auto json = base::parse_json(*payload);
  return json ? std::move(*json) : base::Json();
}

}  // namespace

std::string seal_state(const base::Json& state, const StateOwner& owner, base::Instant now,
                       const base::SecretKey& key) {
  const std::int64_t expires = (now + kStateLifetime).time_since_epoch().count();
  const std::string payload = base::dump_line({{"expires", expires}, {"state", state}});
  return base::to_base64url(payload) + "." +
         base::to_base64url(bytes_of(mac_of(payload, owner, key)));
}

std::variant<base::JsonBox, ProtocolError> open_state(std::string_view sealed,
                                                      const StateOwner& owner, base::Instant now,
                                                      const base::SecretKey& key) {
  const base::Json payload = payload_of(sealed, owner, key);
  if (!payload.is_object() || !payload.contains("state") ||
      payload.value("expires", std::int64_t{0}) < now.time_since_epoch().count()) {
    return invalid_params("requestState is not one that was given for this call, or it is too old");
  }
  return base::JsonBox(payload["state"]);
}

}  // namespace mcp

// What a call must know when the client comes back with answers. The client carries it, so it is
// sealed: nobody can change it, use it for another call or as another caller, or keep it for long.
// It is not hidden: a handler puts no secret into it.
//
//   base64url({"expires":<ms>,"state":<value>}) "." base64url(HMAC-SHA256)
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/digest.h"
#include "base/time.h"
#include "mcp/feature.h"

namespace mcp {

// What a state belongs to.
struct StateOwner {
  std::string principal;  // Who called: what the transport knows of it.
  std::string method;     // "tools/call"
  std::string name;       // Of the tool or prompt, or the URI of the resource.
  base::JsonBox arguments;
};

constexpr base::Millis kStateLifetime{10 * 60 * 1000};

std::string seal_state(const base::Json& state, const StateOwner& owner, base::Instant now,
                       const base::SecretKey& key);

// The state, or -32602 with no word on which of the checks failed.
std::variant<base::JsonBox, ProtocolError> open_state(std::string_view sealed,
                                                      const StateOwner& owner, base::Instant now,
                                                      const base::SecretKey& key);

}  // namespace mcp

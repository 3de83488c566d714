// What a server needs of the machine's secrets: a key of its own, and the token that its clients
// show.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "engine/workspace.h"

namespace engine {

// Before a project is even looked for: no_secret where no server could keep any state (SC-9).
base::Result<void> check_secret(os::System system);

// A key for one purpose, made from the secret in a way that does not lead back to it. no_secret
// where there is none or it is too weak: then no state could be kept either.
base::Result<base::SecretKey> derived_key(Workspace& workspace, std::string_view purpose);

// Random bytes of a token that is made here.
constexpr std::size_t kTokenBytes = 32;

struct ServerToken {
  std::string text;
  std::string place;    // Where a client's owner finds it: a file, or a variable.
  bool is_new = false;  // It was made now.
};
// Who shows a token: the host of an agent (HOLDFAST_MCP_TOKEN, mcp-token), or a person's browser
// (HOLDFAST_SERVE_TOKEN, serve-token), which may do more.
enum class TokenOf { agent, owner };

// The variable's, else the one in `file`, else in <config home>/holdfast/, which is made (0600)
// where there is none. invalid_value for one of less than 16 characters; a file that others may
// read is refused.
base::Result<ServerToken> server_token(os::System system, TokenOf whose,
                                       const std::optional<os::Path>& file);
// The name of the variable.
std::string_view token_variable(TokenOf whose);

}  // namespace engine

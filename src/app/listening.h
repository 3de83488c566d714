// What servers over HTTP have in common: who can reach them, and what they are called.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/server_access.h"
#include "http/server.h"
#include "os/system.h"

namespace app {

struct Listening {
  http::Address address;
  engine::TokenOf whose = engine::TokenOf::agent;
  std::optional<os::Path> token_file;
  std::string option;  // What named the address: "--http".
};
// Where others than this machine's own users can reach it, nobody gets a token without knowing:
// invalid_params unless one was given.
base::Result<void> check_reach(os::System system, const Listening& listening);

// For whoever reads the server's standard error.
void log_line(const std::string& line);

// "http://127.0.0.1:8765/mcp"
std::string url_of(const http::Address& address, const std::string& target);

}  // namespace app

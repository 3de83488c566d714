// The parts of mcp_client_fixture: the client as the conformance suite and tests/mcp_client use it.
#pragma once
#include <string>
#include <vector>

#include "mcp/client/client.h"
#include "os/system.h"

namespace fixture {

// One scenario of the official suite, named by its environment, against the server at `address`.
int run_scenario(os::System system, const std::string& address);

struct Session {
  std::string store;  // "serena" or "basic-memory"; empty: the bare client.
  std::string project;
  base::Millis call_timeout{2000};
  base::Millis connect_timeout{4000};
  std::vector<std::string> command;  // Or
  std::string url;
};
// Lines of JSON on standard input, ["read", "name"], and one line of JSON back for each.
int run_session(os::System system, const Session& session);

int fail(const base::Error& error);

}  // namespace fixture

// Which era a server speaks: the modern one is tried first, the legacy one where that fails.
#pragma once
#include "mcp/client/questions.h"
#include "mcp/client/transport.h"
#include "os/clock.h"

namespace mcp::client {

struct Identity {
  std::string name = "holdfast";
  std::string version = HOLDFAST_VERSION;
};

struct ServerDescription {
  Era era = Era::modern;
  std::string version;  // Of the protocol: "2026-07-28".
  std::string name;
  std::string server_version;
  base::JsonBox capabilities;  // An object.
  std::string instructions;
};

// `_meta` of a request in the modern era.
base::Json modern_meta(const Identity& identity, const base::Json& capabilities);

// One opening of a connection. Everything outlives it.
class Handshake {
 public:
  struct Parts {
    const TransportFactory& open;
    const Identity& identity;
    Questions& questions;
    os::Clock& clock;
    std::int64_t& last_id;  // Ids are used once, also over several openings.
  };
  Handshake(Parts parts, base::Millis timeout);

  // `transport` is empty, or a connection that failed and is replaced.
  base::Result<ServerDescription> run(std::unique_ptr<Transport>& transport);
  // The legacy half on a connection that is there: a new session.
  base::Result<ServerDescription> initialize(Transport& transport);

 private:
  // What came of the modern question.
  enum class Probe { modern, legacy, unanswered, gone };
  Probe discover(Transport& transport, ServerDescription& server);
  base::Millis left() const;
  jsonrpc::Id next_id() { return jsonrpc::Id(++parts_.last_id); }

  Parts parts_;
  base::Millis timeout_;
  std::chrono::microseconds deadline_;
};

}  // namespace mcp::client

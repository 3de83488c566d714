// One connection to a server, whatever carries it: a request goes out, and what comes back until
// its answer is handed on.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "jsonrpc/message.h"
#include "mcp/era.h"

namespace mcp::client {

struct Outgoing {
  jsonrpc::Request request;
  base::Millis timeout{30'000};
  // For HTTP alone: arguments that the tool's schema wants repeated in headers.
  std::vector<std::pair<std::string, std::string>> headers;
};

struct Failure {
  enum class Kind {
    timed_out,     // It may still be at work.
    gone,          // The server has ended, or cannot be reached.
    session_lost,  // It knows this session no more; a new one can be begun.
    broken,        // What came back is no answer.
  };
  Kind kind = Kind::broken;
  std::string message;
};

// How many messages are taken from a server besides the answer.
inline constexpr int kMessagesMax = 10'000;

using Answer = std::variant<jsonrpc::Response, Failure>;

// Told of what a server sends by itself; from several threads where the transport listens.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  virtual jsonrpc::Response on_request(const jsonrpc::Request& request) = 0;
  virtual void on_notification(const jsonrpc::Notification& notification) = 0;
};

// For one thread at a time.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual Answer request(const Outgoing& outgoing, Listener& listener) = 0;
  // False where it could not be sent.
  virtual bool notify(const jsonrpc::Notification& notification) = 0;
  // The answer is not wanted any more.
  virtual void cancel(const jsonrpc::Id& id) = 0;
  // What is spoken from now on; empty before a handshake of the legacy era. Ends `listen`.
  virtual void use(Era era, std::string_view version) = 0;
  // Legacy era: hears from now on what the server sends while no answer is waited for, where the
  // connection can. The listener is told from another thread, until `close`.
  virtual void listen(Listener& listener) = 0;
  // Ends the connection in good order; bounded in time.
  virtual void close() = 0;
};

using TransportFactory = std::function<base::Result<std::unique_ptr<Transport>>()>;

// notifications/cancelled, as both eras have it.
jsonrpc::Notification cancellation(const jsonrpc::Id& id);

// What a server sent that is not the answer: told to the listener. The answer to send back, where
// it was a request.
std::vector<jsonrpc::Response> hand_on(const jsonrpc::Message& message, Listener& listener);

}  // namespace mcp::client

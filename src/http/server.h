// An HTTP/1.1 server for one process on one machine: a few threads, thousands of open event
// streams. One thread at a time looks after the sockets and is "the server's thread"; when a
// request has come, it hands the sockets to the next one and handles the request itself, so that an
// answer waits for no other thread.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "http/event_stream.h"
#include "http/message.h"

namespace http {

// "127.0.0.1:8080", "[::1]:0", "localhost:8080": numeric or localhost, since a static program
// resolves no names.
struct Address {
  std::string host;  // Numeric.
  std::uint16_t port = 0;
  bool is_loopback() const;
};
base::Result<Address> address_from_text(std::string_view text);

struct Limits {
  std::size_t header_bytes = 32UL * 1024;
  std::size_t body_bytes = 16UL * 1024 * 1024;
  std::size_t connections = 4096;
  std::size_t stream_backlog_bytes = 4UL * 1024 * 1024;
  base::Millis header_time{10'000};  // Until a request's header is complete; also between requests,
  base::Millis idle_time{60'000};    // where a connection is kept open.
  base::Millis body_time{30'000};
  base::Millis write_time{30'000};  // In which a client must have read some of what is written.
  base::Millis keep_alive{15'000};  // Between the comments of a stream where nothing happens.
  unsigned handler_threads = 4;     // Requests that are handled at once, at most.
  Headers refusal_headers;          // Of what is refused before a handler sees it.
  // Asked once the header is there and the body is still on its way, on the server's thread: what
  // it gives is the answer, and the body is not read. So nobody fills our memory who may not ask.
  std::function<std::optional<Response>(const Request& request)> admit;
};

// One request on its way to its answer. It may be answered from any thread, later, once; dropped
// without an answer it becomes a 500.
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  virtual const Request& request() const = 0;
  virtual void respond(Response response) = 0;
  // Begins a 200 text/event-stream answer with these headers added. Null where the client has gone.
  virtual std::shared_ptr<EventStream> open_stream(Headers headers) = 0;
  // Called once if the client goes away before the answer has begun. On the server's thread: it
  // must not wait.
  virtual void on_disconnect(std::function<void()> callback) = 0;
};

using Handler = std::function<void(std::shared_ptr<Exchange>)>;

class Server {
 public:
  // Listens at once; requests wait until `run`. unavailable where the address is taken.
  static base::Result<std::unique_ptr<Server>> listen(const Address& address, Handler handler,
                                                      const Limits& limits = {});
  virtual ~Server() = default;
  // With the port that the system gave for 0.
  virtual Address address() const = 0;
  // Serves until `stop`, on threads of its own.
  virtual void run() = 0;
  // From any thread or a signal's watcher, as often as one likes: open streams are closed, handlers
  // end what they do. What is not answered within 2 s is cut off as if its client had gone.
  virtual void stop() = 0;
  // Calls back on the server's thread when SIGTERM or SIGINT comes. Before `run`, once.
  virtual void on_terminate(std::function<void()> callback) = 0;
  virtual std::size_t open_streams() const = 0;
};

}  // namespace http

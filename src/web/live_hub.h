// GET /api/v1/live: what happens, as server-sent events, to everybody who listens.
//
// The events have ids that count up, behind a word that is this server's own: "3f9c2a71-42". Who
// comes back with the last one that it saw gets what it missed; where that is too long ago, or was
// another server's, `resync`: then it asks for everything again.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "http/server.h"
#include "web/server_info.h"

namespace web {

class LiveHub {
 public:
  struct Limits {
    std::size_t events = 1000;  // That are kept for who comes back;
    std::size_t bytes = 1024UL * 1024;
  };
  // `instance` is a word of letters and digits that no other server has. `info` is asked for each
  // stream, from any thread.
  LiveHub(std::string instance, std::function<ServerInfo()> info, Limits limits);
  LiveHub(std::string instance, std::function<ServerInfo()> info)
      : LiveHub(std::move(instance), std::move(info), Limits()) {}
  LiveHub(const LiveHub&) = delete;
  LiveHub& operator=(const LiveHub&) = delete;
  ~LiveHub();  // Ends all streams.

  // For a request that may pass; from any thread.
  void handle(const std::shared_ptr<http::Exchange>& exchange);
  // To all streams; `data` is JSON. From any thread.
  void publish(std::string_view name, std::string data);
  // How many listen now. From any thread.
  std::size_t streams() const;
  // Ends all streams, and those that come. From any thread.
  void end();

 private:
  // Outlives this where a stream does: it calls back when it is closed.
  struct Shared;

  std::function<ServerInfo()> info_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace web

// Event streams of a legacy session that a client can take up again where it lost them. Every event
// has an id "<stream>-<number>", so that what was sent on one stream never comes back on another.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "http/event_stream.h"
#include "os/clock.h"

namespace mcp {

struct ResumptionLimits {
  std::size_t stream_bytes = 1024U * 1024;       // Kept of one stream; older events go first.
  std::size_t session_bytes = 4U * 1024 * 1024;  // Kept of one session; ended streams go first,
  std::size_t streams = 64;                      // and where there are more than these.
  base::Millis age{5 * 60 * 1000};               // How long an ended stream is kept.
  base::Millis retry{500};  // What a client is told to wait before it comes back.
};

// One stream: what was sent, and to whom it goes at the moment. Safe from any thread.
class ResumableStream {
 public:
  ResumableStream(std::uint64_t number, const ResumptionLimits& limits)
      : number_(number), limits_(limits) {}

  // Begins to send to `client`. With `primes`, an event without data comes first, so that the
  // client has an id to come back with.
  void begin(std::shared_ptr<http::EventStream> client, bool primes);
  // Whether all that came after event `after` is still kept.
  bool can_resume(std::uint64_t after) const;
  // Sends it to `client`, then whatever comes next. False where some of it is gone.
  bool resume(std::shared_ptr<http::EventStream> client, std::uint64_t after);
  // Kept also while nobody is there.
  void send(std::string data);
  // Nothing more will be sent.
  void finish();
  // Lets the client go, which is told when to come back.
  void drop();
  // Lets the client go without a word.
  void close();
  bool is_attached() const;
  bool has_ended() const;
  std::size_t kept_bytes() const;

 private:
  struct Kept {
    std::uint64_t number = 0;
    std::string data;
  };

  http::Event event_of(const Kept& kept) const;
  void forget_oldest();
  bool is_kept(std::uint64_t after) const;
  void let_go(std::unique_lock<std::mutex>& lock);

  std::uint64_t number_;
  ResumptionLimits limits_;
  mutable std::mutex mutex_;
  std::shared_ptr<http::EventStream> client_;  // Shared with the server of HTTP.
  std::deque<Kept> kept_;
  std::size_t kept_bytes_ = 0;
  std::uint64_t last_ = 0;  // The number of the newest event; 0 is the empty one.
  bool has_ended_ = false;
};

// The streams of one session. Safe from any thread.
class StreamShelf {
 public:
  // Borrowed; the clock outlives this.
  StreamShelf(const ResumptionLimits& limits, os::Clock& clock) : limits_(limits), clock_(clock) {}

  std::shared_ptr<ResumableStream> make();

  struct Place {
    std::shared_ptr<ResumableStream> stream;
    std::uint64_t event = 0;
  };
  // Where an event of this session was sent; nothing for any other id.
  std::optional<Place> find(std::string_view event_id);
  void close_all();

 private:
  struct Row {
    std::shared_ptr<ResumableStream> stream;
    std::optional<std::chrono::microseconds> ended;  // When it was first seen to have ended.
  };
  void forget_old();
  void make_room();

  ResumptionLimits limits_;
  os::Clock& clock_;
  std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, Row> rows_;
};

}  // namespace mcp

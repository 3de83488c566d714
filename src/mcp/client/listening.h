// The stream of the legacy era on which a server speaks without being spoken to: a GET that stays
// open, read by a thread of its own.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "http/client.h"
#include "mcp/client/transport.h"

namespace mcp::client {

// When a stream that has ended is asked for again, where the server names no time.
inline constexpr base::Millis kRetryTime{1000};

// One message that no answer is read for. False where it did not arrive.
bool post_message(const http::Url& url, http::Headers headers, const base::Json& message,
                  std::function<bool()> is_cancelled = {});

// Listens until it is destroyed, or the server has no such stream or ends it over and over. Knows
// one session, so that it shares nothing with the transport but the listener.
class Listening {
 public:
  // Those that every message of the session carries. The listener outlives this. Comes back when
  // the server has opened the stream, or after a moment: what it asks earlier might be lost.
  Listening(http::Url url, http::Headers headers, Listener& listener);
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  // Waits for a question that is being answered.
  ~Listening();

 private:
  void run();
  // False where there is nothing to come back to.
  bool read_stream();
  bool take_event(const http::Event& event);
  void take_text(std::string_view text);
  bool is_stopped();
  void set(bool& flag);

  const http::Url url_;
  const http::Headers headers_;
  Listener& listener_;

  // Of the thread alone.
  std::string last_event_;
  base::Millis retry_;
  int messages_ = 0;
  int quiet_streams_ = 0;  // In a row, without a message.

  std::mutex mutex_;  // For the flags.
  std::condition_variable changed_;
  bool is_stopped_ = false;
  bool is_settled_ = false;  // The stream is open, or will not be.
  std::thread thread_;       // Last: it uses the others.
};

}  // namespace mcp::client

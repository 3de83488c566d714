// Server-sent events: one long answer, written piece by piece from any thread.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace http {

struct Event {
  std::string data;  // Any text; its lines become `data:` lines. Empty: an event with empty data.
  std::string id;    // Empty: none. Never with a line break or NUL (such an id is left out).
  std::string name;  // `event:`; empty: none.
  std::optional<base::Millis> retry;
};

// "id: 7\ndata: {}\n\n"
std::string format_event(const Event& event);
// ": text\n\n", which readers ignore.
std::string format_comment(std::string_view comment);

// All may be called from any thread. A stream that its reader does not drain is closed by the event
// that comes when more than the server's backlog waits, so that one reader cannot eat the memory.
// One that nobody holds any more is closed too.
class EventStream {
 public:
  EventStream() = default;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  virtual ~EventStream() = default;

  // False where the stream is closed; the event is then lost.
  virtual bool send(const Event& event) = 0;
  // The same of an event that format_event has made, where many streams get it.
  virtual bool send_formatted(std::string_view event) = 0;
  // ": text", which readers ignore.
  virtual bool comment(std::string_view text) = 0;
  // After what was sent has been written.
  virtual void close() = 0;
  virtual bool is_open() const = 0;
  // Called once when the stream has ended, by either side, and all was written that could be; at
  // once where it has. On the server's thread: it must not wait. There is one callback.
  virtual void on_closed(std::function<void()> callback) = 0;
};

// Reads a stream's text as it comes, in pieces of any size. CR, LF and CRLF end a line.
class EventReader {
 public:
  // The events that are complete now; `data` lines are joined by '\n'. Comments and unknown fields
  // are skipped. An event over `bytes_max` sets too_large() and is thrown away.
  explicit EventReader(std::size_t bytes_max = 16UL * 1024 * 1024) : bytes_max_(bytes_max) {}
  std::vector<Event> read(std::string_view bytes);
  bool too_large() const { return too_large_; }
  // The last id seen, also of events without data; for Last-Event-ID.
  const std::string& last_id() const { return last_id_; }

 private:
  void end_line();
  void end_event();
  void take_field(std::string_view line);

  std::size_t bytes_max_;
  std::string line_;
  Event event_;
  bool has_data_ = false;
  bool after_cr_ = false;
  bool is_first_line_ = true;
  bool skips_event_ = false;
  bool too_large_ = false;
  std::string last_id_;
  std::vector<Event> done_;
};

}  // namespace http

// Lines on file descriptors: read with a limit and a way to be woken, written whole from any
// thread.
#pragma once
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace os {

constexpr int kStandardInput = 0;
constexpr int kStandardOutput = 1;

// One reader; `wake` alone may be called from another thread, or from a signal's handler.
class LineReader {
 public:
  // The descriptor is borrowed.
  explicit LineReader(int descriptor, std::size_t line_bytes_max = 16U * 1024 * 1024);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  enum class Status {
    line,       // Without its line break; a last line without one counts too.
    too_long,   // A line over the limit was skipped.
    ended,      // Nothing more will come: the end, or the system refused.
    timed_out,  //
    woken,      // Somebody called `wake`; lines that were read already come first.
  };
  struct Read {
    Status status = Status::ended;
    std::string line;
  };
  // Without a timeout: for as long as it takes.
  Read read(std::optional<base::Millis> timeout);

  // The read that waits, or the next one that would, returns `woken`. Async-signal-safe.
  void wake();

 private:
  std::optional<Read> take_line();
  std::optional<Read> wait_for_bytes(std::optional<base::Millis> timeout);
  void take_bytes();

  int descriptor_;
  int wake_descriptor_;
  std::size_t line_bytes_max_;
  std::string bytes_;
  std::size_t searched_ = 0;  // No line break before this place.
  bool skips_ = false;        // Inside of a line that was too long.
  bool has_ended_ = false;
};

// Lines from several threads never mix.
class LineWriter {
 public:
  // The descriptor is borrowed.
  explicit LineWriter(int descriptor) : descriptor_(descriptor) {}
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // Adds the line break. False where nobody reads any more, now and from then on; the caller has
  // SIGPIPE ignored.
  bool write(std::string_view line);
  bool is_open() const { return is_open_; }

 private:
  int descriptor_;
  std::mutex mutex_;
  std::atomic<bool> is_open_ = true;
};

// While it lives, SIGTERM and SIGINT wake `reader` in place of ending the process, and SIGPIPE is
// ignored. One a process.
class TerminationWatch {
 public:
  explicit TerminationWatch(LineReader& reader);
  TerminationWatch(const TerminationWatch&) = delete;
  TerminationWatch& operator=(const TerminationWatch&) = delete;
  ~TerminationWatch();

  bool has_come() const;
};

}  // namespace os

// What waits to be written to one event stream. Handlers add from any thread; the connection takes
// all that waits at once, so that many small events cost one write.
#pragma once
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "http/event_stream.h"

namespace http {

class StreamWriter final : public EventStream {
 public:
  // `wake` makes the server's thread call take() soon.
  StreamWriter(std::size_t backlog_bytes, std::function<void()> wake);

  bool send(const Event& event) override;
  bool send_formatted(std::string_view event) override;
  bool comment(std::string_view text) override;
  void close() override;
  bool is_open() const override;
  void on_closed(std::function<void()> callback) override;

  // The rest is for the server's thread.
  struct Piece {
    std::string text;
    bool is_last = false;  // The stream was closed, and this is all that was sent.
  };
  Piece take();
  // Its reader is too slow; nothing more is to be written.
  bool has_overflowed() const;
  // What was taken has been written.
  void written();
  // Nothing more can be written.
  void end();

 private:
  enum class State { open, closing, overflowed, ended };
  bool add(std::string_view text);

  const std::size_t backlog_bytes_;
  mutable std::mutex mutex_;
  std::function<void()> wake_;
  std::function<void()> callback_;
  std::string waiting_;
  std::size_t taken_bytes_ = 0;  // Not written yet.
  State state_ = State::open;
  bool is_woken_ = false;
};

}  // namespace http

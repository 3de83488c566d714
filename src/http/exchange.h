// A request that a handler has in its hands. It reaches the connection through the server's thread
// only, so neither has to know what the other does at the moment; the beginning of an answer alone
// goes over the wire at once.
#pragma once
#include <functional>
#include <memory>
#include <mutex>

#include "http/answer_text.h"
#include "http/loop.h"
#include "http/server.h"
#include "http/stream_writer.h"
#include "http/wire.h"

namespace http {

// What a connection does for its exchange; called on the server's thread.
class Answerer {
 public:
  Answerer() = default;
  Answerer(const Answerer&) = delete;
  Answerer& operator=(const Answerer&) = delete;
  virtual ~Answerer() = default;

  // Of which the first `written` bytes went out already.
  virtual void finish_answer(AnswerText answer, std::size_t written) = 0;
  virtual void begin_stream(std::shared_ptr<StreamWriter> stream, const Headers& headers) = 0;
  virtual void flush_stream() = 0;
};

class PendingExchange final : public Exchange {
 public:
  struct Parts {
    Request request;
    std::shared_ptr<Loop> loop;
    // Weak, and asked on the server's thread only: a socket must not end on another one.
    std::weak_ptr<Answerer> answerer;
    // Shared with the connection, which may close while the handler writes.
    std::shared_ptr<Wire> wire;
    AnswerShape shape;
    std::size_t backlog_bytes = 0;
  };
  explicit PendingExchange(Parts parts) : parts_(std::move(parts)) {}
  ~PendingExchange() override;

  const Request& request() const override { return parts_.request; }
  void respond(Response response) override;
  std::shared_ptr<EventStream> open_stream(Headers headers) override;
  void on_disconnect(std::function<void()> callback) override;

  // On the server's thread: the client has gone.
  void disconnect();

 private:
  enum class State { waiting, answered, gone };
  // Whether it was waiting; then it is answered now.
  bool begin_answer();
  void send(Response response);

  Parts parts_;
  std::mutex mutex_;
  State state_ = State::waiting;
  std::function<void()> callback_;
};

}  // namespace http

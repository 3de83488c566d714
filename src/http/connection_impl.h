// One connection of the server: reads a request, has it handled, writes the answer, and again.
// Everything here happens on the server's thread. Private to http/.
#pragma once
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "http/exchange.h"
#include "http/request_reader.h"
#include "http/server.h"
#include "http/stream_writer.h"

namespace http {

using Clock = std::chrono::steady_clock;

class Connection;

// What all connections share. Outlives them.
class ConnectionSite {
 public:
  ConnectionSite() = default;
  ConnectionSite(const ConnectionSite&) = delete;
  ConnectionSite& operator=(const ConnectionSite&) = delete;
  virtual ~ConnectionSite() = default;

  // Has the request handled, on another thread than the server's.
  virtual void dispatch(std::shared_ptr<Exchange> exchange) = 0;
  // The connection has been closed.
  virtual void forget(const std::shared_ptr<Connection>& connection) = 0;
  virtual void stream_began() = 0;
  virtual void stream_ended() = 0;

  Limits limits;
  std::shared_ptr<Loop> loop;
  bool is_stopping = false;
  // One for all: a connection reads when there is something to read, and keeps but what it cannot
  // use yet, so an idle one has no buffer.
  std::array<char, 64UL * 1024> scratch;
};

class Connection final : public Answerer, public std::enable_shared_from_this<Connection> {
 public:
  // The socket does not block.
  Connection(boost::asio::ip::tcp::socket socket, ConnectionSite& site);
  ~Connection() override;

  void start();
  // Every so often: ends what took too long, and keeps quiet streams alive.
  void check_time(Clock::time_point now);
  // Ends as soon as what is being handled has been answered.
  void stop();

  void finish_answer(AnswerText answer, std::size_t written) override;
  void begin_stream(std::shared_ptr<StreamWriter> stream, const Headers& headers) override;
  void flush_stream() override;

 private:
  enum class State {
    idle,       // Between two requests, or before the first.
    in_header,  // Some bytes of a request have come.
    in_body,
    handled,    // A handler has it.
    answering,  // The answer is being written.
    streaming,
    lingering,  // All is written; what still comes is thrown away until the client has closed.
    closed,
  };
  bool is_reading_request() const { return state_ <= State::in_body; }

  void wait_to_read();
  void read_some();
  void read_request();
  void enter_body();
  void begin_exchange();
  void refuse(int status);
  void refuse(Response refused);

  void write(AnswerText text, std::size_t written = 0);
  void write_some();
  void written();

  void end_stream();
  void next_request();
  void linger();
  void close();
  void time_is_over();
  void give(base::Millis time) { deadline_ = Clock::now() + time; }

  boost::asio::ip::tcp::socket socket_;
  const std::shared_ptr<Wire> wire_;  // Shared with the exchanges.
  ConnectionSite& site_;
  State state_ = State::idle;
  std::optional<Clock::time_point> deadline_;

  std::string input_;  // Came, and not used yet.
  bool waits_to_read_ = false;
  std::optional<RequestReader> reader_;

  // Of the request that is being answered.
  std::weak_ptr<PendingExchange> exchange_;
  bool is_http_1_1_ = true;
  bool keeps_open_ = true;

  AnswerText output_;  // What is being written.
  std::size_t output_written_ = 0;
  bool is_writing_ = false;
  Clock::time_point last_write_;

  std::shared_ptr<StreamWriter> stream_;  // Shared with the handler that writes to it.
  bool stream_ends_ = false;              // Its end is being written.
};

}  // namespace http

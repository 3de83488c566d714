#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <utility>

#include "http/answer_text.h"
#include "http/connection_impl.h"

namespace http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// What a client may send before it has its answer; then it has to wait.
constexpr std::size_t kAheadBytesMax = 64UL * 1024;
constexpr base::Millis kLingerTime{1000};
// For answers that are under way when the server stops.
constexpr base::Millis kStopTime{2000};

}  // namespace

Connection::Connection(tcp::socket socket, ConnectionSite& site)
    : socket_(std::move(socket)),
      wire_(std::make_shared<Wire>(socket_.native_handle())),
      site_(site),
      last_write_(Clock::now()) {}

// A handler may hold the wire for longer.
Connection::~Connection() { wire_->close(); }

void Connection::start() {
  error_code ignored;
  // Events are small and wanted at once.
  socket_.set_option(tcp::no_delay(true), ignored);
  give(site_.limits.header_time);
  wait_to_read();
}

void Connection::wait_to_read() {
  if (waits_to_read_ || state_ == State::closed) return;
  if (!is_reading_request() && input_.size() >= kAheadBytesMax) return;
  waits_to_read_ = true;
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    self->waits_to_read_ = false;
    if (!error) self->read_some();
  });
}

void Connection::read_some() {
  if (state_ == State::closed) return;
  error_code error;
  const std::size_t count = socket_.read_some(asio::buffer(site_.scratch), error);
  if (error == asio::error::would_block) return wait_to_read();
  // Also while a handler works or a stream is open: this is how we learn that nobody waits for it.
  if (error) return close();
  if (state_ != State::lingering) input_.append(site_.scratch.data(), count);
  if (is_reading_request()) read_request();
  wait_to_read();
}

void Connection::read_request() {
  if (state_ == State::idle) {
    state_ = State::in_header;
    give(site_.limits.header_time);
    reader_.emplace(RequestLimits{site_.limits.header_bytes, site_.limits.body_bytes});
  }
  input_.erase(0, reader_->read(input_));
  if (input_.empty()) input_ = {};  // An idle connection holds no memory.
  switch (reader_->progress()) {
    case RequestReader::Progress::in_header:
      return;
    case RequestReader::Progress::in_body:
      return enter_body();
    case RequestReader::Progress::complete:
      return begin_exchange();
    case RequestReader::Progress::failed:
      return refuse(reader_->status());
  }
}

void Connection::enter_body() {
  if (state_ == State::in_body) return;
  if (site_.limits.admit) {
    if (auto refused = site_.limits.admit(reader_->request())) return refuse(*std::move(refused));
  }
  state_ = State::in_body;
  give(site_.limits.body_time);
  if (!reader_->wants_continue()) return;
  // Nothing else is being written, so this fits; where it does not, clients go on by themselves.
  error_code ignored;
  socket_.write_some(asio::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n")), ignored);
}

void Connection::begin_exchange() {
  state_ = State::handled;
  deadline_.reset();
  is_http_1_1_ = reader_->is_http_1_1();
  keeps_open_ = reader_->keeps_open() && is_http_1_1_;
  PendingExchange::Parts parts{.request = reader_->take(),
                               .loop = site_.loop,
                               .answerer = weak_from_this(),
                               .wire = wire_,
                               .shape = {},
                               .backlog_bytes = site_.limits.stream_backlog_bytes};
  reader_.reset();
  parts.shape = {.is_head = parts.request.method == "HEAD", .closes = !keeps_open_};
  const auto exchange = std::make_shared<PendingExchange>(std::move(parts));
  exchange_ = exchange;
  site_.dispatch(exchange);
}

void Connection::refuse(int status) {
  refuse(response(status, "text/plain", "The request was refused.\n"));
}

void Connection::refuse(Response refused) {
  reader_.reset();
  keeps_open_ = false;
  state_ = State::handled;
  for (const Header& header : site_.limits.refusal_headers.list()) {
    refused.headers.set(header.name, header.value);
  }
  finish_answer(answer_text(std::move(refused), {.closes = true}), 0);
}

void Connection::finish_answer(AnswerText answer, std::size_t written) {
  if (state_ != State::handled) return;
  state_ = State::answering;
  write(std::move(answer), written);
}

void Connection::begin_stream(std::shared_ptr<StreamWriter> stream, const Headers& headers) {
  if (state_ != State::handled) return stream->end();
  state_ = State::streaming;
  stream_ = std::move(stream);
  stream_ends_ = false;
  site_.stream_began();
  if (site_.is_stopping) {
    keeps_open_ = false;
    stream_->close();
  }
  write({head_text(200, stream_headers(headers),
                   {.is_chunked = is_http_1_1_, .closes = !keeps_open_}),
         ""});
}

void Connection::flush_stream() {
  if (state_ != State::streaming) return;
  if (stream_->has_overflowed()) return close();
  if (is_writing_) return;
  StreamWriter::Piece piece = stream_->take();
  std::string head;
  if (is_http_1_1_ && !piece.text.empty()) {
    head = chunk_lead(piece.text.size());
    piece.text += "\r\n";
  }
  if (piece.is_last) {
    stream_ends_ = true;
    if (is_http_1_1_) piece.text += "0\r\n\r\n";
  } else if (piece.text.empty()) {
    return;
  }
  write({std::move(head), std::move(piece.text)});
}

void Connection::write(AnswerText text, std::size_t written) {
  output_ = std::move(text);
  output_written_ = written;
  is_writing_ = true;
  give(site_.is_stopping ? kStopTime : site_.limits.write_time);
  write_some();
}

void Connection::write_some() {
  if (state_ == State::closed) return;
  error_code error;
  while (output_written_ < output_.size()) {
    const std::size_t in_head = std::min(output_written_, output_.head.size());
    const std::size_t in_body = output_written_ - in_head;
    const std::array<asio::const_buffer, 2> rest{asio::buffer(output_.head) + in_head,
                                                 asio::buffer(output_.body) + in_body};
    output_written_ += socket_.write_some(rest, error);
    if (error == asio::error::would_block) {
      socket_.async_wait(
          tcp::socket::wait_write, [self = shared_from_this()](const error_code& failed) {
            if (failed || self->state_ == State::closed) return;
            // The system says so only when a good part of its buffer is free, so
            // a reader of single bytes gains no time by this.
            self->give(self->site_.is_stopping ? kStopTime : self->site_.limits.write_time);
            self->write_some();
          });
      return;
    }
    if (error) return close();
  }
  written();
}

void Connection::written() {
  is_writing_ = false;
  output_ = {};
  last_write_ = Clock::now();
  deadline_.reset();
  if (state_ == State::answering) return next_request();
  stream_->written();
  if (stream_ends_) {
    end_stream();
    return next_request();
  }
  flush_stream();
}

void Connection::end_stream() {
  const auto stream = std::exchange(stream_, nullptr);
  site_.stream_ended();
  stream->end();
}

void Connection::next_request() {
  exchange_.reset();
  if (!keeps_open_ || site_.is_stopping) return linger();
  state_ = State::idle;
  give(site_.limits.idle_time);
  if (!input_.empty()) read_request();
  wait_to_read();
}

// Were the socket closed while something the client sent is unread, the system would tell the
// client so at once, and it could lose the answer.
void Connection::linger() {
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  if (site_.is_stopping) return close();
  state_ = State::lingering;
  input_ = {};
  give(kLingerTime);
  wait_to_read();
}

void Connection::close() {
  if (state_ == State::closed) return;
  const auto self = shared_from_this();
  state_ = State::closed;
  error_code ignored;
  wire_->close();
  socket_.close(ignored);
  reader_.reset();
  input_ = {};
  output_ = {};
  site_.forget(self);
  if (stream_) end_stream();
  if (const auto exchange = exchange_.lock()) exchange->disconnect();
}

void Connection::stop() {
  switch (state_) {
    case State::idle:
    case State::in_header:
    case State::in_body:
    case State::lingering:
      return close();
    case State::handled:
    case State::answering:
      return give(kStopTime);
    case State::streaming:
      keeps_open_ = false;
      give(kStopTime);
      return stream_->close();
    case State::closed:
      return;
  }
}

void Connection::check_time(Clock::time_point now) {
  if (deadline_ && now >= *deadline_) return time_is_over();
  if (state_ == State::streaming && !is_writing_ && now - last_write_ >= site_.limits.keep_alive) {
    stream_->comment("");
  }
}

void Connection::time_is_over() {
  // The client of an idle connection has asked nothing, so it is told nothing.
  if (state_ == State::in_header || state_ == State::in_body) return refuse(408);
  close();
}

}  // namespace http

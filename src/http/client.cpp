#include "http/client.h"

#include <algorithm>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "http/answer_text.h"
#include "http/response_reader.h"

namespace http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

base::Result<std::string> request_text(const Url& url, const ClientRequest& request) {
  std::string text = request.method + " " + url.target + " HTTP/1.1\r\nHost: " + url.host + "\r\n";
  if (!is_well_formed({request.method, url.target + url.host}) ||
      url.target.find(' ') != std::string::npos) {
    return base::Error{base::Code::invalid_value, "the request line would be broken", ""};
  }
  for (const Header& header : request.headers.list()) {
    if (is_framing(header.name) || !is_well_formed(header)) {
      return base::Error{base::Code::invalid_value, "not a header to send: " + header.name, ""};
    }
    text.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  if (!request.body.empty() || request.method == "POST" || request.method == "PUT") {
    text.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
  }
  return text.append("Connection: close\r\n\r\n").append(request.body);
}

// A socket whose every wait ends at the deadline.
class TimedSocket {
 public:
  TimedSocket(base::Millis time, const std::function<bool()>& is_cancelled)
      : time_(time), is_cancelled_(is_cancelled) {
    renew();
  }

  void renew() { deadline_ = Clock::now() + time_; }

  bool connect(const Address& address) {
    const auto host = asio::ip::make_address(address.host, error_);
    if (error_) return false;
    socket_.async_connect(tcp::endpoint(host, address.port),
                          [this](const error_code& error) { finish(error, 0); });
    return wait();
  }

  bool write(const std::string& text) {
    asio::async_write(socket_, asio::buffer(text),
                      [this](const error_code& error, std::size_t count) { finish(error, count); });
    return wait();
  }

  // Appends what has come. False at the end of the connection too.
  bool read(std::string& text) {
    socket_.async_read_some(
        asio::buffer(buffer_),
        [this](const error_code& error, std::size_t count) { finish(error, count); });
    if (!wait()) return false;
    text.append(buffer_.data(), count_);
    return true;
  }

  bool is_at_end() const { return error_ == asio::error::eof; }
  base::Error error(const Address& address) const {
    const std::string what = error_ ? error_.message() : "no answer in " + base::to_words(time_);
    return {base::Code::unavailable,
            address.host + " port " + std::to_string(address.port) + ": " + what, ""};
  }

 private:
  void finish(const error_code& error, std::size_t count) {
    error_ = error;
    count_ = count;
    is_done_ = true;
  }

  bool wait() {
    is_done_ = false;
    error_ = {};
    io_.restart();
    while (!is_done_ && Clock::now() < deadline_ && !(is_cancelled_ && is_cancelled_())) {
      io_.run_until(is_cancelled_ ? std::min(deadline_, Clock::now() + kAskEvery) : deadline_);
    }
    if (is_done_) return !error_;
    error_code ignored;
    socket_.close(ignored);
    io_.run();  // The handler that was called off.
    error_ = {};
    return false;
  }

  static constexpr base::Millis kAskEvery{100};

  base::Millis time_;
  const std::function<bool()>& is_cancelled_;
  Clock::time_point deadline_;
  asio::io_context io_{1};
  tcp::socket socket_{io_};
  std::array<char, 16UL * 1024> buffer_{};
  error_code error_;
  std::size_t count_ = 0;
  bool is_done_ = false;
};

// Gives on what has come of an event stream; false where that was enough.
class StreamTaker {
 public:
  StreamTaker(const OnEvent& on_event, const ClientRequest& request)
      : on_event_(on_event), on_stream_(request.on_stream), events_(request.body_bytes_max) {}

  bool take(ResponseReader& reader) {
    if (!std::exchange(is_open_, true) && on_stream_) on_stream_();
    for (const Event& event : events_.read(reader.take_body())) {
      if (!on_event_(event)) return false;
    }
    return true;
  }
  bool is_too_large() const { return events_.too_large(); }

 private:
  const OnEvent& on_event_;
  const std::function<void()>& on_stream_;
  EventReader events_;
  bool is_open_ = false;
};

base::Error too_large() {
  return {base::Code::too_large, "the answer is larger than what was asked to be read", ""};
}

}  // namespace

base::Result<Response> fetch(const Url& url, const ClientRequest& request,
                             const OnEvent& on_event) {
  TRY_ASSIGN(const std::string text, request_text(url, request));
  TimedSocket socket(request.timeout, request.is_cancelled);
  if (!socket.connect(url.address) || !socket.write(text)) return socket.error(url.address);
  ResponseReader reader(
      {.body_bytes = request.body_bytes_max, .has_no_body = request.method == "HEAD"});
  StreamTaker stream(on_event, request);
  std::string input;
  while (true) {
    const bool has_more = socket.read(input);
    if (!has_more && !socket.is_at_end()) return socket.error(url.address);
    input.erase(0, reader.read(input));
    if (!has_more) reader.end();
    if (reader.is_too_large() || stream.is_too_large()) return too_large();
    const auto progress = reader.progress();
    if (progress != ResponseReader::Progress::in_header && on_event &&
        content_type(reader.response().headers) == "text/event-stream") {
      socket.renew();
      if (!stream.take(reader)) return reader.response();
    }
    if (progress == ResponseReader::Progress::complete) return reader.response();
    if (progress == ResponseReader::Progress::failed) {
      return base::Error{base::Code::unavailable, "the answer is broken or was cut off", ""};
    }
  }
}

}  // namespace http

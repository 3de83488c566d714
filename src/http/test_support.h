// A server that runs while a test does, and a client that says exactly the bytes it is given.
#pragma once
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "http/client.h"
#include "http/server.h"

namespace http {

// Long enough for a machine that is busy with other things; a test that passes does not wait.
constexpr std::chrono::seconds kPatience{30};

inline bool comes_true(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

class RunningServer {
 public:
  explicit RunningServer(Handler handler, const Limits& limits = {}) {
    auto listening = Server::listen({"127.0.0.1", 0}, std::move(handler), limits);
    EXPECT_TRUE(listening.ok());
    server_ = std::move(*listening);
    thread_ = std::thread([this] { server_->run(); });
  }
  ~RunningServer() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  Server& operator*() { return *server_; }
  Server* operator->() { return server_.get(); }
  Url url(const std::string& target) const {
    return *url_from_text("http://127.0.0.1:" + std::to_string(server_->address().port) + target);
  }

 private:
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

class RawClient {
 public:
  explicit RawClient(const Server& server, int receive_bytes = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_bytes > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server.address().port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  RawClient(RawClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), text_(std::move(other.text_)) {}
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { close(); }

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      // The server has closed; what it said shows in the answer.
      if (count <= 0) was_reset_ = true;
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void get(std::string_view path) {
    send("GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n\r\n");
  }

  // Reads until `end` has come, and returns all up to and with it; all there is where it does not.
  std::string read_to(std::string_view end) {
    while (text_.find(end) == std::string::npos && read_some()) {
    }
    const std::size_t at = text_.find(end);
    const std::size_t count = at == std::string::npos ? text_.size() : at + end.size();
    std::string part = text_.substr(0, count);
    text_.erase(0, count);
    return part;
  }
  // All until the server closes.
  std::string read_all() {
    while (read_some()) {
    }
    return std::exchange(text_, {});
  }
  bool is_closed() const { return is_closed_; }
  // Not by an error, which on some systems takes away what has not been read.
  bool is_closed_in_order() const { return is_closed_ && !was_reset_; }

 private:
  bool read_some() {
    pollfd waited{socket_, POLLIN, 0};
    const auto patience = std::chrono::milliseconds(kPatience).count();
    if (::poll(&waited, 1, static_cast<int>(patience)) <= 0) return false;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    is_closed_ = count <= 0;
    if (count < 0) was_reset_ = true;
    if (count > 0) text_.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  int socket_;
  bool is_closed_ = false;
  bool was_reset_ = false;
  std::string text_;
};

}  // namespace http

// The part of a connection that its handler may use by itself: an answer goes out at once, without
// waiting until the server's thread comes to it. What the system does not take is left to that
// thread.
#pragma once
#include <cstddef>
#include <mutex>
#include <string_view>

namespace http {

class Wire {
 public:
  // Of a socket that does not block and that stays open until close().
  explicit Wire(int descriptor) : descriptor_(descriptor) {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // How much of both was written, from the beginning. None where it is closed or broken: who writes
  // the rest will see that.
  std::size_t write(std::string_view head, std::string_view body);
  // On the server's thread, before it closes the socket: its number may soon be another's.
  void close();

 private:
  std::mutex mutex_;
  int descriptor_;
};

}  // namespace http

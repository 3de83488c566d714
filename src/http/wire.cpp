#include "http/wire.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>

namespace http {

std::size_t Wire::write(std::string_view head, std::string_view body) {
  std::array<iovec, 2> parts{{{const_cast<char*>(head.data()), head.size()},
                              {const_cast<char*>(body.data()), body.size()}}};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) return 0;
  const ssize_t count = ::sendmsg(descriptor_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

void Wire::close() {
  const std::lock_guard lock(mutex_);
  descriptor_ = -1;
}

}  // namespace http

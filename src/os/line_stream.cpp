#include "os/line_stream.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "base/check.h"
#include "os/system_call.h"

namespace os {
namespace {

constexpr std::size_t kLineChunkBytes = 65536;
// A pipe in non-blocking mode whose reader is slow. Longer than that, and the reader is taken to be
// gone: a server that cannot answer has nothing else to do.
constexpr int kSlowReaderWaitMs = 60'000;

int to_poll_timeout(std::optional<base::Millis> timeout) {
  if (!timeout) return -1;
  return static_cast<int>(
      std::clamp<std::int64_t>(timeout->count(), 0, std::numeric_limits<int>::max()));
}

}  // namespace

LineReader::LineReader(int descriptor, std::size_t line_bytes_max)
    : descriptor_(descriptor),
      wake_descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      line_bytes_max_(line_bytes_max) {}

LineReader::~LineReader() {
  if (wake_descriptor_ != -1) ::close(wake_descriptor_);
}

LineReader::Read LineReader::read(std::optional<base::Millis> timeout) {
  while (true) {
    if (auto line = take_line()) return *std::move(line);
    if (has_ended_) return {Status::ended, {}};
    if (auto other = wait_for_bytes(timeout)) return *std::move(other);
    take_bytes();
  }
}

// A whole line of what was read already, or the report of one that was too long.
std::optional<LineReader::Read> LineReader::take_line() {
  const std::size_t end = bytes_.find('\n', searched_);
  const bool is_whole = end != std::string::npos;
  const bool is_last = !is_whole && has_ended_ && !bytes_.empty();
  if (!is_whole && !is_last) {
    searched_ = bytes_.size();
    if (bytes_.size() > line_bytes_max_) {
      skips_ = true;
      bytes_.clear();
      searched_ = 0;
    }
    return std::nullopt;
  }
  std::string line = bytes_.substr(0, end);
  bytes_.erase(0, is_whole ? end + 1 : end);
  searched_ = 0;
  if (std::exchange(skips_, false) || line.size() > line_bytes_max_)
    return Read{Status::too_long, {}};
  if (line.ends_with('\r')) line.pop_back();
  return Read{Status::line, std::move(line)};
}

std::optional<LineReader::Read> LineReader::wait_for_bytes(std::optional<base::Millis> timeout) {
  std::array<pollfd, 2> waited{pollfd{descriptor_, POLLIN, 0}, pollfd{wake_descriptor_, POLLIN, 0}};
  const int ready =
      retried([&] { return ::poll(waited.data(), waited.size(), to_poll_timeout(timeout)); });
  if (ready == 0) return Read{Status::timed_out, {}};
  if (waited[1].revents != 0) {
    eventfd_t ignored = 0;
    ::eventfd_read(wake_descriptor_, &ignored);
    return Read{Status::woken, {}};
  }
  return std::nullopt;
}

void LineReader::take_bytes() {
  std::array<char, kLineChunkBytes> chunk;
  const ssize_t got = retried([&] { return ::read(descriptor_, chunk.data(), chunk.size()); });
  if (got > 0) {
    bytes_.append(chunk.data(), static_cast<std::size_t>(got));
  } else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
    has_ended_ = true;
  }
}

void LineReader::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_descriptor_, &one, sizeof one);
}

bool LineWriter::write(std::string_view line) {
  std::string text;
  text.reserve(line.size() + 1);
  text.append(line).push_back('\n');
  const std::lock_guard lock(mutex_);
  std::string_view rest = text;
  while (is_open_ && !rest.empty()) {
    const ssize_t written = retried([&] { return ::write(descriptor_, rest.data(), rest.size()); });
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    pollfd waited{descriptor_, POLLOUT, 0};
    const bool is_full = written == -1 && (errno == EAGAIN || errno == EWOULDBLOCK);
    // Part of a line went out: whatever comes next could not be told from it.
    if (!is_full || retried([&] { return ::poll(&waited, 1, kSlowReaderWaitMs); }) <= 0) {
      is_open_ = false;
    }
  }
  return is_open_;
}

namespace {

// A signal handler is given nothing but a number, so what it needs has to be of static storage.
struct Watched {
  std::atomic<LineReader*> reader;
  std::atomic<bool> has_come;
  struct sigaction terminate;
  struct sigaction interrupt;
  struct sigaction pipe;
};
constinit Watched watched{};
static_assert(std::atomic<LineReader*>::is_always_lock_free);

// Only async-signal-safe calls.
void wake_reader(int) {
  const int saved = errno;
  watched.has_come = true;
  if (LineReader* reader = watched.reader) reader->wake();
  errno = saved;
}

}  // namespace

TerminationWatch::TerminationWatch(LineReader& reader) {
  CHECK(watched.reader == nullptr);
  watched.reader = &reader;
  watched.has_come = false;
  struct sigaction action {};
  action.sa_handler = wake_reader;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGTERM, &action, &watched.terminate);
  ::sigaction(SIGINT, &action, &watched.interrupt);
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &action, &watched.pipe);
}

TerminationWatch::~TerminationWatch() {
  ::sigaction(SIGTERM, &watched.terminate, nullptr);
  ::sigaction(SIGINT, &watched.interrupt, nullptr);
  ::sigaction(SIGPIPE, &watched.pipe, nullptr);
  watched.reader = nullptr;
}

bool TerminationWatch::has_come() const { return watched.has_come; }

}  // namespace os

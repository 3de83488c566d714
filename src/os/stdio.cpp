#include "os/stdio.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "os/system_call.h"

namespace os {
namespace {

using Steady = std::chrono::steady_clock;

// What a pipe holds. On the stack, since the kernel touches only the pages that it fills.
constexpr std::size_t kChunkBytes = 65536;
constexpr std::uint64_t kDiscardBytesMax = 1ULL << 30U;
// A terminal or a pipe in non-blocking mode, as some hosts leave them, may be full for a while.
constexpr int kFullOutputWaitMs = 2000;

bool is_ready(int descriptor, short events, int timeout_ms) {
  pollfd waited{descriptor, events, 0};
  return retried([&] { return ::poll(&waited, 1, timeout_ms); }) > 0;
}

int to_poll_timeout(Steady::duration remaining) {
  const std::int64_t ms = std::chrono::ceil<base::Millis>(remaining).count();
  return static_cast<int>(std::clamp<std::int64_t>(ms, 0, std::numeric_limits<int>::max()));
}

// Keeps what fits and counts the rest; true while more may be taken.
class Intake {
 public:
  Intake(Input& input, std::size_t bytes_max) : input_(input), bytes_max_(bytes_max) {}

  bool take(std::string_view chunk) {
    const std::size_t kept = std::min(chunk.size(), bytes_max_ - input_.bytes.size());
    input_.bytes.append(chunk.substr(0, kept));
    discarded_ += chunk.size() - kept;
    input_.truncated = discarded_ > 0;
    return discarded_ < kDiscardBytesMax;
  }

 private:
  Input& input_;  // Outlives this.
  std::size_t bytes_max_;
  std::uint64_t discarded_ = 0;
};

bool write_to(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = retried([&] { return ::write(descriptor, text.data(), text.size()); });
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    const bool is_full = written == -1 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (!is_full || !is_ready(descriptor, POLLOUT, kFullOutputWaitMs)) return false;
  }
  return true;
}

}  // namespace

bool is_standard_output_read() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return retried([&] { return ::poll(&output, 1, 0); }) <= 0 || (output.revents & POLLERR) == 0;
}

Input read_standard_input(const InputOptions& options) {
  Input input;
  Intake intake(input, options.bytes_max);
  const Steady::time_point deadline = Steady::now() + options.timeout;
  std::array<char, kChunkBytes> chunk;
  while (true) {
    // Waiting first, and never without a limit: a writer may keep its end open for ever.
    if (!is_ready(STDIN_FILENO, POLLIN, to_poll_timeout(deadline - Steady::now()))) {
      input.timed_out = true;
      return input;
    }
    const ssize_t got = retried([&] { return ::read(STDIN_FILENO, chunk.data(), chunk.size()); });
    if (got == 0) return input;
    if (got == -1 && errno != EAGAIN) {
      input.failed = true;
      return input;
    }
    if (got > 0 && !intake.take({chunk.data(), static_cast<std::size_t>(got)})) return input;
    // A writer that never stops is always ready, so readiness alone does not end this.
    if (Steady::now() >= deadline) {
      input.timed_out = true;
      return input;
    }
  }
}

bool read_standard_input_in_pieces(const std::function<bool(std::string_view piece)>& take) {
  constexpr int kWithoutLimit = -1;
  std::array<char, kChunkBytes> chunk;
  while (true) {
    const ssize_t got = retried([&] { return ::read(STDIN_FILENO, chunk.data(), chunk.size()); });
    if (got == 0) return true;
    if (got == -1 && errno != EAGAIN) return false;
    if (got > 0 && !take({chunk.data(), static_cast<std::size_t>(got)})) return true;
    if (got == -1) is_ready(STDIN_FILENO, POLLIN, kWithoutLimit);
  }
}

bool write_standard_output(std::string_view text) { return write_to(STDOUT_FILENO, text); }

void write_standard_error(std::string_view text) { (void)write_to(STDERR_FILENO, text); }

}  // namespace os

#include "os/watchdog.h"

#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>

#include "base/check.h"
#include "base/text.h"

namespace os {
namespace {

using std::chrono::microseconds;

// A pipe that says it is ready takes this much without blocking (PIPE_BUF).
constexpr std::size_t kAnswerBytesMax = 4096;

struct Text {
  std::array<char, kAnswerBytesMax> bytes;
  std::size_t size;

  void set(std::string_view text) {
    const std::string_view clipped = base::clip_utf8(text, kAnswerBytesMax);
    std::memcpy(bytes.data(), clipped.data(), clipped.size());
    size = clipped.size();
  }
};

constexpr std::array kFaults{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kStackBytes = 32UL * 1024;

struct Answer {
  Text standard_output;
  Text standard_error;
  int exit_code;
};

// A signal handler is given nothing but a number, so what it needs has to be of static storage.
struct State {
  std::array<Answer, 2> answers;
  std::atomic<std::size_t> current;  // The one of `answers` that is whole.
  std::atomic<bool> has_fired;
  bool is_active;
  bool answers_faults;
  std::chrono::steady_clock::time_point start;
  struct sigaction previous;
  std::array<struct sigaction, kFaults.size()> previous_faults;
  // A stack that ran over has no room for a handler.
  alignas(16) std::array<char, kStackBytes> fault_stack;
};
constinit State state{};
static_assert(std::atomic<std::size_t>::is_always_lock_free);

void say(int descriptor, const Text& text) {
  constexpr int kWaitMs = 100;
  if (text.size == 0) return;
  // A full pipe that nobody reads would hold us here, with no watchdog left to end it.
  pollfd waited{descriptor, POLLOUT, 0};
  if (::poll(&waited, 1, kWaitMs) <= 0) return;
  [[maybe_unused]] const ssize_t written = ::write(descriptor, text.bytes.data(), text.size);
}

// Only async-signal-safe calls from here on.
void end_process(int) {
  state.has_fired = true;
  const Answer& answer = state.answers[state.current];
  say(STDERR_FILENO, answer.standard_error);
  say(STDOUT_FILENO, answer.standard_output);
  ::_exit(answer.exit_code);
}

void set_timer(microseconds time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  itimerval timer{};
  timer.it_value.tv_sec = seconds.count();
  timer.it_value.tv_usec = (time - seconds).count();
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void unblock_alarm() {
  // The mask comes from whoever started us, who may have blocked it.
  sigset_t alarm;
  ::sigemptyset(&alarm);
  ::sigaddset(&alarm, SIGALRM);
  ::sigprocmask(SIG_UNBLOCK, &alarm, nullptr);
}

}  // namespace

Watchdog::Watchdog(base::Millis limit) {
  CHECK(!state.is_active);
  state.is_active = true;
  state.has_fired = false;
  state.start = std::chrono::steady_clock::now();
  prepare("", "");
  struct sigaction action {};
  action.sa_handler = end_process;
  // SIGPIPE above all: a reader that went away must not change the exit code.
  ::sigfillset(&action.sa_mask);
  ::sigaction(SIGALRM, &action, &state.previous);
  unblock_alarm();
  set_limit(limit);
}

Watchdog::~Watchdog() {
  set_timer(microseconds::zero());
  ::sigaction(SIGALRM, &state.previous, nullptr);
  if (state.answers_faults) {
    for (std::size_t i = 0; i < kFaults.size(); ++i) {
      ::sigaction(kFaults[i], &state.previous_faults[i], nullptr);
    }
    state.answers_faults = false;
  }
  state.is_active = false;
}

void Watchdog::prepare(std::string_view standard_output, std::string_view standard_error,
                       int exit_code) {
  // The handler may run on another thread and be reading one of the two; once it does, the process
  // is ending and nothing may change any more.
  while (state.has_fired) ::pause();
  const std::size_t next = 1 - state.current;
  state.answers[next].standard_output.set(standard_output);
  state.answers[next].standard_error.set(standard_error);
  state.answers[next].exit_code = exit_code;
  state.current = next;
}

void Watchdog::answer_faults() {
  if (state.answers_faults) return;
  state.answers_faults = true;
  stack_t stack{};
  stack.ss_sp = state.fault_stack.data();
  stack.ss_size = state.fault_stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = end_process;
  // A second fault inside of the handler then ends the process at once.
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
  ::sigfillset(&action.sa_mask);
  for (std::size_t i = 0; i < kFaults.size(); ++i) {
    ::sigaction(kFaults[i], &action, &state.previous_faults[i]);
  }
}

void Watchdog::set_limit(base::Millis limit) {
  const auto elapsed = std::chrono::steady_clock::now() - state.start;
  const auto remaining = std::chrono::ceil<microseconds>(limit - elapsed);
  // Zero would call the timer off.
  set_timer(std::max(remaining, microseconds{1}));
}

}  // namespace os

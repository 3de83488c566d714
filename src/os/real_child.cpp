#include "os/real_child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>

#include "os/real_processes.h"
#include "os/system_call.h"

namespace os {
namespace {

using Time = std::chrono::steady_clock;

// MCP asks for this order: the end of the input, a request, force.
constexpr base::Millis kGoesByItself{2000};
constexpr base::Millis kGoesWhenAsked{1000};

base::Millis left_until(Time::time_point deadline) {
  return std::max(base::Millis{0}, std::chrono::ceil<base::Millis>(deadline - Time::now()));
}

// While it lives, a write to a pipe that nobody reads is an error and not the end of this process;
// other threads and their signals are left alone.
class SigpipeGuard {
 public:
  SigpipeGuard() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;
  ~SigpipeGuard() {
    const timespec at_once{};
    if (!was_pending_) retried([&] { return sigtimedwait(&sigpipe_, nullptr, &at_once); });
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace

base::Result<std::unique_ptr<Child>> RealChild::start(const ChildRequest& request) {
  auto pipes = std::make_unique<Pipes>();
  if (!pipes->make() || fcntl(pipes->error.reading.descriptor(), F_SETFL, O_NONBLOCK) != 0) {
    return base::Error{base::Code::io, "no pipe can be made", ""};
  }
  TRY_ASSIGN(const pid_t pid, spawn({request.argv, request.folder, request.environment}, *pipes));
  pipes->close_other_ends();
  return std::unique_ptr<Child>(std::make_unique<RealChild>(request, std::move(pipes), pid));
}

base::Result<std::unique_ptr<Child>> RealProcesses::start(const ChildRequest& request) {
  return RealChild::start(request);
}

RealChild::RealChild(const ChildRequest& request, std::unique_ptr<Pipes> pipes, pid_t pid)
    : name_(request.argv.front()),
      error_output_max_(request.error_output_max),
      pipes_(std::move(pipes)),
      output_(pipes_->output.reading.descriptor(), request.line_bytes_max),
      pid_(pid) {}

RealChild::~RealChild() { end(); }

base::Error RealChild::write_error(std::string_view what) {
  pipes_->input.writing.close();
  return {base::Code::unavailable, name_ + " " + std::string(what), ""};
}

base::Result<void> RealChild::write_line(std::string_view line, base::Millis timeout) {
  PipeEnd& input = pipes_->input.writing;
  if (!input.is_open()) return write_error("reads no more");
  const SigpipeGuard guard;
  const Time::time_point deadline = Time::now() + timeout;
  const std::string text = std::string(line) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t put =
        retried([&] { return ::write(input.descriptor(), rest.data(), rest.size()); });
    if (put > 0) {
      rest.remove_prefix(static_cast<std::size_t>(put));
      continue;
    }
    if (put < 0 && errno != EAGAIN) return write_error("reads no more");
    std::array<pollfd, 2> waited{pollfd{input.descriptor(), POLLOUT, 0},
                                 pollfd{pipes_->error.reading.descriptor(), POLLIN, 0}};
    const base::Millis left = left_until(deadline);
    if (left == base::Millis{0}) return write_error("does not read in time");
    retried([&] { return ::poll(waited.data(), waited.size(), static_cast<int>(left.count())); });
    if (waited[1].revents != 0) take_error_output();
  }
  return {};
}

LineReader::Read RealChild::read_line(base::Millis timeout) {
  const Time::time_point deadline = Time::now() + timeout;
  while (true) {
    LineReader::Read read = output_.read(base::Millis{0});
    if (read.status != LineReader::Status::timed_out) return read;
    const base::Millis left = left_until(deadline);
    if (left == base::Millis{0}) return read;
    // One that fills its standard error would otherwise wait for us, and we for it.
    std::array<pollfd, 2> waited{pollfd{pipes_->output.reading.descriptor(), POLLIN, 0},
                                 pollfd{pipes_->error.reading.descriptor(), POLLIN, 0}};
    retried([&] { return ::poll(waited.data(), waited.size(), static_cast<int>(left.count())); });
    if (waited[1].revents != 0) take_error_output();
  }
}

std::string RealChild::error_output() {
  take_error_output();
  return error_output_;
}

void RealChild::take_error_output() {
  PipeEnd& end = pipes_->error.reading;
  std::array<char, 16UL * 1024> buffer{};
  // Bounded: one that never stops writing must not keep us here.
  for (int round = 0; round < 64 && end.is_open(); ++round) {
    const ssize_t got =
        retried([&] { return ::read(end.descriptor(), buffer.data(), buffer.size()); });
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return end.close();
    error_output_.append(buffer.data(), static_cast<std::size_t>(got));
    if (error_output_.size() > error_output_max_) {
      error_output_.erase(0, error_output_.size() - error_output_max_);
    }
  }
}

// The child is not collected yet: as long as it is there, its group cannot be anybody else's.
bool RealChild::wait_for_exit(base::Millis timeout) {
  const Time::time_point deadline = Time::now() + timeout;
  while (true) {
    siginfo_t info{};
    const int done = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (done != 0 || info.si_pid == pid_) return true;
    if (Time::now() >= deadline) return false;
    take_error_output();
    ::usleep(1000);
  }
}

std::optional<int> RealChild::end() {
  if (std::exchange(has_ended_, true)) return std::nullopt;
  pipes_->input.writing.close();
  if (!wait_for_exit(kGoesByItself)) {
    ::kill(-pid_, SIGTERM);
    wait_for_exit(kGoesWhenAsked);
  }
  take_error_output();
  ::kill(-pid_, SIGKILL);  // Also what it has started and left behind.
  int status = 0;
  retried([&] { return ::waitpid(pid_, &status, 0); });
  pipes_->output.reading.close();
  pipes_->error.reading.close();
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace os

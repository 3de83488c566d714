#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include "os/real_processes.h"
#include "os/spawn.h"

namespace os {
namespace {

using Time = std::chrono::steady_clock;

// Reads what is there; closes the end where there is nothing more to come.
void drain(PipeEnd& end, std::string& into, std::size_t bytes_max) {
  std::array<char, 16 * 1024> buffer{};
  const ssize_t got = ::read(end.descriptor(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) return end.close();
  const std::size_t room = bytes_max - std::min(bytes_max, into.size());
  into.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
}

void feed(PipeEnd& end, std::string_view& input) {
  if (!input.empty()) {
    const ssize_t put = ::write(end.descriptor(), input.data(), input.size());
    if (put < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (put < 0) return end.close();  // It does not want more.
    input.remove_prefix(static_cast<std::size_t>(put));
  }
  if (input.empty()) end.close();
}

// Moves bytes until both outputs have ended. False where the time ran out.
bool exchange(Pipes& pipes, const ProgramRequest& request, ProgramOutcome& outcome,
              Time::time_point deadline) {
  std::string_view input = request.input;
  while (pipes.output.reading.is_open() || pipes.error.reading.is_open()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Time::now()).count();
    if (left <= 0) return false;
    std::array<pollfd, 3> ends{pollfd{pipes.output.reading.descriptor(), POLLIN, 0},
                               pollfd{pipes.error.reading.descriptor(), POLLIN, 0},
                               pollfd{pipes.input.writing.descriptor(), POLLOUT, 0}};
    if (poll(ends.data(), ends.size(), static_cast<int>(left)) < 0 && errno != EINTR) return false;
    if (ends[0].revents != 0) drain(pipes.output.reading, outcome.output, request.output_max);
    if (ends[1].revents != 0) drain(pipes.error.reading, outcome.error_output, request.output_max);
    if (ends[2].revents != 0) feed(pipes.input.writing, input);
  }
  return true;
}

// Waits for the child's end; false where the time ran out.
bool wait_for(pid_t child, int& status, Time::time_point deadline) {
  while (true) {
    const pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child) return true;
    if (done < 0 && errno != EINTR) return true;
    if (Time::now() >= deadline) return false;
    usleep(200);
  }
}

}  // namespace

base::Result<ProgramOutcome> RealProcesses::run(const ProgramRequest& request) {
  Pipes pipes;
  if (!pipes.make()) return base::Error{base::Code::io, "no pipe can be made", ""};
  // A program that ends before it has read its input would end us too.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  const Time::time_point deadline = Time::now() + request.timeout;
  auto child = spawn({request.argv, request.folder, request.environment}, pipes);
  if (!child.ok()) {
    sigaction(SIGPIPE, &before, nullptr);
    return std::move(child).error();
  }
  pipes.close_other_ends();
  ProgramOutcome outcome;
  int status = 0;
  const bool ended =
      exchange(pipes, request, outcome, deadline) && wait_for(*child, status, deadline);
  if (!ended) kill_group(*child);
  sigaction(SIGPIPE, &before, nullptr);
  if (!ended) {
    return base::Error{
        base::Code::unavailable,
        request.argv.front() + " took longer than " + base::to_words(request.timeout), ""};
  }
  outcome.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

}  // namespace os

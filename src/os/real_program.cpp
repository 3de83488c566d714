#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>

#include "os/real_processes.h"

extern char** environ;  // NOLINT: POSIX names it so.

namespace os {
namespace {

using Time = std::chrono::steady_clock;

// One end of a pipe; closed by the destructor.
class End {
 public:
  End() = default;
  explicit End(int fd) : fd_(fd) {}
  End(const End&) = delete;
  End& operator=(const End&) = delete;
  ~End() { close(); }
  void take(int fd) {
    close();
    fd_ = fd;
  }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int fd() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

struct Pipe {
  End reading;
  End writing;
  bool make() {
    std::array<int, 2> fds{};
    if (pipe2(fds.data(), O_CLOEXEC) != 0) return false;
    reading.take(fds[0]);
    writing.take(fds[1]);
    return true;
  }
};

struct Pipes {
  Pipe input;
  Pipe output;
  Pipe error;
  bool make() {
    if (!input.make() || !output.make() || !error.make()) return false;
    // A program that reads nothing must not hold us up.
    return fcntl(input.writing.fd(), F_SETFL, O_NONBLOCK) == 0;
  }
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> environment_of(const ProgramRequest& request) {
  std::vector<std::string> words;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view word(*at);
    const std::string_view name = word.substr(0, word.find('='));
    bool is_replaced = false;
    for (const auto& [key, value] : request.environment) is_replaced |= key == name;
    if (!is_replaced) words.emplace_back(word);
  }
  for (const auto& [key, value] : request.environment) words.push_back(key + "=" + value);
  return words;
}

// The child in a group of its own, so that all that it starts can be ended with it.
base::Result<pid_t> spawn(const ProgramRequest& request, Pipes& pipes) {
  std::vector<std::string> words = request.argv;
  std::vector<std::string> variables = environment_of(request);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (!request.folder.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, request.folder.c_str());
  }
  posix_spawn_file_actions_adddup2(&actions, pipes.input.reading.fd(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.output.writing.fd(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.error.writing.fd(), STDERR_FILENO);
  sigset_t defaults;
  sigset_t none;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int code = posix_spawnp(&child, words.front().c_str(), &actions, &attributes,
                                pointers(words).data(), pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code == 0) return child;
  const bool is_missing = code == ENOENT || code == EACCES;
  return base::Error{is_missing ? base::Code::not_found : base::Code::io,
                     request.argv.front() + " cannot be started: " + std::strerror(code), ""};
}

// Reads what is there; closes the end where there is nothing more to come.
void drain(End& end, std::string& into, std::size_t bytes_max) {
  std::array<char, 16 * 1024> buffer{};
  const ssize_t got = ::read(end.fd(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) return end.close();
  const std::size_t room = bytes_max - std::min(bytes_max, into.size());
  into.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
}

void feed(End& end, std::string_view& input) {
  if (!input.empty()) {
    const ssize_t put = ::write(end.fd(), input.data(), input.size());
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
  while (pipes.output.reading.open() || pipes.error.reading.open()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Time::now()).count();
    if (left <= 0) return false;
    std::array<pollfd, 3> ends{pollfd{pipes.output.reading.fd(), POLLIN, 0},
                               pollfd{pipes.error.reading.fd(), POLLIN, 0},
                               pollfd{pipes.input.writing.fd(), POLLOUT, 0}};
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

void end_group(pid_t child) {
  ::kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

base::Result<ProgramOutcome> RealProcesses::run(const ProgramRequest& request) {
  if (request.argv.empty() || request.argv.front().empty()) {
    return base::Error{base::Code::invalid_params, "no program is named", ""};
  }
  Pipes pipes;
  if (!pipes.make()) return base::Error{base::Code::io, "no pipe can be made", ""};
  // A program that ends before it has read its input would end us too.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  const Time::time_point deadline = Time::now() + request.timeout;
  auto child = spawn(request, pipes);
  if (!child.ok()) {
    sigaction(SIGPIPE, &before, nullptr);
    return std::move(child).error();
  }
  pipes.input.reading.close();
  pipes.output.writing.close();
  pipes.error.writing.close();
  ProgramOutcome outcome;
  int status = 0;
  const bool ended =
      exchange(pipes, request, outcome, deadline) && wait_for(*child, status, deadline);
  if (!ended) end_group(*child);
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

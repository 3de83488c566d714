#include "bench/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace bench {
namespace {

base::Error system_error(const std::string& doing, int number) {
  return {base::Code::io, doing + ": " + std::strerror(number), ""};
}

class Descriptor {
 public:
  Descriptor() = default;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  void take(int number) { number_ = number; }
  int get() const { return number_; }

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  base::Result<void> open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("pipe", errno);
    read.take(ends[0]);
    write.take(ends[1]);
    return {};
  }
};

base::Result<void> fill(Pipe& pipe, const std::string& input) {
  if (::fcntl(pipe.write.get(), F_SETFL, O_NONBLOCK) != 0) return system_error("fcntl", errno);
  const ssize_t written = ::write(pipe.write.get(), input.data(), input.size());
  if (written != static_cast<ssize_t>(input.size()))
    return system_error("filling the pipe", EAGAIN);
  pipe.write.close();
  return {};
}

std::string drain(const Pipe& pipe) {
  std::string text;
  char bytes[4096];
  ssize_t count = 0;
  while ((count = ::read(pipe.read.get(), bytes, sizeof bytes)) > 0) {
    text.append(bytes, static_cast<std::size_t>(count));
  }
  return text;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }

  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

base::Result<Outcome> spawn(const Command& command, const Environment& environment) {
  Pipe input;
  Pipe output;
  TRY(input.open());
  TRY(output.open());
  TRY(fill(input, command.input));

  FileActions actions;
  ::posix_spawn_file_actions_addchdir_np(actions.get(), command.folder.c_str());
  ::posix_spawn_file_actions_adddup2(actions.get(), input.read.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(actions.get(), output.write.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(actions.get(), output.write.get(), STDERR_FILENO);
  const std::vector<char*> arguments = pointers(command.arguments);
  const std::vector<char*> variables = pointers(environment);

  const auto started = std::chrono::steady_clock::now();
  pid_t pid = 0;
  const int failure = ::posix_spawnp(&pid, arguments[0], actions.get(), nullptr, arguments.data(),
                                     variables.data());
  if (failure != 0) return system_error("starting " + command.arguments[0], failure);
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0) {
    if (errno != EINTR) return system_error("wait4", errno);
  }
  const auto ended = std::chrono::steady_clock::now();

  output.write.close();
  Outcome outcome;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.elapsed = ended - started;
  outcome.peak_kib = usage.ru_maxrss;
  outcome.output = drain(output);
  return outcome;
}

}  // namespace bench

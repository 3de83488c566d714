#include "os/detached.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "os/system_call.h"

extern char** environ;  // NOLINT: POSIX names it so.

namespace os {
namespace {

// Set up and torn down together.
struct Attributes {
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};

  Attributes() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
};

// Every signal at its default: a host may ignore or block some, and we ignore two ourselves. Not
// those above, of which the C library keeps two for itself.
void forget_signals(posix_spawnattr_t& attributes) {
  constexpr int kSignalLast = 31;
  sigset_t all;
  sigset_t none;
  sigemptyset(&all);
  sigemptyset(&none);
  for (int number = 1; number <= kSignalLast; ++number) sigaddset(&all, number);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
}

}  // namespace

base::Result<Pid> RealDetachedPrograms::start(const std::vector<std::string>& argv) {
  if (argv.empty() || argv.front().empty()) {
    return base::Error{base::Code::invalid_params, "no program is named", ""};
  }
  Attributes how;
  posix_spawn_file_actions_addopen(&how.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&how.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&how.actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&how.actions, STDERR_FILENO + 1);
  posix_spawn_file_actions_addchdir_np(&how.actions, "/");
  forget_signals(how.attributes);
  posix_spawnattr_setflags(
      &how.attributes,
      static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int code =
      posix_spawn(&child, words.front(), &how.actions, &how.attributes, words.data(), environ);
  if (code == 0) return Pid{child};
  const bool is_missing = code == ENOENT || code == EACCES;
  return base::Error{is_missing ? base::Code::not_found : base::Code::io,
                     argv.front() + " cannot be started: " + std::strerror(code), ""};
}

bool RealDetachedPrograms::has_ended(Pid pid) {
  // Zero and negative numbers would name groups of processes.
  if (pid <= 0) return true;
  int status = 0;
  return retried([&] { return ::waitpid(static_cast<pid_t>(pid), &status, WNOHANG); }) != 0;
}

}  // namespace os

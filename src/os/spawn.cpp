#include "os/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

#include "os/system_call.h"

extern char** environ;  // NOLINT: POSIX names it so.

namespace os {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> environment_of(const SpawnRequest& request) {
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

}  // namespace

void PipeEnd::take(int descriptor) {
  close();
  descriptor_ = descriptor;
}

void PipeEnd::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

bool PipeEnds::make() {
  std::array<int, 2> descriptors{};
  if (pipe2(descriptors.data(), O_CLOEXEC) != 0) return false;
  reading.take(descriptors[0]);
  writing.take(descriptors[1]);
  return true;
}

bool Pipes::make() {
  if (!input.make() || !output.make() || !error.make()) return false;
  return fcntl(input.writing.descriptor(), F_SETFL, O_NONBLOCK) == 0;
}

void Pipes::close_other_ends() {
  input.reading.close();
  output.writing.close();
  error.writing.close();
}

base::Result<pid_t> spawn(const SpawnRequest& request, Pipes& pipes) {
  if (request.argv.empty() || request.argv.front().empty()) {
    return base::Error{base::Code::invalid_params, "no program is named", ""};
  }
  std::vector<std::string> words = request.argv;
  std::vector<std::string> variables = environment_of(request);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (!request.folder.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, request.folder.c_str());
  }
  posix_spawn_file_actions_adddup2(&actions, pipes.input.reading.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.output.writing.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.error.writing.descriptor(), STDERR_FILENO);
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

void kill_group(pid_t child) {
  ::kill(-child, SIGKILL);
  int status = 0;
  retried([&] { return ::waitpid(child, &status, 0); });
}

}  // namespace os

// What the tests of the real doors need of the machine: a folder, a child process, a pipe.
#pragma once
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/check.h"
#include "os/files.h"

namespace os {

// Gone, with all that is in it, at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = ::testing::TempDir() + "holdfast-os-XXXXXX";
    CHECK(::mkdtemp(name.data()) != nullptr);
    // Without links and doubled slashes, so that real paths can be compared with it.
    path_ = std::filesystem::canonical(name);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const Path& path() const { return path_; }
  Path operator/(std::string_view name) const { return path_ / name; }

 private:
  Path path_;
};

class Pipe {
 public:
  Pipe() { CHECK(::pipe(ends_.data()) == 0); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_reader();
    close_writer();
  }

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_reader() { close_end(ends_[0]); }
  void close_writer() { close_end(ends_[1]); }

  void put(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(writer(), bytes.data(), bytes.size());
      CHECK(written > 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // Everything until the last writer is gone.
  std::string drain() {
    close_writer();
    std::string bytes;
    std::array<char, 4096> chunk;
    while (true) {
      const ssize_t got = ::read(reader(), chunk.data(), chunk.size());
      if (got <= 0) return bytes;
      bytes.append(chunk.data(), static_cast<std::size_t>(got));
    }
  }

  // Waits for one byte: how a child says that it has come so far.
  void await_byte() const {
    char byte = 0;
    CHECK(::read(reader(), &byte, 1) == 1);
  }

 private:
  static void close_end(int& end) {
    if (end != -1) ::close(end);
    end = -1;
  }

  std::array<int, 2> ends_{-1, -1};
};

// Runs `body` in a child, which then exits with 0; killed at the end if it is still there.
class ChildProcess {
 public:
  template <typename Body>
  explicit ChildProcess(Body body) : pid_(::fork()) {
    CHECK(pid_ != -1);
    if (pid_ == 0) {
      // A test that is broken off leaves nothing running.
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      body();
      ::_exit(0);
    }
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() {
    if (!waited_) kill_and_wait();
  }

  pid_t pid() const { return pid_; }

  void kill_and_wait() {
    ::kill(pid_, SIGKILL);
    wait();
  }

  // The exit code; 128 and the signal's number where one ended it.
  int wait() {
    int status = 0;
    CHECK(::waitpid(pid_, &status, 0) == pid_);
    waited_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  // Until the child has ended but is not yet waited for: a zombie.
  void await_zombie() const {
    siginfo_t info{};
    CHECK(::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) == 0);
  }

 private:
  pid_t pid_;
  bool waited_ = false;
};

// For children: holds on until killed, but not for ever.
inline void hold_on() {
  ::sleep(60);
  ::_exit(99);
}

}  // namespace os

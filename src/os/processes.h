// The door to processes: who started us, who is still alive, and is it still the same one.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "os/child.h"
#include "os/files.h"

namespace os {

using Pid = std::int64_t;

struct ProcessInfo {
  Pid pid = 0;
  Pid parent = 0;
  std::string name;          // The kernel's short name ("bash", "node").
  std::string command_line;  // Arguments joined by spaces; at most 4 KiB. Empty for kernel threads.
  std::uint64_t start_ticks = 0;  // Since boot; with the pid it names one process for ever.
};

// A program to run to its end. No shell is ever involved.
struct ProgramRequest {
  std::vector<std::string> argv;  // Without a slash in the first word it is looked for in $PATH.
  Path folder;
  std::string input;  // Its standard input.
  // Set besides what this process has.
  std::vector<std::pair<std::string, std::string>> environment;
  base::Millis timeout{2000};
  std::size_t output_max = 1024 * 1024;  // Bytes of each stream; what is more is thrown away.
};

struct ProgramOutcome {
  int exit_code = 0;  // 128 and the signal's number where a signal ended it.
  std::string output;
  std::string error_output;
};

class Processes {
 public:
  Processes() = default;
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  virtual ~Processes() = default;

  virtual Pid self() = 0;
  // Code::not_found where there is no such process (a zombie counts as gone).
  virtual base::Result<ProcessInfo> info(Pid pid) = 0;
  // One id for each boot of this machine; "" where the system does not tell.
  virtual std::string boot_id() = 0;
  // "NAME=value", as the process was started. Errors as for `info`; Code::io where the system does
  // not show them.
  virtual base::Result<std::vector<std::string>> variables_of(Pid pid) = 0;
  // Who made the terminal on our standard input and feeds it: the terminal's window, sshd, tmux,
  // `script`. Code::not_found where there is no terminal or the system does not tell.
  virtual base::Result<Pid> terminal_maker() = 0;
  virtual std::string host_name() = 0;
  // Code::not_found where there is no such program; Code::unavailable where it took too long, and
  // then it and all that it started are gone.
  virtual base::Result<ProgramOutcome> run(const ProgramRequest& request) = 0;
  // Starts a program and leaves it running. Code::not_found where there is no such program.
  virtual base::Result<std::unique_ptr<Child>> start(const ChildRequest& request) = 0;
};

}  // namespace os

// The door to processes: who started us, who is still alive, and is it still the same one.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"

namespace os {

using Pid = std::int64_t;

struct ProcessInfo {
  Pid pid = 0;
  Pid parent = 0;
  std::string name;          // The kernel's short name ("bash", "node").
  std::string command_line;  // Arguments joined by spaces; at most 4 KiB. Empty for kernel threads.
  std::uint64_t start_ticks = 0;  // Since boot; with the pid it names one process for ever.
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
  virtual std::string host_name() = 0;
};

}  // namespace os

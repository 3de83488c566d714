#include "os/real_processes.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/text.h"
#include "os/system_call.h"

namespace os {
namespace {

constexpr std::size_t kCommandLineBytesMax = 4096;

struct Start {
  std::string bytes;
  int error_number = 0;
};

// Up to 4 KiB from the start of a file of /proc, which gives that much in one read.
Start read_start(const std::string& path) {
  const int descriptor = retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (descriptor == -1) return {"", errno};
  std::array<char, kCommandLineBytesMax> buffer;
  const ssize_t got = retried([&] { return ::read(descriptor, buffer.data(), buffer.size()); });
  const int error_number = got == -1 ? errno : 0;
  ::close(descriptor);
  if (got == -1) return {"", error_number};
  return {std::string(buffer.data(), static_cast<std::size_t>(got)), 0};
}

base::Error no_such_process(Pid pid) {
  return {base::Code::not_found, "there is no process " + std::to_string(pid), ""};
}

// /proc may hide the processes of other users; they are alive all the same.
bool is_hidden(Pid pid) { return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM; }

std::string command_line_of(std::string arguments) {
  while (!arguments.empty() && arguments.back() == '\0') arguments.pop_back();
  std::replace(arguments.begin(), arguments.end(), '\0', ' ');
  return arguments;
}

}  // namespace

std::optional<ProcessStat> process_stat_from_text(std::string_view line) {
  // pid (name) state ppid ...: the name is free text, so only the last parenthesis ends it.
  constexpr std::size_t kState = 0;
  constexpr std::size_t kParent = 1;
  constexpr std::size_t kStartTicks = 19;
  const std::size_t open = line.find('(');
  const std::size_t close = line.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return std::nullopt;
  }
  const std::string_view after_name = base::trim(line.substr(close + 1));
  const std::vector<std::string_view> fields = base::split(after_name, ' ');
  if (fields.size() <= kStartTicks || fields[kState].size() != 1) return std::nullopt;
  const std::optional<std::uint64_t> parent = base::to_number(fields[kParent]);
  const std::optional<std::uint64_t> start_ticks = base::to_number(fields[kStartTicks]);
  if (!parent || !start_ticks) return std::nullopt;
  return ProcessStat{static_cast<Pid>(*parent),
                     std::string(line.substr(open + 1, close - open - 1)), fields[kState].front(),
                     *start_ticks};
}

Pid RealProcesses::self() { return ::getpid(); }

base::Result<ProcessInfo> RealProcesses::info(Pid pid) {
  // Zero and negative numbers would name groups of processes.
  if (pid <= 0 || pid > std::numeric_limits<pid_t>::max()) return no_such_process(pid);
  const std::string folder = "/proc/" + std::to_string(pid);
  const Start stat = read_start(folder + "/stat");
  if (stat.error_number == ENOENT || stat.error_number == ESRCH) {
    if (!is_hidden(pid)) return no_such_process(pid);
    return io_error(folder, "the system does not show this process");
  }
  if (stat.error_number != 0) return system_error(stat.error_number, folder);
  std::optional<ProcessStat> parsed = process_stat_from_text(stat.bytes);
  if (!parsed) return io_error(folder + "/stat", "is not understood");
  const bool is_gone = parsed->state == 'Z' || parsed->state == 'X' || parsed->state == 'x';
  if (is_gone) return no_such_process(pid);
  return ProcessInfo{pid, parsed->parent, std::move(parsed->name),
                     command_line_of(read_start(folder + "/cmdline").bytes), parsed->start_ticks};
}

std::string RealProcesses::boot_id() {
  return std::string(base::trim(read_start("/proc/sys/kernel/random/boot_id").bytes));
}

std::string RealProcesses::host_name() {
  std::array<char, 256> name{};
  // The last byte stays 0: a name that is cut need not be ended by the system.
  if (::gethostname(name.data(), name.size() - 1) == -1) return "";
  return name.data();
}

}  // namespace os

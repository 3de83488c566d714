// Who is at the other end of a terminal, and what a process was started with. Linux tells both in
// /proc, of the processes of the same user.
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "os/real_processes.h"
#include "os/system_call.h"

namespace os {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kFirstTerminalMajor = 136;  // Of the kernel's pseudo-terminals.
constexpr unsigned kLastTerminalMajor = 143;
constexpr unsigned kMinorBits = 8;

// The number N of our standard input's /dev/pts/N.
std::optional<std::uint64_t> terminal_number() {
  struct stat status {};
  if (::isatty(STDIN_FILENO) != 1 || ::fstat(STDIN_FILENO, &status) == -1) return std::nullopt;
  const unsigned first = gnu_dev_major(status.st_rdev);
  if (first < kFirstTerminalMajor || first > kLastTerminalMajor) return std::nullopt;
  return (std::uint64_t{first - kFirstTerminalMajor} << kMinorBits) + gnu_dev_minor(status.st_rdev);
}

std::string whole_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Whether this open file is the end of the terminal from which it is fed.
bool feeds(const fs::path& process, const fs::path& descriptor, std::uint64_t number) {
  std::error_code error;
  const fs::path target = fs::read_symlink(process / "fd" / descriptor, error);
  if (error || (target != "/dev/ptmx" && target != "/dev/pts/ptmx")) return false;
  constexpr std::string_view kKey = "tty-index:";
  const std::string text = whole_file(process / "fdinfo" / descriptor);
  for (const std::string_view line : base::split(text, '\n')) {
    if (!line.starts_with(kKey)) continue;
    return base::to_number(base::trim(line.substr(kKey.size()))) == number;
  }
  return false;
}

bool feeds(const fs::path& process, std::uint64_t number) {
  std::error_code error;
  // Other users' open files cannot be read: they end the loop before it begins.
  for (fs::directory_iterator at(process / "fd", error), end; !error && at != end;
       at.increment(error)) {
    if (feeds(process, at->path().filename(), number)) return true;
  }
  return false;
}

}  // namespace

base::Result<std::vector<std::string>> RealProcesses::variables_of(Pid pid) {
  TRY(info(pid));
  const std::string path = "/proc/" + std::to_string(pid) + "/environ";
  // The kernel shows it to the same user alone.
  if (::access(path.c_str(), R_OK) == -1) return system_error(errno, path);
  std::vector<std::string> variables;
  const std::string text = whole_file(path);
  for (const std::string_view variable : base::split(text, '\0')) {
    if (!variable.empty()) variables.emplace_back(variable);
  }
  return variables;
}

base::Result<Pid> RealProcesses::terminal_maker() {
  const base::Error unknown{base::Code::not_found, "nothing tells who made this terminal", ""};
  const auto number = terminal_number();
  if (!number) return unknown;
  std::optional<ProcessInfo> maker;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const auto pid = base::to_number(at->path().filename().native());
    if (!pid || !feeds(at->path(), *number)) continue;
    // What it started since may have inherited the open file.
    const auto found = info(static_cast<Pid>(*pid));
    if (found.ok() && (!maker || found->start_ticks < maker->start_ticks)) maker = *found;
  }
  if (!maker) return unknown;
  return maker->pid;
}

}  // namespace os

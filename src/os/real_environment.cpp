#include "os/real_environment.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

namespace os {

std::optional<std::string> RealEnvironment::get(std::string_view name) {
  const char* const value = std::getenv(std::string(name).c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

Path RealEnvironment::current_folder() {
  const std::unique_ptr<char, void (*)(void*)> folder(::getcwd(nullptr, 0), &::free);
  // The folder may have been removed under us; the root belongs to no project.
  return folder == nullptr ? Path("/") : Path(folder.get());
}

bool RealEnvironment::has_terminal() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

bool RealEnvironment::output_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

std::uint32_t RealEnvironment::user_id() { return ::geteuid(); }

Path RealEnvironment::program() {
  constexpr std::string_view kDeleted = " (deleted)";
  std::string target(4096, '\0');
  const ssize_t size = ::readlink("/proc/self/exe", target.data(), target.size());
  if (size <= 0) return {};
  target.resize(static_cast<std::size_t>(size));
  // After an upgrade in place the kernel marks the old program; the new one lies at the same path.
  if (target.ends_with(kDeleted)) target.resize(target.size() - kDeleted.size());
  return target;
}

Path RealEnvironment::started_as() {
  const std::string_view name = program_invocation_name;
  if (name.find('/') == name.npos) return {};
  // Asked by every hook, and mostly there is nothing to put in order.
  const bool is_plain = name.starts_with('/') && name.find("//") == name.npos &&
                        name.find("/./") == name.npos && name.find("/../") == name.npos;
  return is_plain ? Path(name) : normalised(current_folder(), name);
}

}  // namespace os

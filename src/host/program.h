// What can be told of a program by looking at its file, without running it.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "os/system.h"

namespace host {

// "2.1.325" as numbers that compare; nothing where the text does not start with such.
struct ProgramVersion {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  std::uint64_t patch = 0;
  auto operator<=>(const ProgramVersion&) const = default;
};
std::optional<ProgramVersion> version_from_text(std::string_view text);
std::string to_string(const ProgramVersion& version);

// Reads the file in pieces; each overlaps the one before, so that no short text is cut in two.
// Ends where `visit` says false, or past a size that no program has.
base::Result<void> scan_file(os::FileSystem& files, const os::Path& path,
                             const std::function<bool(std::string_view piece)>& visit);

// The version that a file of Holdfast says it is.
std::optional<std::string> holdfast_version_of(os::FileSystem& files, const os::Path& path);
std::string this_version();

// Where the shell would find the bare name; nothing where PATH does not have it.
std::optional<os::Path> find_on_path(os::System& system, std::string_view name);
bool is_executable(os::FileSystem& files, const os::Path& path);

}  // namespace host

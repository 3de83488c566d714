#include "host/program.h"

#include <algorithm>

#include "base/text.h"

namespace host {
namespace {

constexpr std::uint64_t kProgramBytesMax = 1024ULL * 1024 * 1024;
constexpr std::size_t kPieceBytes = 4UL * 1024 * 1024;
constexpr std::size_t kOverlapBytes = 256;

// Stands whole in the program's file, where holdfast_version_of of another build finds it.
constexpr std::string_view kBuildMark = "this program is holdfast " HOLDFAST_VERSION;
constexpr std::string_view kName = "holdfast ";

}  // namespace

std::optional<ProgramVersion> version_from_text(std::string_view text) {
  const auto number = [&]() -> std::optional<std::uint64_t> {
    const auto end = std::find_if_not(text.begin(), text.end(), base::is_digit);
    const auto size = static_cast<std::size_t>(end - text.begin());
    const auto value = base::to_number(text.substr(0, size));
    text.remove_prefix(size);
    return value;
  };
  const auto dot = [&] {
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
    return true;
  };
  ProgramVersion version;
  for (std::uint64_t* const part : {&version.major, &version.minor, &version.patch}) {
    if (part != &version.major && !dot()) return std::nullopt;
    const auto value = number();
    if (!value) return std::nullopt;
    *part = *value;
  }
  return version;
}

std::string to_string(const ProgramVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

base::Result<void> scan_file(os::FileSystem& files, const os::Path& path,
                             const std::function<bool(std::string_view piece)>& visit) {
  TRY_ASSIGN(const os::FileInfo info, files.info(path));
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::io, path.string() + ": not a file", ""};
  }
  TRY_ASSIGN(const auto file, files.open(path, {}));
  for (std::uint64_t at = 0; at < kProgramBytesMax; at += kPieceBytes - kOverlapBytes) {
    TRY_ASSIGN(const std::string piece, file->read_at(at, kPieceBytes));
    if (!visit(piece) || piece.size() < kPieceBytes) break;
  }
  return {};
}

std::optional<std::string> holdfast_version_of(os::FileSystem& files, const os::Path& path) {
  std::optional<std::string> found;
  const auto scanned = scan_file(files, path, [&](std::string_view piece) {
    for (std::size_t at = piece.find(kName); at != std::string_view::npos && !found;
         at = piece.find(kName, at + 1)) {
      const auto version = version_from_text(piece.substr(at + kName.size()));
      if (version) found = to_string(*version);
    }
    return !found;
  });
  return scanned.ok() ? found : std::nullopt;
}

std::string this_version() {
  return std::string(kBuildMark.substr(kBuildMark.find(kName) + kName.size()));
}

bool is_executable(os::FileSystem& files, const os::Path& path) {
  const auto info = files.info(path);
  return info.ok() && info->kind == os::FileKind::regular && (info->mode & 0111U) != 0;
}

std::optional<os::Path> find_on_path(os::System& system, std::string_view name) {
  const std::string path = system.environment.text("PATH");
  for (const std::string_view folder : base::split(path, ':')) {
    // An empty or relative folder means another place in every current folder: nothing to install.
    if (!folder.starts_with('/')) continue;
    const os::Path candidate = os::Path(folder) / name;
    if (is_executable(system.files, candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace host

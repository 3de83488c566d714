// Which files are documentation.
#include <algorithm>

#include "base/text.h"
#include "policy/protocol_gate.h"

namespace policy {
namespace {

using Segments = std::vector<std::string_view>;

std::string with_lower_extension(std::string path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return path;
  for (std::size_t at = dot; at < path.size(); ++at) path[at] = base::to_lower(path[at]);
  return path;
}

// `docs/` and `docs/**` are what is below, not a file of that name.
Segments segments_of(std::string_view glob) {
  if (glob.starts_with("./")) glob.remove_prefix(2);
  if (glob.starts_with('/')) glob.remove_prefix(1);
  Segments parts = base::split(glob, '/');
  if (parts.back().empty()) parts.back() = "**";
  if (parts.back() == "**") parts.emplace_back("*");
  return parts;
}

// As base::matches_wildcard, with folders for characters: greedy with one point to come back to,
// never exponential.
bool matches_segments(const Segments& glob, const Segments& path) {
  std::size_t g = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_path = 0;
  while (p < path.size()) {
    if (g < glob.size() && glob[g] == "**") {
      star = g++;
      star_path = p;
    } else if (g < glob.size() && base::matches_wildcard(glob[g], path[p])) {
      ++g;
      ++p;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      p = ++star_path;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == "**") ++g;
  return g == glob.size();
}

// Text by its ending, but what a program is built of.
bool is_build_file(std::string_view name) {
  return name == "CMakeLists.txt" || base::matches_wildcard("requirements*.txt", name) ||
         base::matches_wildcard("constraints*.txt", name);
}

}  // namespace

bool is_documentation(const std::string& file, const std::vector<std::string>& globs) {
  const std::string path = with_lower_extension(file);
  const Segments parts = base::split(path, '/');
  // What is not a plain way down from the root is no file of ours.
  if (std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
        return part.empty() || part == "." || part == "..";
      })) {
    return false;
  }
  if (is_build_file(parts.back())) return false;
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& written) {
    if (written.empty()) return false;
    const std::string glob = with_lower_extension(written);
    if (glob.find('/') == std::string::npos) return base::matches_wildcard(glob, parts.back());
    return matches_segments(segments_of(glob), parts);
  });
}

bool are_documentation(const std::vector<std::string>& files,
                       const std::vector<std::string>& globs) {
  return !files.empty() && std::all_of(files.begin(), files.end(), [&](const std::string& file) {
    return is_documentation(file, globs);
  });
}

}  // namespace policy

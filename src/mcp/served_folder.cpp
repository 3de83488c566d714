#include "mcp/served_folder.h"

#include <algorithm>
#include <vector>

namespace mcp {
namespace {

struct Candidate {
  std::string by;
  os::Path path;  // Without links, where it exists.
};

// Whether `path` is `folder` or below it.
bool is_within(const os::Path& path, const os::Path& folder) {
  const auto [own, other] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return own == folder.end();
}

os::Path resolved(os::System& system, const os::Path& path) {
  const os::Path whole = os::normalised(system.environment.current_folder(), path);
  auto real = system.files.real_path(whole);
  return real.ok() ? *std::move(real) : whole;
}

}  // namespace

ServedFolder served_folder(os::System system, const std::optional<os::Path>& given) {
  std::vector<Candidate> candidates;
  if (given) candidates.push_back({"--project", resolved(system, *given)});
  for (const char* variable : {"SERENA_PROJECT", "CLAUDE_PROJECT_DIR"}) {
    const std::string text = system.environment.text(variable);
    if (!text.empty()) candidates.push_back({variable, resolved(system, text)});
  }
  candidates.push_back({"the current folder", resolved(system, ".")});
  const Candidate& chosen = candidates.front();
  ServedFolder served{chosen.path, ""};
  // Who says so on the command line knows what is where.
  if (given) return served;
  for (const Candidate& other : candidates) {
    if (is_within(other.path, chosen.path) || is_within(chosen.path, other.path)) continue;
    served.warning = chosen.by + " (" + chosen.path.string() + ") is served, not " + other.by +
                     " (" + other.path.string() + ")";
    return served;
  }
  return served;
}

}  // namespace mcp

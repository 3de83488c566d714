#include "mcp/era.h"

#include <algorithm>

namespace mcp {

bool is_legacy_version(std::string_view version) {
  return std::find(kLegacyVersions.begin(), kLegacyVersions.end(), version) !=
         kLegacyVersions.end();
}

std::string_view negotiated_version(std::string_view requested) {
  const auto* known = std::find(kLegacyVersions.begin(), kLegacyVersions.end(), requested);
  return known == kLegacyVersions.end() ? kLegacyVersions.front() : *known;
}

}  // namespace mcp

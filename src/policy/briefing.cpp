#include "policy/briefing.h"

#include <algorithm>
#include <unordered_set>

#include "base/digest.h"
#include "base/text.h"

namespace policy {
namespace {

constexpr std::string_view kBriefingOpen = "<session-state>\n";
constexpr std::string_view kBriefingClose = "</session-state>";
constexpr std::size_t kPieceHashDigits = 16;

// A piece may have markup of ours, but not this wrapper's: there is one, whatever is told.
std::string without_wrapper(std::string_view text) {
  constexpr std::string_view kName = "session-state";
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<') {
      std::string_view name = text.substr(at + 1);
      if (name.starts_with('/')) name.remove_prefix(1);
      if (base::to_lower(name.substr(0, kName.size())) == kName) {
        result += "&lt;";
        continue;
      }
    }
    result += text[at];
  }
  return result;
}

}  // namespace

std::string piece_hash(const BriefingPiece& piece) {
  return base::to_hex(base::blake2b(base::trim(piece.text))).substr(0, kPieceHashDigits);
}

Briefing brief(std::span<const BriefingPiece> pieces, std::span<const std::string> told,
               const BriefingRules& rules) {
  Briefing briefing;
  std::unordered_set<std::string> known(told.begin(), told.end());
  std::string text(kBriefingOpen);
  if (!rules.title.empty()) text += without_wrapper(rules.title) + "\n";
  for (const BriefingPiece& piece : pieces) {
    const std::string_view said = base::trim(piece.text);
    if (said.empty()) continue;
    std::string hash = piece_hash(piece);
    if (!known.insert(hash).second) continue;
    const std::string line = without_wrapper(said) + "\n";
    if (text.size() + line.size() + kBriefingClose.size() > rules.bytes_max) {
      ++briefing.left_out;
      continue;
    }
    text += line;
    briefing.pieces.push_back({piece.kind, std::move(hash), line.size()});
  }
  if (briefing.pieces.empty()) return briefing;
  briefing.text = text + std::string(kBriefingClose);
  return briefing;
}

}  // namespace policy

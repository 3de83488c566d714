#include "policy/claim.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "policy/plain_line.h"

namespace policy {
namespace {

constexpr std::size_t kMachineBytesMax = 40;
constexpr std::size_t kNameBytesMax = 60;
constexpr std::size_t kWhoBytesMax = kMachineBytesMax + kNameBytesMax + 1;
constexpr std::size_t kPathBytesMax = 200;
constexpr std::size_t kBriefDigits = 8;
constexpr std::size_t kToldMax = 3;

// "14:02 UTC"
std::string minute_of(base::Instant at) {
  constexpr std::size_t kTimeStart = 11;
  constexpr std::size_t kTimeChars = 5;
  return base::to_iso(at).substr(kTimeStart, kTimeChars) + " UTC";
}

}  // namespace

std::string claimed_path(std::string_view path, std::string_view root) {
  while (root.ends_with('/')) root.remove_suffix(1);
  const bool is_below = path.size() > root.size() + 1 && path.starts_with(root) &&
                        path[root.size()] == '/' && !path.ends_with('/');
  if (!is_below) return "";
  const std::string_view below = path.substr(root.size() + 1);
  if (below.find_first_of("*?$[\n") != std::string_view::npos) return "";
  return std::string(below);
}

std::string claim_digest(std::string_view repository_key, std::string_view path) {
  std::string text = "holdfast claim\n";
  text.append(repository_key).append("\n").append(path);
  return base::to_hex(base::sha256(text));
}

bool is_spoken_of(const KnownClaim& claim, const ClaimClock& clock) {
  return clock.now - claim.touched_at < kClaimIsSpokenOf &&
         claim.touched_at - clock.now < kClockMayBeAhead;
}

bool are_fresh(const ClaimClock& clock) {
  return clock.now - clock.as_of < kClaimsAreFresh && clock.as_of - clock.now < kClockMayBeAhead;
}

std::string claim_words(const KnownClaim& claim, const ClaimClock& clock) {
  const base::Millis age = std::max(clock.now - claim.touched_at, base::Millis{0});
  const std::string run = escaped_line(base::clip_utf8(claim.run, kBriefDigits), kNameBytesMax);
  const std::string whose =
      claim.who.empty() ? "this machine" : escaped_line(claim.who, kWhoBytesMax);
  return fmt::format("{}'s run {} touched {} {} ago", whose, run,
                     escaped_line(claim.path, kPathBytesMax), base::to_words(age));
}

std::string claim_warning(const std::vector<KnownClaim>& claims, const ClaimClock& clock) {
  if (claims.empty()) return "";
  std::vector<std::string> told;
  for (const KnownClaim& claim : claims) {
    if (told.size() == kToldMax) break;
    told.push_back(claim_words(claim, clock));
  }
  std::string text = base::join(told, "; ");
  if (claims.size() > kToldMax) text += fmt::format("; and {} more", claims.size() - kToldMax);
  return text + " (claims of the team, as of " + minute_of(clock.as_of) + ")";
}

std::string member_name(std::string_view machine_name, std::string_view member) {
  // What stands behind the dash is the server's word, and must not be pushed out of sight.
  std::string name = plain_line(machine_name, kMachineBytesMax);
  std::replace(name.begin(), name.end(), '/', '-');
  if (!member.empty()) name += "/" + plain_line(member, kNameBytesMax);
  return name;
}

}  // namespace policy

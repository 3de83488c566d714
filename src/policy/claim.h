// Claims: which live run touched which file of a repository. Advice, unless a team's requirement
// makes more of it. Pure functions.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace policy {

// A touch is spoken of for so long; claims that are older than this are not believed by a guard,
// and a clock that is further ahead than this is not believed by anybody.
constexpr std::chrono::minutes kClaimIsSpokenOf{120};
constexpr std::chrono::minutes kClaimsAreFresh{30};
constexpr std::chrono::minutes kClockMayBeAhead{5};

// `path` below `root`, both absolute, normalised and without links: "src/a.cpp". Empty for what is
// not below it, for the root itself, and for what a wildcard or a variable stands in.
std::string claimed_path(std::string_view path, std::string_view root);

// What stands for a file of a repository: 64 digits. Who has the repository can find out which file
// is meant, by trying; nobody else can.
std::string claim_digest(std::string_view repository_key, std::string_view path);

// What is known of one that somebody else has touched.
struct KnownClaim {
  std::string who;  // "desk/ana"; empty: another run on this machine.
  std::string run;
  std::string path;  // As this machine names it.
  base::Instant touched_at;
};
struct ClaimClock {
  base::Instant now;
  base::Instant as_of;  // When the team's server was asked.
};

bool is_spoken_of(const KnownClaim& claim, const ClaimClock& clock);
// Whether a guard may deny by what was known then.
bool are_fresh(const ClaimClock& clock);

// "desk/ana's run 1b9a1d52 touched src/a.cpp 4 min ago": one line, with nothing in it that a name
// or a path of another machine could make of it.
std::string claim_words(const KnownClaim& claim, const ClaimClock& clock);
// Up to three of them: "… (claims of the team, as of 14:02 UTC)". Empty for none.
std::string claim_warning(const std::vector<KnownClaim>& claims, const ClaimClock& clock);

// "ana" on "desk" as people are named: "desk/ana".
std::string member_name(std::string_view machine_name, std::string_view member);

}  // namespace policy

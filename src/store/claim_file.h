// What the team's server said of who touches which file of this repository and which work session,
// kept for hooks, which ask no server: `<local>/cache/claims`, written by a push. Lines of text, so
// that a hook finds one without taking the rest apart. See docs/format/claims.md.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

inline constexpr std::size_t kClaimsMax = 1000;
inline constexpr std::size_t kClaimRunsMax = 200;
inline constexpr std::uint64_t kClaimBytesMax = 512ULL * 1024;

struct ClaimLine {
  std::string file;  // policy::claim_digest
  std::string touched_at;
  std::string run;
  std::string who;   // Empty: this machine.
  std::string path;  // Empty where it is not shared.
};
struct ClaimRunLine {
  std::string work_slug;
  std::string heard_at;
  std::string run;
  std::string who;  // Empty: this machine.
};
struct KeptClaims {
  std::string as_of;
  std::string repository;  // policy::repository_key
  std::vector<ClaimLine> claims;
  std::vector<ClaimRunLine> runs;
};

inline os::Path claims_path(const Layout& layout) { return layout.local() / "cache" / "claims"; }

// All or nothing; what is over the limits is left out, the first ones are kept. A cache: not
// synced.
base::Result<void> keep_claims(os::System system, const Layout& layout, const KeptClaims& claims);
// Nothing where there is none.
base::Result<void> forget_claims(os::System system, const Layout& layout);

// The file as it is. What is no line of ours in it is passed over.
class ClaimFile {
 public:
  // Nothing where there is none, it is another's or it is not ours.
  static std::optional<ClaimFile> read(os::System system, const Layout& layout);

  const std::string& as_of() const { return as_of_; }
  const std::string& repository() const { return repository_; }
  std::vector<ClaimLine> claims_on(std::string_view file) const;
  KeptClaims all() const;

 private:
  std::string text_;
  std::string as_of_;
  std::string repository_;
};

}  // namespace store

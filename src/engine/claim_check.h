// What the team's claims say about a call or a run, from what the last push brought here: a hook
// asks no server. Where nothing was brought, one file that is not there. Private to the engine.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/stores.h"
#include "policy/claim.h"
#include "policy/gate.h"

namespace engine {

// The member of a gate's line in the journal that names what was said of claims, so that each is
// said once a run without another file.
inline constexpr const char* kToldClaims = "claims";

// Those of the files that the targets are which can be claimed, relative to `root`: not what lies
// outside of it, nor what is guarded, nor whole folders.
std::vector<std::string> claimable_files(const std::vector<policy::GateTarget>& targets,
                                         const policy::GuardRoots& roots, std::string_view root);

struct ClaimAdvice {
  std::string warning;            // Empty: nothing new.
  std::vector<std::string> told;  // What it is about, for kToldClaims.
};
// What another live run has touched of what the call would change, unless `run` was told before.
ClaimAdvice claim_advice(Stores& stores, const model::RunId& run, const policy::GateInput& input);

// All that is known of it, in words, for a guard: nothing where it was asked for too long ago.
std::vector<std::string> fresh_claims(Stores& stores, const policy::GateInput& input);

// Who else works on the run's work session, a line each; empty: nobody, or it works on none.
std::string work_mates(Stores& stores, const model::RunId& run);
std::string work_mates(Stores& stores, std::string_view run, std::string_view slug);

}  // namespace engine

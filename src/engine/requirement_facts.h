// What has to be looked up in the world to judge a requirement: files, content, numbers, other
// sessions. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/requirement.h"
#include "policy/requirement.h"
#include "store/git_head.h"

namespace engine {

// Why no file is evidence enough: "no file in .claude/plans with '## Commit Plan'". Empty: one is.
std::string missing_evidence(Stores& stores, const model::EvidenceRule& rule);

// The fingerprint of the content that the rule names, as it is now (docs/requirements.md). The same
// content has the same one after an amend or a rebase.
base::Result<std::string> fingerprint_of(Stores& stores, const model::FingerprintRule& rule);

// What a dynamic requirement measures; younger than cache_ttl it is taken from <local>/cache.
// refused where a program of an untrusted project would have to run. `session` is who asks.
base::Result<policy::Measure> measure(Stores& stores, const model::Requirement& requirement,
                                      const store::GitHead& head, const std::string& session);

// Live sessions of this worktree besides `own`, each as people know it: "1f0c22aa on main".
std::vector<std::string> other_sessions(Stores& stores, const std::string& own);

}  // namespace engine

// Are the requirements met? For scripts and for CI.
#pragma once
#include "engine/requirement.h"

namespace engine {

struct RequirementsVerdict {
  std::string branch;
  std::string session;  // Short id; empty where none was asked about.
  bool enabled = true;  // The layer as a whole.
  std::size_t met = 0;
  std::vector<RequirementLine> unmet;   // Those that block.
  std::vector<RequirementLine> warned;  // Not met either, but they only warn or observe.
  std::vector<std::string> faults;

  bool ok() const { return unmet.empty(); }
};

// Every enabled requirement as it stands for a session. Without one those that no session is needed
// for: what is kept for the branch or for good, guards of the branch, and measures.
RequirementsVerdict verify_requirements(Workspace& workspace,
                                        const std::optional<RequirementSessionId>& session);

}  // namespace engine

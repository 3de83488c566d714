// What sessions left to those after them, for all projects: from their mirrors.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/continuity.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/page.h"
#include "model/session_state.h"

namespace engine::dashboard {

// `to` took over from `from`.
struct ContinuityLink {
  std::string from;
  std::string to;
  std::optional<double> score;
  std::string at;
};
struct ContinuityPage {
  Page<model::SessionState> sessions;  // Texts are redacted: a mirror may be another program's.
  std::vector<ContinuityLink> links;   // Among these sessions, and out of them; each once.
};
// The newest first.
base::Result<ContinuityPage> continuity_sessions(Dashboard& dashboard,
                                                 const PageQuestion& question);
// A session, by its id or any name of its run, and those before it; leaves no trace, unlike
// session_chain. not_found, invalid_value for a depth outside 1 to kChainDepthMax.
base::Result<ContinuityPage> continuity_chain(Dashboard& dashboard, const std::string& session,
                                              std::int64_t depth);

struct ProjectScores {
  std::string project;
  ScoreReport report;
  std::string preamble;
};
// What a session that begins now in this project would take over, and why.
base::Result<ProjectScores> continuity_scores(Dashboard& dashboard, const std::string& project);

}  // namespace engine::dashboard

// A person's own settings, for all their projects: what a repository's files have no say in.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/config.h"

namespace model {

// What leaves this machine for a team's server: who did what when, or also the words of it.
enum class FleetShare { metadata, full };
// When that happens: after each turn, in the background, or only when somebody says so.
enum class FleetPushWhen { turn, manual };

struct UserConfig {
  std::string file;  // Where it was read, or would be.

  std::string index_path;  // index.path; empty: <data home>/holdfast/holdfast.db
  std::string index_url;   // index.url: postgresql://… of a team.
  FleetShare fleet_share = FleetShare::metadata;   // fleet.share
  FleetPushWhen fleet_push = FleetPushWhen::turn;  // fleet.push

  std::string cost_prices;                    // cost.prices: a price file that overrides ours.
  std::vector<std::string> cost_claude_dirs;  // cost.claude_dirs; empty: ~/.claude/projects
  std::vector<std::string> cost_codex_dirs;   // cost.codex_dirs; empty: ~/.codex/sessions
  std::vector<std::string> cost_gemini_dirs;  // cost.gemini_dirs; empty: ~/.gemini/tmp
  // cost.session_budget_usd, cost.day_budget_usd, cost.month_budget_usd
  std::optional<double> session_budget_usd;
  std::optional<double> day_budget_usd;
  std::optional<double> month_budget_usd;

  // Document S3's files. session_persistence.layout: `holdfast` (the default) or `openclaw`.
  bool openclaw_layout = false;
  std::string sessions_dir;  // session_persistence.sessions_dir; empty: the layout's own.
  std::string pins_file;     // pins.file; empty: the layout's own.

  std::vector<ConfigProblem> problems;
};

}  // namespace model

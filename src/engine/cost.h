// What the work cost, from the hosts' own transcripts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"

namespace engine {

struct TokenCount {
  std::uint64_t input = 0;
  std::uint64_t output = 0;
  std::uint64_t cache_read = 0;
  std::uint64_t cache_write = 0;
  std::uint64_t web_searches = 0;
  std::uint64_t requests = 0;
};

struct CostRow {
  std::string key;     // The day, project, session, branch, work session, agent or model.
  std::string detail;  // A title for people; may be empty.
  TokenCount tokens;
  double usd = 0;             // Of what has a price.
  bool has_unpriced = false;  // Some of its tokens are of a model without one.
  std::optional<double> host_usd =
      {};  // By session: what the host itself counted, where it says so.
};

enum class CostBy { day, project, session, branch, work, agent, model };

struct CostQuery {
  CostBy by = CostBy::day;
  std::optional<std::string> since;    // A day, "2026-11-01", or "7d": the last seven, with today.
  std::optional<std::string> until;    // With that day.
  bool utc = false;                    // Days of UTC; else those of the user's time zone.
  std::optional<os::Path> project;     // Only what was done in this folder's project; none: all.
  std::optional<std::string> session;  // Only this one, or those that begin so.
  std::optional<std::string> current_session;  // Whose budget is looked at.
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct UnpricedModel {
  std::string model;
  TokenCount tokens;
};

// A limit of the user's own, and how much of it is gone. It only warns; see docs/cost.md for what
// blocks.
struct BudgetState {
  std::string name;  // "session", "day", "month"
  double limit_usd = 0;
  double spent_usd = 0;
  bool is_over() const { return spent_usd > limit_usd; }
};

// Sessions for which the host keeps its own sum (`cost-state`), and how many of those are not ours.
struct CostCheck {
  std::size_t sessions = 0;
  std::size_t differing = 0;
};

struct CostReport {
  CostRow total;
  std::vector<CostRow> rows;            // Days in their order; others by what they cost.
  std::vector<UnpricedModel> unpriced;  // Never guessed.
  std::vector<BudgetState> budgets;     // Those that are set.
  CostCheck check;                      // Of all that is there, whatever was asked for.
  std::vector<std::string> problems;    // Files that could not be read.
};
// invalid_value for a day that is none. What cannot be read is listed, and stops nothing.
base::Result<CostReport> cost_report(os::System system, const CostQuery& query);

}  // namespace engine

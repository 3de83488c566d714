// The index as lists: pages of what all projects have, each a walk along an index of the database
// from where the page begins, whatever the number of rows. Reads only; errors as index.h has them.
// Where the index is a fleet's, a row says which machine's it is, and a cursor takes that over.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "index/index.h"
#include "index/rows.h"

namespace indexing {

// What the index can say of a run by itself; whether an open one lives is for its process to say.
enum class RunStanding { open, ended, broken };

// What lists show of a run. An empty text is NULL.
struct RunListRow {
  std::string uid;
  std::string project_id;
  std::string project_name;
  std::int64_t version = 0;
  std::string mode;
  std::string phase;
  std::string started_at;
  std::string ended_at;
  std::string end_reason;
  std::string host;  // The machine.
  std::string boot_id;
  std::int64_t pid = 0;
  std::string pid_start;
  std::string heartbeat_at;
  std::string channel;  // The agent's host.
  std::string branch;
  std::string worktree;
  std::string work_slug;
  std::string trust;
  std::string missing_since;
  std::string last_tool;  // What it asked the gate for last.
  std::string last_at;
  bool last_allowed = true;
  std::string last_summary;
  std::int64_t denials = 0;
  std::int64_t faults = 0;
  std::string paused_until;
  std::optional<double> cost;
  std::string machine;  // Empty: this one.

  RunStanding standing() const;
};

struct RunListQuery {
  std::optional<std::string> project;  // Its id.
  std::optional<RunStanding> standing;
  std::optional<RunCursor> after;
  std::size_t limit = 50;
};

// Runs whose holder may live: those of this boot, and those that were heard of since a moment.
struct HeldRunsQuery {
  std::string boot_id;
  std::string since;
  std::size_t limit = 1000;  // Of each kind.
};

struct DenialListRow {
  std::int64_t number = 0;  // The event's, which follows time; a page ends behind it.
  std::string run_uid;
  std::string project_id;
  std::string project_name;
  std::uint64_t line = 0;  // In the run's journal.
  std::string at;
  std::string tool;
  std::string rule;
  std::string message;
  std::string next_step;
  std::string machine;  // Empty: this one.
};
struct DenialListQuery {
  std::optional<std::string> project;
  std::optional<std::string> run;
  std::optional<std::int64_t> before;  // The number that the page before ended with.
  std::size_t limit = 50;
};

struct ViolationListRow {
  std::int64_t number = 0;
  std::string run_uid;  // Whose journal told it.
  std::string project_name;
  ViolationRow violation;
  std::string machine;  // Empty: this one.
};
struct ViolationListQuery {
  std::optional<std::string> project;
  std::optional<std::int64_t> before;
  std::size_t limit = 50;
};

struct FaultListRow {
  std::string run_uid;
  std::string project_id;
  std::string project_name;
  std::string at;
  std::string payload;
  std::string machine;  // Empty: this one.
};

struct WorkCursor {
  std::string updated_at;
  std::string id;
  std::string machine;
};
struct WorkPageQuery {
  std::optional<std::string> project;
  std::optional<std::string> status;
  std::optional<std::string> phase;
  std::optional<WorkCursor> after;
  std::size_t limit = 50;
};

struct ProjectListRow {
  ProjectRow project;
  std::string last_run_at;
  std::string machine;  // Empty: this one.
};

// What happened since a moment.
struct ActivityCounts {
  std::int64_t runs = 0;
  std::int64_t tool_calls = 0;
  std::int64_t denials = 0;
};

struct AgentListRow {
  AgentRow agent;
  std::optional<std::int64_t> input_tokens;
  std::optional<std::int64_t> output_tokens;
  std::optional<double> cost;
};

// What agents used, summed up: of runs whose beginning is known, each on the day on which it began,
// in UTC.
enum class SpentBy { day, machine, project, model, session };
struct SpentQuery {
  SpentBy by = SpentBy::day;
  std::string since;  // Runs that began then or later; empty: all.
  std::string until;  // And before this; empty: all.
  std::optional<std::string> project;
  std::size_t limit = 1000;
};
struct SpentRow {
  std::string key;      // The day, machine, project, model or run. Empty: not known; this machine.
  std::string detail;   // The project's name, of projects and sessions.
  std::string machine;  // Of a session. Empty: this one.
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<double> cost;  // Of what has a price.
  bool has_unpriced = false;   // Some of it has none.
};

struct NamedRun {
  std::string uid;
  std::string project_id;
  std::string machine;  // Empty: this one.
};

class Lists {
 public:
  Lists() = default;
  Lists(const Lists&) = delete;
  Lists& operator=(const Lists&) = delete;
  virtual ~Lists() = default;

  // Newest first; those whose beginning is not known last.
  virtual base::Result<std::vector<RunListRow>> runs(const RunListQuery& query) = 0;
  virtual base::Result<std::optional<RunListRow>> run(const std::string& uid) = 0;
  // Newest first.
  virtual base::Result<std::vector<RunListRow>> runs_of_work(const std::string& project,
                                                             const std::string& slug,
                                                             std::size_t limit) = 0;
  // Each once, in no order that means anything.
  virtual base::Result<std::vector<RunListRow>> held_runs(const HeldRunsQuery& query) = 0;
  // Those that are not ended, the last heard of first.
  virtual base::Result<std::vector<RunListRow>> open_runs(std::size_t limit) = 0;
  virtual base::Result<std::vector<AgentListRow>> agents(const std::string& run) = 0;

  // Newest first.
  virtual base::Result<std::vector<DenialListRow>> denials(const DenialListQuery& query) = 0;
  virtual base::Result<std::vector<ViolationListRow>> violations(
      const ViolationListQuery& query) = 0;
  virtual base::Result<std::vector<FaultListRow>> faults(std::size_t limit) = 0;

  // The last changed first; those that never were last.
  virtual base::Result<std::vector<WorkRow>> work(const WorkPageQuery& query) = 0;

  virtual base::Result<std::optional<WorkRow>> work_row(const std::string& project,
                                                        const std::string& slug) = 0;

  // Days in their order, others by what they cost.
  virtual base::Result<std::vector<SpentRow>> spent(const SpentQuery& query) = 0;

  // By name.
  virtual base::Result<std::vector<ProjectListRow>> projects() = 0;
  // The ids of the projects that have this id, or else this name.
  virtual base::Result<std::vector<std::string>> projects_named(const std::string& text) = 0;
  virtual base::Result<ActivityCounts> counts_since(base::Instant moment) = 0;
  // Runs of this id or alias, or else those whose id begins so; at most three.
  virtual base::Result<std::vector<NamedRun>> runs_named(const std::string& text) = 0;
  virtual base::Result<std::vector<DocumentHit>> search(const DocumentQuery& query) = 0;
};

}  // namespace indexing

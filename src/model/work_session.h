// A work session: one piece of work (spec, plan, build, docs) as document S2 keeps it in the
// repository, in `agents/sessions/{slug}/state.json`.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/named.h"

namespace model {

// The literal value of "$schema" (S2-19).
inline constexpr std::string_view kWorkSchema =
    "Session state manifest v2 - programmatic updates only";

enum class WorkType { full, quick, research };
std::optional<WorkType> from_name(std::string_view name, WorkType*);
std::string_view name_of(WorkType type);
inline constexpr std::array kWorkTypes{WorkType::full, WorkType::quick, WorkType::research};

enum class WorkPhase { spec, plan, build, docs, complete };
std::optional<WorkPhase> from_name(std::string_view name, WorkPhase*);
std::string_view name_of(WorkPhase phase);
inline constexpr std::array kWorkPhases{WorkPhase::spec, WorkPhase::plan, WorkPhase::build,
                                        WorkPhase::docs, WorkPhase::complete};
// Those that have times of their own in `phase_history`: all but complete (S2-89).
constexpr std::size_t kTimedPhases = 4;

enum class WorkStatus { active, paused, complete, failed };
std::optional<WorkStatus> from_name(std::string_view name, WorkStatus*);
std::string_view name_of(WorkStatus status);
inline constexpr std::array kWorkStatuses{WorkStatus::active, WorkStatus::paused,
                                          WorkStatus::complete, WorkStatus::failed};

struct PhaseTimes {
  std::optional<std::string> started_at;
  std::optional<std::string> completed_at;
  bool operator==(const PhaseTimes&) const = default;
};

struct BuildProgress {
  std::int64_t total = 0;  // Files of the other tool also have null, which reads as 0.
  std::vector<std::int64_t> completed;
  std::optional<std::int64_t> current;
  bool operator==(const BuildProgress&) const = default;
};

struct WorkGit {
  std::optional<std::string> branch;
  std::optional<std::string> worktree;
  std::optional<std::string> base_branch;
  bool operator==(const WorkGit&) const = default;
};

struct WorkCommit {
  std::string sha;
  std::string message;
  std::optional<std::int64_t> checkpoint;
  std::string created_at;
  bool operator==(const WorkCommit&) const = default;
};

// Paths relative to the session's folder.
struct WorkArtifacts {
  std::string spec{"spec.md"};
  std::string plan{"plan.json"};
  std::string plan_readable{"plan.md"};
  bool operator==(const WorkArtifacts&) const = default;
};

// What the manifest says. The file's own bytes stay with the store, which edits them in place: keys
// that are not here, their order and the form of numbers survive every change.
struct WorkSession {
  std::string session_id;
  std::string topic;
  std::string description;
  Named<WorkType> type = WorkType::full;
  std::string created_at;
  std::string updated_at;
  Named<WorkPhase> phase = WorkPhase::spec;
  Named<WorkStatus> status = WorkStatus::active;
  std::array<PhaseTimes, kTimedPhases> phases;  // In the order of WorkPhase.
  BuildProgress build;
  WorkGit git;
  std::vector<WorkCommit> commits;  // In the order they were made (S2-92).
  WorkArtifacts artifacts;

  bool operator==(const WorkSession&) const = default;
  PhaseTimes& times(WorkPhase at) { return phases[static_cast<std::size_t>(at)]; }
  const PhaseTimes& times(WorkPhase at) const { return phases[static_cast<std::size_t>(at)]; }
};

// The whole manifest in the key order of the document.
base::Json to_json(const WorkSession& session);
// parse_error names the key that is missing or of another type; optional keys may be missing.
base::Result<WorkSession> work_session_from_json(const base::Json& json);

}  // namespace model

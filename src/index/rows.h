// What goes into the index, one struct a table of docs/spec/model.md 4.3. An empty text is NULL
// there.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace indexing {

struct ProjectRow {
  std::string id;
  std::string root;
  std::string git_common_dir;
  std::string name;
  std::string working_dir;  // Unique: the newest project of a folder has it.
  std::string created_at;
};

struct RunRow {
  std::string uid;
  std::string project_id;
  std::string note_id;
  std::int64_t version = 0;
  std::string signature;
  std::string mode;
  std::string phase;
  std::string started_at;
  std::string ended_at;
  std::string end_reason;
  std::string host;
  std::string boot_id;
  std::int64_t pid = 0;
  std::string pid_start;
  std::string heartbeat_at;
  std::string channel;  // The agent's host, unless its session says another; see session_states.
  std::string branch;
  std::string worktree;
  std::string transcript;
  std::string resumed_from;
  std::string work_slug;
  std::string trust;  // "verified", the code of what is wrong with the note, or kJournalOnly.
  std::string missing_since;
  std::string paused_until;  // In `run_activity`; not read back.
};
// Of a run that has no note.
constexpr std::string_view kJournalOnly = "journal";

struct AliasRow {
  std::string project_id;
  std::string kind;
  std::string value;
  std::string uid;
};

// Table `session_states`, document S3's own, word for word. Lists are JSON texts.
struct SessionStateRow {
  std::string id;
  std::string start_time;
  std::string end_time;
  std::string channel;
  std::string working_memory;
  std::string hot_topics;
  std::string active_projects;
  std::string pending_tasks;
  std::string recent_learnings;
  std::string confidence_updates;
  std::string sop_interactions;
  std::string previous_session_id;
  std::string continued_by;
  bool crash_recovered = false;
  std::int64_t schema_version = 1;
  std::string created_at;
  std::string updated_at;
};
// Table `session_links`: `to` took over from `from`.
struct SessionLinkRow {
  std::string from_id;
  std::string to_id;
  double score = 0;
  std::string at;
};

// Table `sessions`: a work session.
struct WorkRow {
  std::string id;
  std::string project_id;
  std::string slug;
  std::string title;
  std::string description;
  std::string type;
  std::string phase;
  std::string status;
  std::string workflow_status;
  std::string working_dir;
  std::string session_dir;
  std::string git_branch;
  std::string git_worktree;
  bool spec_exists = false;
  bool plan_exists = false;
  std::int64_t checkpoints_total = 0;
  std::int64_t checkpoints_completed = 0;
  std::optional<std::int64_t> current_checkpoint;
  std::int64_t input_tokens = 0;  // The tokens and the cost are read only: see set_usage.
  std::int64_t output_tokens = 0;
  std::optional<double> cost;
  std::string metadata;
  std::string etag;
  std::string created_at;
  std::string updated_at;
  std::string started_at;
  std::string completed_at;
  std::string missing_since;
  std::string project_name;  // Of the project's row; not written.
  std::string machine;       // Empty: this one. Not written.
};

struct AgentRow {
  std::string id;
  std::string session_id;  // The work session's row; no key, so that a reindex takes nothing away.
  std::string session_slug;
  std::string run_uid;
  std::string type;
  std::string role;  // "main", "subagent"
  std::string name;
  std::string sdk_session_id;
  std::string model;
  std::string working_dir;
  std::string status;
  std::string checkpoint_id;
  std::string error_message;
  std::string created_at;
  std::string updated_at;
  std::string started_at;
  std::string completed_at;
};

// The rows below borrow their texts: they are written at once, by the hundred thousand.
struct EventRow {
  std::uint64_t number = 0;  // In its run's journal.
  std::int64_t millis = 0;   // `at` since 1970.
  std::string_view at;
  std::string_view project_id;
  std::string_view run_uid;
  std::string_view kind;
  std::string_view actor;
  std::string_view payload;
  std::string_view prev_hash;
  std::string_view hash;
};

struct AgentLogRow {
  std::string_view agent_id;
  std::string_view session_id;
  std::string_view sdk_session_id;
  std::string_view category;  // "hook", "response", "phase"
  std::string_view type;
  std::string_view content;
  std::string_view payload;
  std::string_view summary;
  std::string_view tool;
  std::uint64_t entry_index = 0;
  std::string_view checkpoint_id;
  std::string_view at;
  std::optional<std::int64_t> duration_ms;
};

// A decision of the gate that was a no.
struct DenialRow {
  std::string project_id;
  std::string run_uid;
  std::uint64_t line = 0;  // In its run's journal.
  std::string at;
  std::string tool;
  std::string rule;
  std::string message;
  std::string next_step;
};

// What a run asked the gate for last, or did without asking.
struct LastToolRow {
  std::string tool;
  std::string at;
  bool allowed = true;
  std::string summary;
  // Where the run's last tool is the same one, only the time of it is new: a call that was asked
  // for is told by the answer, which says more.
  bool is_call = false;
};

struct ViolationRow {
  std::string project_id;
  std::string session_id;
  std::string at;
  std::string phase;
  std::string requirement;
  std::string severity;
  std::string recovery;
};

struct PhaseEventRow {
  std::string project_id;
  std::string entity;  // "run", "protocol", "workflow", "work"
  std::string entity_id;
  std::string from;
  std::string to;
  std::string actor;
  bool forced = false;
  std::string at;
};

struct MetricRow {
  std::string at;
  std::string name;
  std::string run_uid;
  std::string fields;
};

struct ProtocolRow {
  std::string session_id;
  std::string project_id;
  std::string objective;
  std::string outcome;
  std::string commit_sha;
  std::string key_decisions;
  std::string next_notes;
  std::string ended_at;
};

// Table `requirement_states`, which is ours: one entry of a branch file.
struct RequirementRow {
  std::string project_id;
  std::string branch;
  std::string requirement;
  std::string session;  // Empty: for all sessions.
  bool satisfied = false;
  std::optional<std::int64_t> satisfied_at;
  std::string satisfied_by;
  std::optional<std::int64_t> expires_at;
  bool triggered = false;
  std::optional<std::int64_t> triggered_at;
};

// A text that can be searched for.
struct DocumentRow {
  std::string kind;  // "work", "spec", "decision", "prompt", "session"
  std::string project_id;
  std::string owner;  // The run or the slug.
  std::string part;   // Which of the owner's, where it has several of a kind.
  std::string title;
  std::string body;
  std::string at;
};

// How far one file has been taken in.
struct FileMark {
  std::string project_id;
  std::string kind;  // "journal", "note", "alias", "protocol", "branch", "mirror", …
  std::string name;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::uint64_t offset = 0;  // Behind the last whole line.
  std::string tail;   // The hash of that line: another one there means that it was rewritten.
  std::string carry;  // What the lines before `offset` mean to those behind it, as JSON.
};

// The same for a folder of a work session, in one worktree.
struct WorkMark {
  std::string slug;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t folder_mtime_ns = 0;
  std::int64_t spec_mtime_ns = 0;  // 0: there is none.
  std::uint64_t spec_size = 0;
  std::string updated_at;
};

// What the transcripts say of one agent; `agent` is empty for a run's main one.
struct UsageRow {
  std::string run_uid;
  std::string agent;
  std::string model;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<double> cost;
};

// The ids that follow from names, so that a rebuild gives the same.
std::string work_id(std::string_view project, std::string_view slug);
std::string agent_id(std::string_view run, std::string_view agent);

}  // namespace indexing

// A project's configuration, with its defaults. Read by store/config, judged by policy.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/mode.h"

namespace model {

enum class AbsentPolicy { create, deny };
// How far an agent may change the mode: only to a stricter one, back to what a person set, or to
// any but `disabled` (document S0).
enum class AgentModeChange { tighten, own, any };
enum class ProtocolSwitch { automatic, on, off };
enum class Enforcement { report, enforce };
enum class ToolSet { core, all };
enum class MemoryBackend { files, serena, basic_memory };

// One thing that is wrong with a configuration file; never fatal.
struct ConfigProblem {
  std::string file;
  int line = 0;
  std::string message;
};

// What may pass while the state is not known: S0-61 and those that change nothing (4.12).
const std::vector<std::string>& default_readonly_tools();

// Document S3: what a session leaves to the next one. Where its files lie is a person's own
// setting (model/user_config.h): a repository must not send our writes anywhere.
struct ContinuityConfig {
  bool enabled = true;
  std::int64_t lookback_days = 7;                     // 1 to 30
  double relevance_threshold = 0.25;                  // 0.1 to 1
  std::int64_t max_sessions_scored = 3;               // 1 to 10
  std::int64_t max_inherited_pins = 5;                // 1 to 8
  double decay_min_floor = 0.3;                       // 0.1 to 0.9
  std::int64_t critical_inheritance_days = 7;         // 1 to 30
  bool same_channel = true;                           // Only sessions of this channel are restored.
  std::string channel;                                // Empty: what the host is, "cli".
  std::string pipeline_path = "pipeline/state.json";  // Inside the project.
  std::int64_t restore_timeout_ms = 1500;             // 50 to 5000
  std::int64_t compaction_tokens = 1000;  // 100 to 4000: what is told again after a compaction.
  bool debug = false;                     // CORTEX_SESSION_DEBUG overrides.
  std::int64_t pins_cap = 10;             // pins.cap, 1 to 10
};

struct Config {
  std::string file;  // The path of config.yaml, for explanations.

  bool gate_enabled = true;
  AbsentPolicy gate_absent = AbsentPolicy::create;
  std::vector<std::string> gate_readonly_tools = default_readonly_tools();  // `*` and `?` match.
  ModeName gate_initial_mode = Mode::coding;
  AgentModeChange gate_agent_mode_change = AgentModeChange::own;
  // Tools of servers (`*` and `?` match) and which of their arguments name files, besides those
  // that model/file_tool.h knows.
  std::map<std::string, std::vector<std::string>> gate_mcp;
  std::int64_t gate_hook_timeout_ms = 2000;

  ProtocolSwitch protocol_enabled = ProtocolSwitch::automatic;
  Enforcement protocol_enforcement = Enforcement::report;
  std::string protocol_file = ".agents/SESSION-PROTOCOL.md";
  bool protocol_exclusive = true;   // One active session a worktree.
  bool protocol_auto_start = true;  // By the first prompt, where the protocol is on.
  std::int64_t protocol_orphan_hours = 24;
  std::int64_t protocol_history_size = 10;
  std::string protocol_skills_dir = ".claude/skills/github/scripts";
  std::string protocol_qa_dir = ".agents/qa";
  std::string protocol_handoff = ".agents/HANDOFF.md";
  std::vector<std::string> protocol_lint_command{"npx", "markdownlint-cli2", "**/*.md"};
  std::vector<std::string> protocol_docs_globs{"*.md", "*.markdown", "*.txt", "*.rst", "docs/**"};
  bool protocol_local_date = false;  // Of session ids; else UTC.

  std::string work_root = "agents/sessions";
  std::int64_t work_touch_debounce_s = 60;
  bool work_add_commits = true;  // What the agent commits goes to the work session of its run.

  ToolSet mcp_tools = ToolSet::core;
  MemoryBackend memory_backend = MemoryBackend::files;
  std::vector<std::string> memory_command;  // Starts the backend's server; trusted projects only.
  std::string memory_url;                   // Or its address.
  std::string memory_project;               // What basic-memory calls the project.

  ContinuityConfig continuity;

  std::int64_t signing_min_length = 32;
  std::int64_t locking_timeout_ms = 2000;
  std::int64_t locking_max_retries = 3;
  std::int64_t compaction_threshold = 10;
  std::int64_t compaction_keep = 3;
  std::int64_t retention_history_notes_days = 30;
  std::int64_t retention_journal_days = 90;
  std::int64_t retention_snapshots_days = 30;  // Then a session's mirror goes to the archive.
  std::int64_t retention_archive_days = 365;   // Then the archive's month goes.
  std::int64_t lease_remote_minutes = 15;
  std::string notes_dir;  // Empty: <local>/notes. Relative to the root, never outside it.
  bool track_subagents = true;
  bool has_requirements = false;  // A block `requirements:`, which another reader reads.

  std::map<std::string, int> lines;           // Key ("gate.absent") to its line in `file`.
  std::map<std::string, std::string> values;  // Key to its text there; a list's items by newline.
  std::vector<ConfigProblem> problems;
  std::string source;  // Which state of the file was parsed just now; empty where it came compiled.
  // Where the file says something else than when it was read last: what it said then. Whether that
  // was loosened, and by whom, the engine finds out (ADR 38).
  std::shared_ptr<const Config> before;

  int line_of(std::string_view key) const {
    const auto found = lines.find(std::string(key));
    return found == lines.end() ? 0 : found->second;
  }
};

}  // namespace model

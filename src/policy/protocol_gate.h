// What each gate of the protocol asks, judged on facts that the engine looked up (model.md 4.4).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "model/protocol.h"

namespace policy {

struct MemoryFacts {
  bool answers = false;
};

struct SkillFacts {
  bool folder_exists = false;
  bool folder_is_default = true;  // Not configured.
};

struct HandoffFacts {
  std::optional<std::string> hash;  // SHA-256 in hex; nothing where there is no such file.
};

struct LogFacts {
  enum class State { missing, empty, not_a_file, there };
  State state = State::missing;
  std::vector<std::string> open_steps;  // MUST rows of the log that are not ticked, docs included.
};

// The work since the session began.
struct WorkFacts {
  bool is_git = false;
  bool is_known = true;  // False: the start cannot be found any more.
  std::string branch;
  std::string commit;  // HEAD, short; empty before the first commit.
  std::int64_t commits_since = 0;
  bool is_clean = true;                 // But for our own files and those that were changed before.
  std::vector<std::string> files;       // Changed since the start, committed or not.
  std::vector<std::string> open_files;  // Of these, what is not committed.
  std::string fingerprint;              // Of the content of all of them.
  std::string code_fingerprint;         // Of those that are not documentation.
};

struct LintFacts {
  enum class State { not_configured, not_trusted, nothing_to_check, ran, unavailable, timed_out };
  State state = State::not_configured;
  int exit_code = 0;
  std::string detail;  // The first lines of its output, or why it did not run.
};

struct QaFacts {
  std::optional<std::string> report;   // Relative path of the newest that names the session.
  bool report_is_fresh = false;        // Newer than the last change of code.
  std::optional<std::string> verdict;  // "approve", "conditional": of an agent qa, fresh.
  bool investigation_only = false;     // The session log says so, and no code changed.
};

// Only what the gate at hand needs is filled.
struct ProtocolFacts {
  MemoryFacts memory;
  SkillFacts skills;
  HandoffFacts handoff;
  LogFacts log;
  WorkFacts work;
  LintFacts lint;
  QaFacts qa;
};

// Names of evidence that gates ask for (the document's own).
inline constexpr const char* kHandoffHash = "HANDOFF_HASH";
inline constexpr const char* kSkillMemoryRead = "skill-usage-mandatory-read";

// The gate's result, without the time.
model::GateResult judge_gate(model::ProtocolGate gate, const model::Protocol& protocol,
                             const ProtocolFacts& facts, const model::Config& config);

// "SERENA_INIT: PASS. Serena MCP responding. Not ticked: …" (S1-93, B1-10)
std::string gate_message(model::ProtocolGate gate, const model::GateResult& result,
                         const model::Protocol& protocol);

// Whether `given` is the hash `full` (hex) or a beginning of it of at least 7 digits; in either
// case of letters, with or without `sha256:` (B1-11).
bool is_hash_of(std::string_view given, std::string_view full);

// Whether one of the globs has the file (relative to the root, `/` between folders). A glob without
// `/` is asked of the base name at any depth; `*` and `?` stay within a name, `**` spans folders,
// and the case of an extension does not matter.
bool is_documentation(const std::string& file, const std::vector<std::string>& globs);
// Whether every one of the files is documentation; false for none.
bool are_documentation(const std::vector<std::string>& files,
                       const std::vector<std::string>& globs);

}  // namespace policy

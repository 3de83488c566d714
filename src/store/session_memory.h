// The three memories of document S1 as text: `session-current-state`, `session-history`,
// `session-violations-log`. They are projections: the run's note is the truth (B1-4).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/protocol.h"

namespace store {

inline constexpr std::string_view kCurrentStateMemory = "session-current-state";
inline constexpr std::string_view kHistoryMemory = "session-history";
inline constexpr std::string_view kViolationsMemory = "session-violations-log";

// Whose projection it is: the last line `<!-- holdfast: run=… version=… host=… -->`.
struct MemoryStamp {
  std::string run;
  std::int64_t version = 0;
  std::string host;
};

// S1-7 to S1-14, exactly; then the stamp.
std::string format_current_state(const model::Protocol& protocol, const MemoryStamp& stamp);
struct CurrentState {
  model::Protocol protocol;  // What the text tells of it.
  std::optional<MemoryStamp> stamp;
};
base::Result<CurrentState> read_current_state(std::string_view markdown);
// The stamp alone, cheaply; nothing where there is none.
std::optional<MemoryStamp> stamp_of(std::string_view text);

// The fallback `.session-state.json` (S1-24, S1-58), pretty, with "holdfast":{run,version,host}.
std::string format_fallback_state(const model::Protocol& protocol, const MemoryStamp& stamp);

struct HistoryEntry {
  std::string session_id;
  std::string objective;
  std::string outcome;  // COMPLETE, INCOMPLETE, ABANDONED
  std::string commit_sha;
  std::vector<std::string> key_decisions;
  std::string next_session_notes;
};
// The history with `entries` in it, newest first, at most `size` (S1-15, S1-16, S1-92). Entries of
// `markdown` that are not among them keep their very bytes; of one id the new one counts. A file
// without our headings keeps its text above ours.
std::string with_history(std::string_view markdown, const std::vector<HistoryEntry>& entries,
                         std::size_t size);
std::vector<HistoryEntry> read_history(std::string_view markdown);

struct ViolationBlock {
  std::string session_id;
  std::vector<model::Violation> violations;  // Empty: the row `(none recorded)`.
};
// The log with this session's block in it, newest first; others keep their bytes (S1-17, S1-18).
std::string with_violations(std::string_view markdown, const ViolationBlock& block);
std::vector<ViolationBlock> read_violations(std::string_view markdown);

// What a protocol file's name on disk is: `name` + ".md" below the folder; `/` is a folder; "..",
// absolute names, empty parts and names over 200 bytes are invalid_params. The prefix `mem:` and
// the suffix `.md` are dropped.
base::Result<std::string> memory_file_name(std::string_view name);

}  // namespace store

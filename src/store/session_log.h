// Session logs `.agents/sessions/YYYY-MM-DD-session-NN[-slug].{md,json}`: the skeleton that we
// make, and the logs that projects have had for years, in both of their formats.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/protocol.h"

namespace store {

// The date and number of a log's name; nothing for other files.
struct SessionLogName {
  std::string date;  // "2026-01-18"
  std::int64_t number = 0;
  std::string slug;  // Behind the number; may be empty.
  bool is_json = false;
};
std::optional<SessionLogName> session_log_name(std::string_view file_name);

// "2026-01-18-session-07"; three digits from 100 on.
std::string session_id_of(std::string_view date, std::int64_t number);

// A new session's log with both checklists, nothing ticked but what the protocol has ticked.
std::string log_skeleton(const model::Protocol& protocol);

struct SessionLog {
  std::string session_id;  // From the name; of a JSON log that is named otherwise, from its text.
  std::string objective;
  std::string branch;
  std::string starting_commit;
  std::string ending_commit;
  std::string outcome;  // "COMPLETE" where every MUST is done or not applicable and the end has
                        // one, else "INCOMPLETE".
  model::Checklist
      checklist;  // `extra`: "cell" where the status is not plain, "key" of a JSON log.
  std::vector<std::string> key_decisions;
  std::string next_session_notes;
  std::vector<std::string> work;      // One line an entry of the work log.
  std::vector<std::string> warnings;  // What was not understood, with its place.
  base::JsonBox document;             // A JSON log as it is; null for Markdown.
};

// parse_error, too_large. Anything else that is odd is a warning: nothing that was read is lost.
base::Result<SessionLog> read_session_log(std::string_view file_name, std::string_view text);

}  // namespace store

#include "store/session_log.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/markdown_lines.h"
#include "store/markdown_table.h"
#include "store/protocol_checklist.h"
#include "store/requirement_value.h"
#include "store/session_id.h"
#include "store/session_log_part.h"

namespace store {
namespace {

std::string checklist_table(const std::vector<model::ChecklistItem>& items) {
  std::string text = table_head({"Req", "Step", "Status", "Evidence"});
  for (const model::ChecklistItem& item : items) {
    text += raw_table_row({escape_cell(item.req), escape_cell(item.step), item.done ? "[x]" : "[ ]",
                           escape_cell(item.evidence)});
  }
  return text;
}

}  // namespace

std::optional<SessionLogName> session_log_name(std::string_view file_name) {
  SessionLogName name;
  if (file_name.ends_with(".json")) {
    name.is_json = true;
    file_name.remove_suffix(5);
  } else if (file_name.ends_with(".md")) {
    file_name.remove_suffix(3);
  } else {
    return std::nullopt;
  }
  auto id = leading_session_id(file_name);
  if (!id || file_name.find_first_of("/\\") != std::string_view::npos) return std::nullopt;
  const std::string_view rest = file_name.substr(id->bytes);
  if (!rest.empty() && (rest.front() != '-' || rest.size() == 1)) return std::nullopt;
  name.date = std::move(id->date);
  name.number = id->number;
  if (!rest.empty()) name.slug = rest.substr(1);
  return name;
}

std::string session_id_of(std::string_view date, std::int64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(date) + "-session-" + (digits.size() < 2 ? "0" : "") + digits;
}

std::string log_skeleton(const model::Protocol& protocol) {
  const auto id = leading_session_id(protocol.session_id);
  std::string text = "# Session log " + escape_line(protocol.session_id) + "\n\n";
  text += "## Session Info\n\n";
  text += bullet_line("Date", id ? id->date : "");
  text += bullet_line("Objective", protocol.objective);
  text += bullet_line("Branch", protocol.branch);
  text += bullet_line("Starting Commit", short_commit(protocol.starting_commit));
  text += bullet_line("Started At", protocol.started_at);
  text += "\n## Protocol Compliance\n\n### Session Start (COMPLETE ALL before work)\n\n";
  text += checklist_table(protocol.checklist.start);
  text += "\n### Session End (COMPLETE ALL before closing)\n\n";
  text += checklist_table(protocol.checklist.end);
  return text + "\n## Work Log\n\n## Decisions\n\n## Next Session\n";
}

base::Result<SessionLog> read_session_log(std::string_view file_name, std::string_view text) {
  text = base::without_byte_order_mark(text);
  const bool is_json = file_name.ends_with(".json");
  TRY_ASSIGN(auto log, is_json ? read_json_log(text) : read_markdown_log(text));
  if (const auto name = session_log_name(file_name)) {
    log.session_id = session_id_of(name->date, name->number);
  } else {
    warn(log.warnings, "`" + shown(file_name) + "` is not named as a session's log");
  }
  return log;
}

}  // namespace store

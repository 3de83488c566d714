// The memory `session-current-state`. It is read line by line and cell by cell rather than as
// Markdown: what evidence says stays inside its cell, and a row with a cell too many is refused.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/time.h"
#include "store/markdown_lines.h"
#include "store/markdown_table.h"
#include "store/protocol_document.h"
#include "store/session_memory.h"
#include "store/session_stamp.h"

namespace store {
namespace {

constexpr std::size_t kCurrentStateBytesMax = 4U * 1024 * 1024;
constexpr std::size_t kStartGates = 5;
constexpr std::size_t kPhaseColumns = 3;
constexpr std::size_t kStepColumns = 4;

struct StatusWord {
  model::GateStatus status;
  const char* word;
};
constexpr StatusWord kStatusWords[] = {{model::GateStatus::pass, "COMPLETE"},
                                       {model::GateStatus::skipped, "SKIPPED"},
                                       {model::GateStatus::fail, "FAILED"},
                                       {model::GateStatus::pending, "PENDING"}};

std::string word_of(const model::Named<model::GateStatus>& status) {
  for (const StatusWord& row : kStatusWords) {
    if (status.is(row.status)) return row.word;
  }
  return status.text();
}

model::Named<model::GateStatus> gate_status_of(const std::string& word) {
  for (const StatusWord& row : kStatusWords) {
    if (word == row.word) return row.status;
  }
  return model::Named<model::GateStatus>(word);
}

// "2025-12-21T14:30:00Z" (S1-103); what is no time stays as it is.
std::string to_seconds(const std::string& time) {
  constexpr std::size_t kSecondsEnd = 19;
  const auto instant = base::instant_from_iso(time);
  return instant.ok() ? base::to_iso(*instant).substr(0, kSecondsEnd) + "Z" : time;
}

std::string metadata_text(const model::Protocol& protocol) {
  std::string text = "# Session State\n\n## Metadata\n\n";
  text += bullet_line("Session ID", protocol.session_id);
  text += bullet_line("Objective", protocol.objective);
  text += bullet_line("Branch", protocol.branch);
  text += bullet_line("Starting Commit", short_commit(protocol.starting_commit));
  text += bullet_line("Started At", to_seconds(protocol.started_at));
  text += bullet_line("Current Phase", protocol.current_phase.text());
  return text;
}

std::string phases_text(const model::Protocol& protocol) {
  std::string text = "\n## Phase Status\n\n" + table_head({"Phase", "Status", "Evidence"});
  const auto& gates = model::all_protocol_gates();
  for (std::size_t at = 0; at < gates.size(); ++at) {
    const std::string name(name_of(gates[at]));
    const auto found = protocol.gates.find(name);
    const model::GateResult result =
        found == protocol.gates.end() ? model::GateResult() : found->second;
    if (at >= kStartGates && result.status.is(model::GateStatus::pending)) continue;
    text += table_row({name, word_of(result.status), result.evidence});
  }
  return text;
}

std::string checklist_text(std::string_view title, const std::vector<model::ChecklistItem>& items) {
  std::string text = "\n## Checklist (" + std::string(title) + ")\n\n";
  text += table_head({"Req", "Step", "Status", "Evidence"});
  for (const model::ChecklistItem& item : items) {
    text += raw_table_row({escape_cell(item.req), escape_cell(item.step), item.done ? "[x]" : "[ ]",
                           escape_cell(item.evidence)});
  }
  return text;
}

class StateReader {
 public:
  base::Result<CurrentState> read(std::string_view markdown) {
    int number = 0;
    for (const std::string_view line : lines_of(markdown)) {
      ++number;
      TRY(take(line, number));
    }
    if (!has_title_ || state_.protocol.session_id.empty()) {
      return base::Error{base::Code::parse_error,
                         "not a session's state: no title or no Session ID", ""};
    }
    state_.stamp = stamp_of(markdown);
    return std::move(state_);
  }

 private:
  base::Result<void> take(std::string_view line, int number) {
    if (const auto heading = heading_of(line)) {
      if (heading->level == 1 && heading->text == "Session State") has_title_ = true;
      section_ = heading->level == 2 ? heading->text : "";
      in_rows_ = false;
      return {};
    }
    if (section_ == "Metadata") {
      take_bullet(line);
      return {};
    }
    const bool is_phases = section_ == "Phase Status";
    const bool is_steps = section_ == "Checklist (Start)" || section_ == "Checklist (End)";
    if ((!is_phases && !is_steps) || !line.starts_with('|')) return {};
    const auto cells = row_cells(line);
    const std::size_t columns = is_phases ? kPhaseColumns : kStepColumns;
    if (!cells || cells->size() != columns) {
      return base::Error{base::Code::parse_error,
                         "line " + std::to_string(number) + ": the row has not " +
                             std::to_string(columns) + " cells",
                         ""};
    }
    if (in_rows_) is_phases ? take_gate(*cells) : take_step(*cells);
    if (is_delimiter_row(*cells)) in_rows_ = true;
    return {};
  }

  void take_bullet(std::string_view line) {
    const auto bullet = bullet_of(line);
    if (!bullet) return;
    model::Protocol& protocol = state_.protocol;
    const std::string value = unescape_line(bullet->value);
    if (bullet->name == "Session ID") protocol.session_id = value;
    if (bullet->name == "Objective") protocol.objective = value;
    if (bullet->name == "Branch") protocol.branch = value;
    if (bullet->name == "Starting Commit") protocol.starting_commit = value;
    if (bullet->name == "Started At") protocol.started_at = value;
    if (bullet->name == "Current Phase") protocol.current_phase = model::ProtocolPhaseName(value);
  }

  void take_gate(const std::vector<std::string_view>& cells) {
    const std::string gate = unescape_cell(cells[0]);
    model::GateResult result;
    result.status = gate_status_of(unescape_cell(cells[1]));
    result.evidence = unescape_cell(cells[2]);
    const bool is_new = state_.protocol.gates.emplace(gate, result).second;
    const bool is_met =
        result.status.is(model::GateStatus::pass) || result.status.is(model::GateStatus::skipped);
    if (is_new && is_met) state_.protocol.phases_completed.push_back(gate);
  }

  void take_step(const std::vector<std::string_view>& cells) {
    const bool at_end = section_ == "Checklist (End)";
    model::ChecklistItem item;
    item.req = unescape_cell(cells[0]);
    item.step = unescape_cell(cells[1]);
    item.done = cells[2] == "[x]" || cells[2] == "[X]";
    item.evidence = unescape_cell(cells[3]);
    if (!item.req.ends_with("NOT")) item.gate = gate_of_step(item.step, at_end);
    auto& list = at_end ? state_.protocol.checklist.end : state_.protocol.checklist.start;
    list.push_back(std::move(item));
  }

  CurrentState state_;
  std::string_view section_;
  bool has_title_ = false;
  bool in_rows_ = false;
};

}  // namespace

std::string format_current_state(const model::Protocol& protocol, const MemoryStamp& stamp) {
  return metadata_text(protocol) + phases_text(protocol) +
         checklist_text("Start", protocol.checklist.start) +
         checklist_text("End", protocol.checklist.end) + "\n" + stamp_line(stamp);
}

base::Result<CurrentState> read_current_state(std::string_view markdown) {
  if (markdown.size() > kCurrentStateBytesMax) {
    return base::Error{base::Code::too_large, "the session's state is too large", ""};
  }
  return StateReader().read(base::without_byte_order_mark(markdown));
}

}  // namespace store

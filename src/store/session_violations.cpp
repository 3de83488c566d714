// The memory `session-violations-log`.
#include "base/text.h"
#include "base/time.h"
#include "store/markdown_lines.h"
#include "store/markdown_table.h"
#include "store/session_blocks.h"
#include "store/session_memory.h"

namespace store {
namespace {

constexpr std::string_view kNoneRecorded = "(none recorded)";
constexpr std::size_t kColumns = 5;

SectionFrame frame() {
  return {"# Session Violations Log",
          "## Purpose\n\nAudit trail of protocol violations for retrospective analysis and skill "
          "extraction.\n\n",
          "Violations", "## Violations"};
}

// HH:MM:SS in UTC (B1-20); what is no time stays as it is.
std::string time_of_day(const std::string& timestamp) {
  constexpr std::size_t kTimeAt = 11;
  constexpr std::size_t kTimeBytes = 8;
  const auto instant = base::instant_from_iso(timestamp);
  return instant.ok() ? base::to_iso(*instant).substr(kTimeAt, kTimeBytes) : timestamp;
}

std::string violations_block_text(const ViolationBlock& block) {
  std::string text = "### " + block.session_id + "\n\n";
  text += table_head({"Timestamp", "Phase", "Requirement", "Severity", "Recovery"});
  if (block.violations.empty()) text += raw_table_row({std::string(kNoneRecorded), "", "", "", ""});
  for (const model::Violation& violation : block.violations) {
    text += table_row({time_of_day(violation.timestamp), violation.phase, violation.requirement,
                       violation.severity.text(), violation.recovery.value_or("")});
  }
  text.pop_back();
  return text;
}

model::Violation violation_of(const std::vector<std::string_view>& cells) {
  model::Violation violation;
  violation.timestamp = unescape_cell(cells[0]);
  violation.phase = unescape_cell(cells[1]);
  violation.requirement = unescape_cell(cells[2]);
  violation.severity = model::Named<model::Severity>(unescape_cell(cells[3]));
  if (!cells[4].empty()) violation.recovery = unescape_cell(cells[4]);
  return violation;
}

ViolationBlock block_of(const SessionBlock& block) {
  const std::vector<std::string_view> lines = lines_of(block.text);
  ViolationBlock read;
  read.session_id = heading_of(lines.front())->text.substr(0, block.id.bytes);
  bool in_table = false;
  for (const std::string_view line : lines) {
    const auto cells = row_cells(line);
    if (!cells || cells->size() != kColumns) continue;
    if (in_table && cells->front() != kNoneRecorded)
      read.violations.push_back(violation_of(*cells));
    if (is_delimiter_row(*cells)) in_table = true;
  }
  return read;
}

}  // namespace

std::string with_violations(std::string_view markdown, const ViolationBlock& block) {
  SessionBlocks blocks = read_blocks(markdown, frame());
  if (auto id = session_id_from(block.session_id))
    put_block(blocks, {*id, violations_block_text(block)});
  return to_text(blocks);
}

std::vector<ViolationBlock> read_violations(std::string_view markdown) {
  std::vector<ViolationBlock> read;
  for (const SessionBlock& block : read_blocks(markdown, frame()).blocks) {
    read.push_back(block_of(block));
  }
  return read;
}

}  // namespace store

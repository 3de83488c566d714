#include "store/protocol_checklist.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/requirement_value.h"

namespace store {
namespace {

constexpr std::size_t kWarningsMax = 100;
constexpr std::size_t kWarningBytesMax = 400;
constexpr std::size_t kNoColumn = std::string::npos;

struct Columns {
  std::size_t level = kNoColumn;  // "Req", "Req Level"
  std::size_t step = kNoColumn;   // "Step"; "Requirement" holds both.
  std::size_t status = kNoColumn;
  std::size_t evidence = kNoColumn;
};

Columns columns_of(const MarkdownTable& table) {
  Columns columns;
  for (std::size_t at = 0; at < table.columns.size(); ++at) {
    const std::string name = base::to_lower(base::trim(table.columns[at]));
    const auto take = [at](std::size_t& column) {
      if (column == kNoColumn) column = at;
    };
    if (name == "req" || name == "req level" || name == "level") take(columns.level);
    if (name == "step" || name == "requirement" || name == "task") take(columns.step);
    if (name == "status") take(columns.status);
    if (name == "evidence") take(columns.evidence);
  }
  return columns;
}

std::string cell(const std::vector<std::string>& row, std::size_t column) {
  return column < row.size() ? std::string(base::trim(row[column])) : "";
}

struct LevelWord {
  const char* word;
  const char* level;
};
// The longer ones first.
constexpr LevelWord kLevelWords[] = {
    {"must not", "MUST NOT"}, {"shall not", "MUST NOT"}, {"should not", "SHOULD NOT"},
    {"must", "MUST"},         {"shall", "MUST"},         {"required", "MUST"},
    {"should", "SHOULD"},     {"recommended", "SHOULD"}, {"may", "MAY"},
    {"optional", "MAY"},
};

// The level that a text begins with, which is taken off together with the colon behind it.
std::string take_level(std::string& text) {
  const std::string lower = base::to_lower(text);
  for (const LevelWord& row : kLevelWords) {
    const std::size_t size = std::string_view(row.word).size();
    if (!lower.starts_with(row.word) || (size < lower.size() && base::is_alnum(lower[size]))) {
      continue;
    }
    const std::size_t rest = std::min(text.find_first_not_of(" :-", size), text.size());
    text.erase(0, rest);
    return row.level;
  }
  return "";
}

bool is_plain_status(std::string_view text) {
  const std::string lower = base::to_lower(text);
  return lower.empty() || lower == "[x]" || lower == "[ ]" || lower == "x" || lower == "[]";
}

bool is_told(std::string_view status) {
  return status_of_cell(status) != CellStatus::open || is_plain_status(status) ||
         status.starts_with('[');
}

ChecklistRow read_row(const std::vector<std::string>& row, const Columns& columns,
                      ChecklistKind kind) {
  ChecklistRow read;
  read.item.step = cell(row, columns.step);
  if (columns.level != kNoColumn) {
    read.item.req = requirement_level(cell(row, columns.level));
  } else {
    read.item.req = take_level(read.item.step);
  }
  const std::string status = cell(row, columns.status);
  read.status = status_of_cell(status);
  read.item.done = read.status == CellStatus::done;
  if (!is_plain_status(status)) read.item.extra.get()["cell"] = status;
  read.item.evidence = cell(row, columns.evidence);
  if (is_placeholder(read.item.evidence)) read.item.evidence.clear();
  if (!read.item.req.ends_with("NOT")) {
    read.item.gate = gate_of_step(read.item.step, kind == ChecklistKind::end);
  }
  return read;
}

}  // namespace

void warn(std::vector<std::string>& warnings, const std::string& sentence) {
  if (warnings.size() > kWarningsMax) return;
  if (warnings.size() == kWarningsMax) {
    warnings.emplace_back("there is more, which is not listed");
    return;
  }
  std::string text(base::clip_utf8(sentence, kWarningBytesMax));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, '?');
  warnings.push_back(std::move(text));
}

std::string at_line(int line, const std::string& sentence) {
  return "line " + std::to_string(line) + ": " + sentence;
}

std::string requirement_level(std::string_view text) {
  std::string rest(base::trim(text));
  std::string level = take_level(rest);
  return rest.empty() ? level : "";
}

std::optional<ChecklistKind> checklist_kind(const MarkdownTable& table) {
  const Columns columns = columns_of(table);
  if (columns.step == kNoColumn || (columns.status == kNoColumn && columns.evidence == kNoColumn)) {
    return std::nullopt;
  }
  for (auto heading = table.heading.rbegin(); heading != table.heading.rend(); ++heading) {
    const std::string lower = base::to_lower(*heading);
    if (lower.find("session start") != std::string::npos) return ChecklistKind::start;
    if (lower.find("session end") != std::string::npos) return ChecklistKind::end;
  }
  return std::nullopt;
}

std::vector<ChecklistRow> checklist_rows(const MarkdownTable& table, ChecklistKind kind,
                                         std::vector<std::string>& warnings) {
  const Columns columns = columns_of(table);
  std::vector<ChecklistRow> rows;
  if (columns.status == kNoColumn) {
    warn(warnings, at_line(table.line, "the checklist has no column Status; nothing is ticked"));
  }
  for (std::size_t at = 0; at < table.rows.size(); ++at) {
    const int line = table.row_lines[at];
    ChecklistRow row = read_row(table.rows[at], columns, kind);
    if (row.item.step.empty()) {
      warn(warnings, at_line(line, "a row without a step is left out"));
      continue;
    }
    if (row.item.req.empty()) {
      const std::string said = cell(table.rows[at], columns.level);
      warn(warnings, at_line(line, "`" + shown(said) + "` is no level; it is taken as MUST"));
      row.item.req = "MUST";
    }
    const std::string status = cell(table.rows[at], columns.status);
    if (!is_told(status)) {
      warn(warnings, at_line(line, "`" + shown(status) + "` is no status; it is taken as open"));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace store

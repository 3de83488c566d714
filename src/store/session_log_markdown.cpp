// Session logs in Markdown: checklists by their tables, the rest by its headings and bullets.
#include <algorithm>

#include "base/text.h"
#include "store/markdown_lines.h"
#include "store/markdown_table.h"
#include "store/protocol_checklist.h"
#include "store/session_log_outcome.h"
#include "store/session_log_part.h"

namespace store {
namespace {

// The first list of a kind with rows; one in a fenced example only where there is no other.
const MarkdownTable* table_for(ChecklistKind kind, const std::vector<MarkdownTable>& tables) {
  const MarkdownTable* example = nullptr;
  for (const MarkdownTable& table : tables) {
    if (table.rows.empty() || checklist_kind(table) != kind) continue;
    if (!table.fenced) return &table;
    if (example == nullptr) example = &table;
  }
  return example;
}

std::string without_code_marks(std::string_view text) {
  if (text.size() >= 2 && text.front() == '`' && text.find('`', 1) == text.size() - 1) {
    text = text.substr(1, text.size() - 2);
  }
  return unescape_line(text);
}

// The first word of 7 to 40 hexadecimal digits.
std::string commit_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && base::is_alnum(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.size() >= 7 && word.size() <= 40 &&
        std::all_of(word.begin(), word.end(), base::is_hex_digit)) {
      return std::string(word);
    }
    at = end + 1;
  }
  return "";
}

enum class LogSection { other, work, decisions, next };

LogSection log_section(std::string_view heading) {
  const std::string lower = base::to_lower(heading);
  const auto has = [&lower](const char* words) { return lower.find(words) != std::string::npos; };
  if (has("work log")) return LogSection::work;
  if (has("next session")) return LogSection::next;
  if (has("decision")) return LogSection::decisions;
  return LogSection::other;
}

bool is_fence(std::string_view line) {
  line = base::trim(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

bool is_ornament(std::string_view line) {
  return line.find_first_not_of("-*_= ") == std::string_view::npos ||
         (line.starts_with("<!--") && line.ends_with("-->"));
}

std::string_view without_dash(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("* ") ? base::trim(line.substr(2)) : line;
}

class MarkdownLogReader {
 public:
  explicit MarkdownLogReader(SessionLog& log) : log_(log) {}

  void read(std::string_view text) {
    bool in_fence = false;
    for (const std::string_view line : lines_of(text)) {
      if (is_fence(line)) in_fence = !in_fence;
      const auto heading = in_fence ? std::nullopt : heading_of(line);
      heading ? take_heading(*heading) : take_line(line, in_fence);
    }
    log_.next_session_notes = base::trim(log_.next_session_notes);
  }

 private:
  void take_heading(const HeadingLine& heading) {
    const LogSection section = log_section(heading.text);
    if (section != LogSection::other || heading.level <= level_) {
      section_ = section;
      level_ = heading.level;
      return;
    }
    if (section_ == LogSection::work) add(log_.work, heading.text);
  }

  void take_line(std::string_view line, bool in_fence) {
    const auto bullet = in_fence ? std::nullopt : bullet_of(line);
    if (section_ == LogSection::other) {
      if (bullet) take_metadata(*bullet);
      return;
    }
    const std::string_view text = base::trim(line);
    if (section_ == LogSection::next) {
      log_.next_session_notes.append(line).append("\n");
    } else if (!text.empty() && !is_ornament(text) && !is_fence(text)) {
      add(section_ == LogSection::work ? log_.work : log_.key_decisions, without_dash(text));
    }
  }

  void take_metadata(const BulletLine& bullet) {
    const std::string name = base::to_lower(bullet.name);
    const auto take = [&bullet](std::string& into) {
      if (into.empty() && !is_placeholder(bullet.value)) into = without_code_marks(bullet.value);
    };
    if (name == "objective" || name == "goal") take(log_.objective);
    if (name == "branch") take(log_.branch);
    if (name == "starting commit" || name == "start commit") take(log_.starting_commit);
    if (name == "ending commit" || name == "final commit" || name == "commit sha") {
      take(log_.ending_commit);
    }
  }

  void add(std::vector<std::string>& list, std::string_view text) {
    if (list.size() < kLogEntriesMax) list.push_back(unescape_line(text));
    if (list.size() == kLogEntriesMax && !is_cut_) {
      is_cut_ = true;
      warn(log_.warnings, "more than 1000 lines in a section; the rest is left out");
    }
  }

  SessionLog& log_;
  LogSection section_ = LogSection::other;
  int level_ = 0;
  bool is_cut_ = false;
};

}  // namespace

base::Result<SessionLog> read_markdown_log(std::string_view text) {
  TRY_ASSIGN(const auto tables, read_tables(text));
  SessionLog log;
  std::vector<ChecklistRow> lists[2];
  for (const ChecklistKind kind : {ChecklistKind::start, ChecklistKind::end}) {
    const bool at_end = kind == ChecklistKind::end;
    const MarkdownTable* const table = table_for(kind, tables);
    if (table != nullptr) {
      lists[at_end ? 1 : 0] = checklist_rows(*table, kind, log.warnings);
    } else {
      warn(log.warnings,
           std::string("there is no checklist \"Session ") + (at_end ? "End\"" : "Start\""));
    }
  }
  MarkdownLogReader(log).read(text);
  log.outcome = outcome_of(lists[0], lists[1]);
  for (const ChecklistRow& row : lists[1]) {
    const bool is_commit = row.item.gate == name_of(model::ProtocolGate::git_commit);
    if (is_commit && log.ending_commit.empty()) log.ending_commit = commit_in(row.item.evidence);
  }
  log.checklist = {items_of(std::move(lists[0])), items_of(std::move(lists[1]))};
  return log;
}

}  // namespace store

// Any bytes where a protocol, a session's log or one of its memories should be: nothing breaks,
// what is read again is the same, and nobody's entry takes another's place.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "store/markdown_table.h"
#include "store/protocol_document.h"
#include "store/session_log.h"
#include "store/session_memory.h"

namespace {

void check_tables(std::string_view text) {
  const auto tables = store::read_tables(text);
  if (!tables.ok()) return;
  for (const store::MarkdownTable& table : *tables) {
    CHECK(!table.columns.empty() && table.line > 0);
    CHECK(table.rows.size() == table.row_lines.size());
    for (const auto& row : table.rows) CHECK(row.size() == table.columns.size());
  }
}

void check_logs(std::string_view text) {
  for (const char* name : {"2026-01-18-session-01.md", "2026-01-18-session-01.json"}) {
    const auto log = store::read_session_log(name, text);
    if (!log.ok()) continue;
    CHECK(log->outcome == "COMPLETE" || log->outcome == "INCOMPLETE");
    CHECK(log->warnings.size() <= 101);
  }
}

void check_state(std::string_view text) {
  const auto state = store::read_current_state(text);
  if (!state.ok()) return;
  const std::string written =
      store::format_current_state(state->protocol, state->stamp.value_or(store::MemoryStamp{}));
  const auto again = store::read_current_state(written);
  CHECK(again.ok());
  CHECK(again->protocol.objective == state->protocol.objective);
  CHECK(again->protocol.checklist.end.size() == state->protocol.checklist.end.size());
  CHECK(store::format_current_state(again->protocol, again->stamp.value_or(store::MemoryStamp{})) ==
        written);
}

void check_memories(std::string_view text) {
  const std::string bytes(text);
  const store::HistoryEntry entry{"2026-01-18-session-01", bytes, "COMPLETE", "", {bytes}, bytes};
  const std::string history = store::with_history(text, {entry}, 10);
  CHECK(store::with_history(history, {entry}, 10) == history);
  const auto entries = store::read_history(history);
  CHECK(entries.size() <= 10);
  for (const store::HistoryEntry& one : entries) {
    if (one.session_id != entry.session_id) continue;
    CHECK(one.objective == bytes && one.next_session_notes == bytes);
  }
  model::Violation violation;
  violation.requirement = bytes;
  const store::ViolationBlock block{"2026-01-18-session-01", {violation}};
  const std::string log = store::with_violations(text, block);
  CHECK(store::with_violations(log, block) == log);
  bool is_there = false;
  for (const store::ViolationBlock& one : store::read_violations(log)) {
    if (one.session_id != block.session_id) continue;
    CHECK(one.violations.size() == 1 && one.violations[0].requirement == bytes);
    is_there = true;
  }
  CHECK(is_there);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_tables(text);
  (void)store::read_protocol(text);
  (void)store::status_of_cell(text);
  (void)store::is_placeholder(text);
  (void)store::memory_file_name(text);
  check_logs(text);
  check_state(text);
  check_memories(text);
  CHECK(store::unescape_cell(store::escape_cell(text)) == text);
  CHECK(store::unescape_line(store::escape_line(text)) == text);
  return 0;
}

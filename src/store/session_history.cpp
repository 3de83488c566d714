// The memory `session-history`.
#include <algorithm>

#include "base/text.h"
#include "store/markdown_lines.h"
#include "store/markdown_table.h"
#include "store/session_blocks.h"
#include "store/session_memory.h"

namespace store {
namespace {

SectionFrame frame_for(std::size_t size) {
  return {"# Session History", "", "Recent Sessions",
          "## Recent Sessions (Last " + std::to_string(size) + ")"};
}

std::string history_block_text(const HistoryEntry& entry) {
  std::string text = "### " + entry.session_id + "\n\n";
  text += bullet_line("Objective", entry.objective);
  text += bullet_line("Outcome", entry.outcome);
  text += bullet_line("Commit SHA", short_commit(entry.commit_sha));
  text += bullet_line("Key Decisions", "");
  for (const std::string& decision : entry.key_decisions) {
    text += "  - " + escape_line(decision) + "\n";
  }
  text += bullet_line("Next Session Notes", entry.next_session_notes);
  text.pop_back();
  return text;
}

// "  - Merged PRs": below a bullet.
std::optional<std::string_view> nested_item(std::string_view line) {
  if (!line.starts_with(' ') && !line.starts_with('\t')) return std::nullopt;
  const std::size_t dash = line.find_first_not_of(" \t");
  if (dash == std::string_view::npos || (line[dash] != '-' && line[dash] != '*')) {
    return std::nullopt;
  }
  const std::string_view rest = line.substr(dash + 1);
  return rest.empty() || rest.front() == ' ' ? std::optional(rest) : std::nullopt;
}

HistoryEntry history_entry(const SessionBlock& block) {
  HistoryEntry entry;
  const std::vector<std::string_view> lines = lines_of(block.text);
  entry.session_id = heading_of(lines.front())->text.substr(0, block.id.bytes);
  bool in_decisions = false;
  for (const std::string_view line : lines) {
    const auto item = nested_item(line);
    if (item && in_decisions) {
      entry.key_decisions.push_back(unescape_line(*item));
      continue;
    }
    const auto bullet = item ? std::nullopt : bullet_of(line);
    if (!bullet) continue;
    in_decisions = bullet->name == "Key Decisions";
    const std::string value = unescape_line(bullet->value);
    if (in_decisions && !value.empty()) entry.key_decisions.push_back(value);
    if (bullet->name == "Objective") entry.objective = value;
    if (bullet->name == "Outcome") entry.outcome = value;
    if (bullet->name == "Commit SHA") entry.commit_sha = value;
    if (bullet->name == "Next Session Notes") entry.next_session_notes = value;
  }
  return entry;
}

}  // namespace

std::string with_history(std::string_view markdown, const std::vector<HistoryEntry>& entries,
                         std::size_t size) {
  SessionBlocks blocks = read_blocks(markdown, frame_for(size));
  for (const HistoryEntry& entry : entries) {
    // A name that is no session's would be read as something else.
    if (auto id = session_id_from(entry.session_id))
      put_block(blocks, {*id, history_block_text(entry)});
  }
  blocks.blocks.resize(std::min(size, blocks.blocks.size()));
  return to_text(blocks);
}

std::vector<HistoryEntry> read_history(std::string_view markdown) {
  std::vector<HistoryEntry> entries;
  for (const SessionBlock& block : read_blocks(markdown, frame_for(0)).blocks) {
    entries.push_back(history_entry(block));
  }
  return entries;
}

}  // namespace store

#include "mcp/memory/note_text.h"

#include "base/text.h"

namespace mcp::memory {
namespace {

constexpr std::string_view kBegin = "<!-- memory begins -->\n";
constexpr std::string_view kEnd = "\n<!-- memory ends -->";

// Such a text survives trimming, and has nothing that looks like the server's own.
bool comes_back(std::string_view content) {
  const std::string_view core = base::trim(content);
  return !core.empty() && content.size() == core.size() + 1 && content.starts_with(core) &&
         content.ends_with('\n') && !content.starts_with("---") && !content.starts_with(kBegin);
}

std::string_view without_frontmatter(std::string_view note) {
  constexpr std::string_view kFence = "---\n";
  constexpr std::string_view kClosing = "\n---\n";
  if (!note.starts_with(kFence)) return note;
  const std::size_t end = note.find(kClosing, kFence.size() - 1);
  return end == std::string_view::npos ? note : note.substr(end + kClosing.size());
}

}  // namespace

std::string note_from_memory(std::string_view content) {
  if (comes_back(content)) return std::string(content);
  return std::string(kBegin) + std::string(content) + std::string(kEnd);
}

std::string memory_from_note(std::string_view note) {
  const std::string_view core = base::trim(without_frontmatter(note));
  if (core.starts_with(kBegin) && core.ends_with(kEnd) &&
      core.size() >= kBegin.size() + kEnd.size()) {
    return std::string(core.substr(kBegin.size(), core.size() - kBegin.size() - kEnd.size()));
  }
  return std::string(core) + "\n";
}

}  // namespace mcp::memory

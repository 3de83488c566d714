#include "engine/exclude_list.h"

#include <algorithm>

#include "base/text.h"

namespace engine {
namespace {

constexpr std::string_view kMark = "# holdfast: machine-local files";

template <typename List>
bool lists_line(const List& list, std::string_view line) {
  return std::find(list.begin(), list.end(), line) != list.end();
}

// All that we ever put there are names of hidden files and folders at the root.
bool may_be_ours(std::string_view line) { return line.starts_with("/."); }

}  // namespace

bool is_excluded(std::string_view text, std::string_view line) {
  return lists_line(base::split(text, '\n'), line);
}

std::vector<std::string> excluded_by_us(std::string_view text) {
  std::vector<std::string> paths;
  bool in_block = false;
  for (const std::string_view line : base::split(text, '\n')) {
    in_block = line == kMark || (in_block && may_be_ours(line));
    if (!in_block || line == kMark) continue;
    paths.emplace_back(line.substr(1));
    while (paths.back().ends_with('/')) paths.back().pop_back();
  }
  return paths;
}

std::string with_excluded(std::string text, const std::vector<std::string>& lines) {
  std::string added;
  for (const std::string& line : lines) {
    if (!is_excluded(text, line)) added += line + "\n";
  }
  if (added.empty()) return text;
  if (is_excluded(text, kMark)) {
    const std::size_t end = text.find('\n', text.find(kMark));
    if (end == std::string::npos) return text + "\n" + added.substr(0, added.size() - 1);
    return text.insert(end + 1, added);
  }
  const std::string block = std::string(kMark) + "\n" + added;
  if (text.empty() || text.ends_with('\n')) return text + block;
  return text + "\n" + block.substr(0, block.size() - 1);
}

std::string without_excluded(std::string_view text, const std::vector<std::string>& lines) {
  std::vector<std::string> kept;
  std::vector<std::string> block;  // What stays of ours, under its mark.
  bool in_block = false;
  const auto end_block = [&] {
    if (block.size() > 1) kept.insert(kept.end(), block.begin(), block.end());
    block.clear();
    in_block = false;
  };
  for (const std::string_view line : base::split(text, '\n')) {
    if (in_block && !may_be_ours(line)) end_block();
    if (line == kMark) {
      in_block = true;
      block.assign(1, std::string(line));
    } else if (!in_block) {
      kept.emplace_back(line);
    } else if (!lists_line(lines, line)) {
      block.emplace_back(line);
    }
  }
  if (in_block) end_block();
  return base::join(kept, "\n");
}

}  // namespace engine

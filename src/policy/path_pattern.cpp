#include "policy/path_pattern.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"

namespace policy {
namespace {

constexpr std::string_view kAnyFolders = "**";

using Segments = std::span<const std::string_view>;

// "/a/x*/../b" has the segments a and b.
std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  for (const std::string_view segment : base::split(path, '/')) {
    if (segment.empty() || segment == ".") continue;
    if (segment != "..") {
      segments.push_back(segment);
    } else if (!segments.empty()) {
      segments.pop_back();
    }
  }
  return segments;
}

// Behind the class that begins at `at`, and whether `c` is in it; 0 where the bracket is a plain
// sign.
std::size_t behind_class(std::string_view pattern, std::size_t at, char c, bool& is_in) {
  std::size_t from = at + 1;
  const bool negated = from < pattern.size() && (pattern[from] == '!' || pattern[from] == '^');
  if (negated) ++from;
  // A closing bracket in the first place is one of the signs, and one behind a colon ends a name.
  std::size_t end = pattern.find(']', from + 1);
  while (end != std::string_view::npos && pattern[end - 1] == ':') end = pattern.find(']', end + 1);
  if (end == std::string_view::npos) return 0;
  const std::string_view signs = pattern.substr(from, end - from);
  bool found = signs.find("[:") != std::string_view::npos;  // A named class: it may well be in it.
  for (std::size_t i = 0; i < signs.size(); ++i) {
    const bool is_range = i + 2 < signs.size() && signs[i + 1] == '-';
    if (is_range) {
      found = found || (signs[i] <= c && c <= signs[i + 2]);
      i += 2;
    } else {
      found = found || signs[i] == c;
    }
  }
  is_in = found != negated;
  return end + 1;
}

// Behind what stands at `at` in the pattern, where it matches one character `c`; else 0.
std::size_t behind_one(std::string_view pattern, std::size_t at, char c) {
  if (pattern[at] == '?') return at + 1;
  if (pattern[at] == '\\' && at + 1 < pattern.size()) return pattern[at + 1] == c ? at + 2 : 0;
  if (pattern[at] == '[') {
    bool is_in = false;
    if (const std::size_t behind = behind_class(pattern, at, c, is_in)) return is_in ? behind : 0;
  }
  return pattern[at] == c ? at + 1 : 0;
}

bool matches_segment(const PathPattern& pattern, std::string_view segment, std::string_view name) {
  if (name.starts_with('.') && !pattern.takes_hidden && !segment.starts_with('.')) return false;
  return matches_name(segment, name);
}

bool takes_in_rest(const PathPattern& pattern, Segments wanted, Segments path, PlaceKind kind) {
  if (wanted.empty()) return path.empty() || pattern.takes_trees;
  if (wanted.front() == kAnyFolders) {
    const Segments rest = wanted.subspan(1);
    if (path.empty()) return kind == PlaceKind::folder && rest.empty();
    if (rest.empty()) return pattern.takes_hidden || !path.front().starts_with('.');
    if (takes_in_rest(pattern, rest, path, kind)) return true;
    const bool is_passed = pattern.takes_hidden || !path.front().starts_with('.');
    return is_passed && takes_in_rest(pattern, wanted, path.subspan(1), kind);
  }
  // What is below a folder may have any name.
  if (path.empty()) return kind == PlaceKind::folder;
  return matches_segment(pattern, wanted.front(), path.front()) &&
         takes_in_rest(pattern, wanted.subspan(1), path.subspan(1), kind);
}

}  // namespace

bool matches_name(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  std::size_t in_name = 0;
  // Where to go on after the last star took one character more.
  std::size_t star = std::string_view::npos;
  std::size_t star_in_name = 0;
  while (in_name < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = ++at;
      star_in_name = in_name;
      continue;
    }
    const std::size_t next = at < pattern.size() ? behind_one(pattern, at, name[in_name]) : 0;
    if (next != 0) {
      at = next;
      ++in_name;
    } else if (star != std::string_view::npos) {
      at = star;
      in_name = ++star_in_name;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

PathMatcher::PathMatcher(PathPattern pattern)
    : pattern_(std::move(pattern)), segments_(segments_of(pattern_.text)) {
  // A row of them says no more than one, and would be tried in every way.
  const auto same = [](std::string_view one, std::string_view next) {
    return one == kAnyFolders && next == kAnyFolders;
  };
  segments_.erase(std::unique(segments_.begin(), segments_.end(), same), segments_.end());
}

bool PathMatcher::takes_in(std::string_view path, PlaceKind kind) const {
  const auto segments = segments_of(path);
  return takes_in_rest(pattern_, segments_, segments, kind);
}

}  // namespace policy

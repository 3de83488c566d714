// What people write into the Status and Evidence cells of a checklist.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "store/protocol_document.h"

namespace store {
namespace {

constexpr std::array kDone = {"x",         "pass", "passed", "done", "complete",
                              "completed", "yes",  "true",   "ok",   "✅",
                              "✓",         "✔",    "☑",      "☒",    "🗹"};
constexpr std::array kNotApplicable = {"n/a", "na", "not applicable", "skipped", "skip", "⏭"};
constexpr std::array kFailed = {"fail", "failed", "failure", "❌", "✗", "✘"};
// In brackets: a template that nobody has filled in.
constexpr std::array kAsks = {"required", "optional", "tbd", "todo"};

// The first word, or the first sign together with what changes its look (U+FE0F).
template <typename Words>
bool begins_with_one(std::string_view text, const Words& words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    if (!text.starts_with(word)) return false;
    const bool is_word = base::is_alpha(word.front());
    return !is_word || text.size() == word.size() || !base::is_alnum(text[word.size()]);
  });
}

// What follows a mark: "✅ FAILED" is no success.
bool says_failed(std::string_view text) {
  const std::size_t word = std::min(text.find_first_of("abcdefghijklmnopqrstuvwxyz"), text.size());
  return begins_with_one(text.substr(word), kFailed);
}

CellStatus cell_status_of(std::string_view text) {
  if (begins_with_one(text, kFailed)) return CellStatus::failed;
  if (begins_with_one(text, kNotApplicable)) return CellStatus::not_applicable;
  if (begins_with_one(text, kDone)) return CellStatus::done;
  return CellStatus::open;
}

bool is_only(std::string_view text, std::string_view chars) {
  return text.find_first_not_of(chars) == std::string_view::npos;
}

}  // namespace

CellStatus status_of_cell(std::string_view cell) {
  const std::string lower = base::to_lower(base::trim(cell));
  std::string_view mark = lower;
  std::string_view rest;
  if (mark.starts_with('[')) {
    const std::size_t end = mark.find(']');
    if (end == std::string_view::npos) return CellStatus::open;
    rest = base::trim(mark.substr(end + 1));
    mark = base::trim(mark.substr(1, end - 1));
    if (mark == "-") return CellStatus::not_applicable;
  } else if (!mark.empty() && !base::is_alnum(mark.front())) {
    rest = mark;
  }
  const CellStatus status = cell_status_of(mark);
  if (status == CellStatus::done && says_failed(rest)) return CellStatus::failed;
  return status;
}

bool is_placeholder(std::string_view evidence) {
  evidence = base::trim(evidence);
  if (is_only(evidence, "_-. ") || evidence == "…" || evidence == "—" || evidence == "–") {
    return true;
  }
  // "Commit SHA: _______"
  const std::size_t blank = std::min(evidence.find("___"), evidence.size());
  if (blank < evidence.size() && is_only(evidence.substr(blank), "_") &&
      base::trim(evidence.substr(0, blank)).ends_with(':')) {
    return true;
  }
  std::string lower = base::to_lower(evidence);
  if (lower == "tbd" || lower == "todo") return true;
  if (!lower.starts_with('[') || lower.find(']') != lower.size() - 1) return false;
  lower = lower.substr(1, lower.size() - 2);
  return is_only(lower, " ") || std::any_of(kAsks.begin(), kAsks.end(), [&](const char* word) {
           return lower.find(word) != std::string::npos;
         });
}

}  // namespace store

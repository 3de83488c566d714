#include "policy/topics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_set>

#include "base/text.h"
#include "policy/plain_line.h"
#include "policy/redaction.h"
#include "policy/redaction_edit.h"
#include "policy/redaction_private.h"
#include "policy/shell/report.h"
#include "policy/topic_word.h"

namespace policy {
namespace {

constexpr std::uint32_t kLabelWeight = 3;
constexpr std::uint32_t kNamedWeight = 2;
constexpr std::uint32_t kSaidWeight = 1;
constexpr std::string_view kProjectLine = "project ";
constexpr std::size_t kProjectBytesMax = 64;
constexpr std::size_t kUuidBytes = 36;
constexpr std::size_t kProjectsTold = 10;

using Counters = std::map<std::string, std::uint32_t, std::less<>>;
using Counter = Counters::value_type;

std::string redacted(std::string_view text) {
  return redact(clip_words(text, TopicCounter::kTextBytesMax));
}

// Whether a UUID stands at the beginning: its parts would pass for words.
bool starts_with_uuid(std::string_view text) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  static_assert(kForm.size() == kUuidBytes);
  if (text.size() < kUuidBytes) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == '-' ? text[i] != '-' : !base::is_hex_digit(text[i])) return false;
  }
  return true;
}

// How long the mark is that stands at the beginning for something that was taken out; 0: none.
std::size_t mark_bytes(std::string_view text) {
  for (const std::string_view mark : {redaction::kMarker, redaction::kPrivateMarker}) {
    if (text.starts_with(mark)) return mark.size();
  }
  return 0;
}

// Calls `take` with every word of a redacted text, in lower case, that can be a topic. What hangs
// on a mark of redaction is what is left of a secret, and is passed over.
template <typename Take>
void each_topic(std::string_view redacted_text, const Take& take) {
  std::array<char, topic::kWordBytesMax> lower{};
  std::size_t at = 0;
  bool is_after_mark = false;
  while (at < redacted_text.size()) {
    if (const std::size_t mark = mark_bytes(redacted_text.substr(at)); mark > 0) {
      at += mark;
      is_after_mark = true;
      continue;
    }
    const std::size_t separator = topic::separator_bytes(redacted_text, at);
    if (separator > 0) {
      at += separator;
      is_after_mark = false;
      continue;
    }
    if (starts_with_uuid(redacted_text.substr(at))) {
      at += kUuidBytes;
      continue;
    }
    const std::size_t begin = at;
    while (at < redacted_text.size() && topic::separator_bytes(redacted_text, at) == 0) ++at;
    const std::string_view word = redacted_text.substr(begin, at - begin);
    const bool hangs_on_mark = is_after_mark || mark_bytes(redacted_text.substr(at)) > 0;
    is_after_mark = false;
    if (hangs_on_mark || word.size() > lower.size()) continue;
    std::transform(word.begin(), word.end(), lower.begin(),
                   [](char c) { return base::to_lower(c); });
    const std::string_view candidate(lower.data(), word.size());
    if (topic::has_topic_shape(candidate) && !topic::is_stop_word(candidate)) take(candidate);
  }
}

// "relevance.cpp" is about relevance; ".gitignore" has no ending.
std::string_view without_ending(std::string_view name) {
  constexpr std::size_t kEndingBytesMax = 5;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return name;
  return name.size() - dot - 1 <= kEndingBytesMax ? name.substr(0, dot) : name;
}

void add_weight(Counters& counters, std::string_view word, std::uint32_t weight) {
  const auto found = counters.find(word);
  if (found == counters.end()) {
    counters.emplace(word, weight);
    return;
  }
  const std::uint32_t room = std::numeric_limits<std::uint32_t>::max() - found->second;
  found->second += std::min(weight, room);
}

bool counts_more(const Counter* a, const Counter* b) {
  return a->second != b->second ? a->second > b->second : a->first < b->first;
}

// The most frequent `count`, the most frequent first.
std::vector<const Counter*> most_frequent(const Counters& counters, std::size_t count) {
  std::vector<const Counter*> all;
  all.reserve(counters.size());
  for (const Counter& counter : counters) all.push_back(&counter);
  const std::size_t kept = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                    counts_more);
  all.resize(kept);
  return all;
}

// Counters grow with what a session says. Once there are several times as many as are kept, those
// that would go anyhow go, which is seldom enough to cost nothing.
void shrink(Counters& counters, std::size_t kept) {
  constexpr std::size_t kSlack = 4;
  if (counters.size() <= kSlack * kept) return;
  Counters rest;
  for (const Counter* counter : most_frequent(counters, kept)) rest.insert(*counter);
  counters = std::move(rest);
}

std::vector<std::string> names_of(const std::vector<const Counter*>& counters) {
  std::vector<std::string> names;
  names.reserve(counters.size());
  for (const Counter* counter : counters) names.push_back(counter->first);
  return names;
}

void write_lines(const Counters& counters, std::size_t kept, std::string_view start,
                 std::string& text) {
  std::vector<const Counter*> lines;
  if (counters.size() > kept) {
    lines = most_frequent(counters, kept);
    std::sort(lines.begin(), lines.end(),
              [](const Counter* a, const Counter* b) { return a->first < b->first; });
  } else {
    for (const Counter& counter : counters) lines.push_back(&counter);
  }
  std::array<char, 16> number{};
  for (const Counter* line : lines) {
    const auto end = std::to_chars(number.data(), number.data() + number.size(), line->second);
    text += start;
    text.append(number.data(), end.ptr);
    text += ' ';
    text += line->first;
    text += '\n';
  }
}

// Lines come in the order of the alphabet, so that the end is mostly the right place.
void read_counter(std::string_view line, bool is_project, Counters& into) {
  std::uint32_t weight = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), weight);
  if (read.ec != std::errc{} || weight == 0) return;
  line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()));
  if (!line.starts_with(' ')) return;
  line.remove_prefix(1);
  const bool is_fit =
      is_project ? !line.empty() && line.size() <= kProjectBytesMax : topic::has_topic_shape(line);
  if (is_fit) into.emplace_hint(into.end(), line, weight);
}

}  // namespace

void TopicCounter::add_label(std::string_view label) { add_words(redacted(label), kLabelWeight); }

void TopicCounter::add_category(std::string_view category) {
  add_words(redacted(category), kNamedWeight);
}

void TopicCounter::add_subject(std::string_view subject) {
  add_words(redacted(subject), kNamedWeight);
}

void TopicCounter::add_project(std::string_view name) {
  const std::string line = plain_line(name, kTextBytesMax);
  const std::string_view last = base::clip_utf8(shell::base_name(line), kProjectBytesMax);
  if (last.empty() || last == "/" || line.find(redaction::kMarker) != std::string::npos) return;
  add_weight(projects_, last, kNamedWeight);
  shrink(projects_, kProjectsMax);
  add_words(last, kNamedWeight);
}

void TopicCounter::add_prompt(std::string_view text) { add_words(redacted(text), kSaidWeight); }

void TopicCounter::add_path(std::string_view path) {
  const std::string known = redacted(path);
  add_words(without_ending(shell::base_name(known)), kSaidWeight);
}

void TopicCounter::add_command(std::string_view command) {
  const std::string known = redacted(command);
  std::size_t at = 0;
  while (at < known.size()) {
    while (at < known.size() && base::is_space(known[at])) ++at;
    const std::size_t begin = at;
    while (at < known.size() && !base::is_space(known[at])) ++at;
    std::string_view part = std::string_view(known).substr(begin, at - begin);
    while (!part.empty() && (part.front() == '"' || part.front() == '\'' || part.front() == '(')) {
      part.remove_prefix(1);
    }
    if (part.empty() || part.front() == '-') continue;
    if (part.find('/') != std::string_view::npos) part = without_ending(shell::base_name(part));
    if (topic::is_common_program(base::to_lower(part))) continue;
    add_words(part, kSaidWeight);
  }
}

std::vector<std::string> TopicCounter::top(std::size_t count) const {
  return names_of(most_frequent(words_, count));
}

std::vector<std::string> TopicCounter::projects() const {
  return names_of(most_frequent(projects_, kProjectsTold));
}

std::string TopicCounter::text() const {
  constexpr std::size_t kLineBytes = 16;
  std::string text;
  text.reserve(kLineBytes * (words_.size() + projects_.size()));
  write_lines(words_, kCountersMax, "", text);
  write_lines(projects_, kProjectsMax, kProjectLine, text);
  return text;
}

TopicCounter TopicCounter::from_text(std::string_view text) {
  TopicCounter counter;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const bool is_project = line.starts_with(kProjectLine);
    Counters& into = is_project ? counter.projects_ : counter.words_;
    if (into.size() >= (is_project ? kProjectsMax : kCountersMax)) continue;
    if (is_project) line.remove_prefix(kProjectLine.size());
    read_counter(line, is_project, into);
  }
  return counter;
}

void TopicCounter::count(std::string_view word, std::uint32_t weight) {
  add_weight(words_, word, weight);
}

void TopicCounter::add_words(std::string_view redacted, std::uint32_t weight) {
  each_topic(redacted, [&](std::string_view word) { count(word, weight); });
  shrink(words_, kCountersMax);
}

std::vector<std::string> topic_words(std::string_view text) {
  const std::string known = redacted(text);
  std::vector<std::string> words;
  std::unordered_set<std::string> seen;
  each_topic(known, [&](std::string_view word) {
    if (seen.emplace(word).second) words.emplace_back(word);
  });
  return words;
}

}  // namespace policy

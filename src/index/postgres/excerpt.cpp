#include "index/postgres/excerpt.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace indexing {
namespace {

constexpr std::size_t kWordBytesMax = 200;  // Longer ones are no words.
constexpr std::string_view kMore = "\xE2\x80\xA6";

// How many bytes stand between words at the beginning of `text`: 0 where a word goes on. Of what is
// not ASCII, the spaces and signs that people use.
std::size_t gap_at(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (byte(0) < 0x80) return base::is_alnum(text[0]) ? 0 : 1;
  if (byte(0) == 0xC2 && byte(1) < 0xC0) return 2;                     // U+0080 to U+00BF
  if (byte(0) == 0xE2 && byte(1) >= 0x80 && byte(1) < 0xB0) return 3;  // U+2000 to U+2BFF
  if (byte(0) == 0xE3 && byte(1) == 0x80) return 3;                    // U+3000 to U+303F
  return 0;
}

std::string_view view_of(std::string_view text, const TextWord& word) {
  return text.substr(word.begin, word.end - word.begin);
}

std::string_view stem_of(std::string_view word, const Stems& stems) {
  const auto found = stems.find(word);
  return found == stems.end() ? std::string_view() : std::string_view(found->second);
}

struct Match {
  std::size_t first = 0;  // Words, both of them within.
  std::size_t last = 0;
};

// Where the phrases are, in order; those that overlap are one.
std::vector<Match> matches_in(std::string_view text, const std::vector<TextWord>& words,
                              const std::vector<std::string>& phrases, const Stems& stems) {
  std::vector<std::string_view> found;
  found.reserve(words.size());
  for (const TextWord& word : words) found.push_back(stem_of(view_of(text, word), stems));
  std::vector<Match> matches;
  for (const std::string& phrase : phrases) {
    std::vector<std::string_view> wanted;
    for (const TextWord& word : words_in(phrase)) {
      wanted.push_back(stem_of(view_of(phrase, word), stems));
    }
    if (wanted.empty() || std::count(wanted.begin(), wanted.end(), "") != 0) continue;
    for (auto at = found.begin();; ++at) {
      at = std::search(at, found.end(), wanted.begin(), wanted.end());
      if (at == found.end()) break;
      const auto first = static_cast<std::size_t>(at - found.begin());
      matches.push_back({first, first + wanted.size() - 1});
    }
  }
  std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
    return a.first != b.first ? a.first < b.first : a.last < b.last;
  });
  std::vector<Match> merged;
  for (const Match& match : matches) {
    if (!merged.empty() && match.first <= merged.back().last) {
      merged.back().last = std::max(merged.back().last, match.last);
    } else {
      merged.push_back(match);
    }
  }
  return merged;
}

}  // namespace

std::vector<TextWord> words_in(std::string_view text) {
  std::vector<TextWord> words;
  bool is_within = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t gap = gap_at(text.substr(at));
    if (gap != 0) {
      is_within = false;
      at += gap;
      continue;
    }
    if (!is_within) words.push_back({at, at});
    is_within = true;
    words.back().end = ++at;
  }
  return words;
}

void collect_words(std::string_view text, const std::vector<std::string>& phrases, Stems& words) {
  std::set<char> beginnings;
  for (const std::string& phrase : phrases) {
    for (const TextWord& word : words_in(phrase)) {
      beginnings.insert(base::to_lower(phrase[word.begin]));
    }
  }
  for (const TextWord& word : words_in(text)) {
    const bool may_match = beginnings.contains(base::to_lower(text[word.begin])) ||
                           static_cast<unsigned char>(text[word.begin]) >= 0x80;
    if (may_match && word.end - word.begin <= kWordBytesMax) {
      words.emplace(view_of(text, word), std::string());
    }
  }
}

Excerpt excerpt_of(std::string_view text, const std::vector<std::string>& phrases,
                   const Stems& stems, std::size_t words_max) {
  const std::vector<TextWord> words = words_in(text);
  const std::vector<Match> matches = matches_in(text, words, phrases, stems);
  std::size_t from = 0;
  std::size_t behind = words.size();
  if (words_max != 0 && words.size() > words_max) {
    const std::size_t before = words_max / 6;  // So many words lead to the first match.
    const std::size_t first = matches.empty() ? 0 : matches.front().first;
    from = std::min(first > before ? first - before : 0, words.size() - words_max);
    behind = from + words_max;
  }
  Excerpt excerpt;
  std::size_t at = from == 0 ? 0 : words[from].begin;
  if (from != 0) excerpt.text += kMore;
  for (const Match& match : matches) {
    if (match.first < from || match.last >= behind) continue;
    excerpt.has_match = true;
    excerpt.text += text.substr(at, words[match.first].begin - at);
    at = words[match.last].end;
    excerpt.text += '\x02';
    excerpt.text += text.substr(words[match.first].begin, at - words[match.first].begin);
    excerpt.text += '\x03';
  }
  const bool is_cut = behind < words.size();
  const std::size_t end = is_cut ? words[behind - 1].end : text.size();
  excerpt.text += text.substr(at, end - at);
  if (is_cut) excerpt.text += kMore;
  return excerpt;
}

}  // namespace indexing

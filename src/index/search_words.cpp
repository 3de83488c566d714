#include "index/search_words.h"

#include <algorithm>

#include "base/text.h"

namespace indexing {
namespace {

// Something that the tokenizer makes a word of: else the expression would match nothing.
bool has_word(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

std::vector<std::string> search_words(std::string_view text) {
  constexpr std::size_t kWordsMax = 32;
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) {
    if (has_word(word) && words.size() < kWordsMax) words.emplace_back(word);
  };
  while (!text.empty()) {
    if (base::is_space(text.front())) {
      text.remove_prefix(1);
    } else if (text.front() == '"' && text.find('"', 1) != std::string_view::npos) {
      const std::size_t end = text.find('"', 1);
      add(text.substr(1, end - 1));
      text.remove_prefix(end + 1);
    } else {
      std::size_t end = 1;
      while (end < text.size() && !base::is_space(text[end]) && text[end] != '"') ++end;
      add(text.substr(0, end));
      text.remove_prefix(end);
    }
  }
  // Longer ones are mostly rarer, and the rarest should be asked for first.
  std::stable_sort(words.begin(), words.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  return words;
}

bool has_all_words(std::string_view title, const std::vector<std::string>& words) {
  const std::string lower = base::to_lower(title);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return lower.find(base::to_lower(word)) != std::string::npos;
  });
}

}  // namespace indexing

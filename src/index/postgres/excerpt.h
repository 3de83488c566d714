// What is shown of a text that a search found: a few words of it, with those that were asked for
// between \x02 and \x03. Whether two words are the same is for the server to say, which knows their
// stems.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace indexing {

struct TextWord {
  std::size_t begin = 0;  // Bytes in the text.
  std::size_t end = 0;
};
// The words of a text: whatever is neither letter nor digit stands between two of them.
std::vector<TextWord> words_in(std::string_view text);

// From a word as it is written to its stem.
using Stems = std::map<std::string, std::string, std::less<>>;
// The words of `text` that may be one of those of the phrases, by how they begin.
void collect_words(std::string_view text, const std::vector<std::string>& phrases, Stems& words);

struct Excerpt {
  std::string text;
  bool has_match = false;
};
// At most `words_max` words, from where the first match is; 0: all of it.
Excerpt excerpt_of(std::string_view text, const std::vector<std::string>& phrases,
                   const Stems& stems, std::size_t words_max);

}  // namespace indexing

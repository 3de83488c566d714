// What people type into a search, whichever database answers it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace indexing {

// Of the newest that match, so many are looked at.
constexpr std::size_t kCandidatesMax = 200;
// So many words of a text are shown.
constexpr int kExcerptWords = 24;

// Words and "phrases", all of which must be there; the longest first.
std::vector<std::string> search_words(std::string_view text);

// As people see it: in any case, and as a part of a longer word too.
bool has_all_words(std::string_view title, const std::vector<std::string>& words);

}  // namespace indexing

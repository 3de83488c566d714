// Texts by number, each once. Those of a file on disk are not copied.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cost {

class Strings {
 public:
  // The empty text is always number 0.
  Strings() : texts_{std::string_view()} {}

  std::string_view operator[](std::uint32_t number) const { return texts_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }
  std::uint32_t number_of(std::string_view text);

  // `text` outlives this. For loading: the numbers are given in order.
  void add_borrowed(std::string_view text) { texts_.push_back(text); }

 private:
  std::vector<std::string_view> texts_;
  std::deque<std::string> owned_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // Of the first `numbered_`.
  std::uint32_t numbered_ = 0;
};

}  // namespace cost

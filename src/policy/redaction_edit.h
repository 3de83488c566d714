// The replacements made in one text; nothing is copied while there are none.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace policy::redaction {

inline constexpr std::string_view kMarker = "[REDACTED]";

class Edit {
 public:
  explicit Edit(std::string_view source) : source_(source) {}  // The source outlives this.

  // Ranges come in the order of the text. A range that already is the marker changes nothing.
  void replace(std::size_t begin, std::size_t end) {
    if (begin < copied_ || begin >= end || source_.substr(begin, end - begin) == kMarker) return;
    if (!changed_) result_.reserve(source_.size() + kMarker.size());
    result_.append(source_.substr(copied_, begin - copied_)).append(kMarker);
    copied_ = end;
    changed_ = true;
  }

  bool changed() const { return changed_; }
  std::size_t replaced_end() const { return copied_; }  // Where the last range ends.

  std::string take() && {
    result_.append(source_.substr(copied_));
    return std::move(result_);
  }

 private:
  std::string_view source_;
  std::string result_;
  std::size_t copied_ = 0;
  bool changed_ = false;
};

}  // namespace policy::redaction

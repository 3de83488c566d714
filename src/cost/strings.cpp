#include "cost/strings.h"

namespace cost {

std::uint32_t Strings::number_of(std::string_view text) {
  // Made only when it is needed: most runs ask for nothing new.
  for (; numbered_ < texts_.size(); ++numbered_) numbers_.emplace(texts_[numbered_], numbered_);
  const auto found = numbers_.find(text);
  if (found != numbers_.end()) return found->second;
  owned_.emplace_back(text);
  texts_.emplace_back(owned_.back());
  return size() - 1;
}

}  // namespace cost

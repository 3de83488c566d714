// Strict on write: what a value from outside must be before it may enter a run. Every message
// starts with the field.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/named.h"

namespace policy {

// Code::too_large over kTextBytesMax.
base::Result<void> check_text(std::string_view field, std::string_view text);
// Code::too_large over kListItemsMax items, or where one of them is too long.
base::Result<void> check_texts(std::string_view field, const std::vector<std::string>& texts);
base::Result<void> check_count(std::string_view field, std::size_t count);
// Null or an object; Code::too_large where its text is over `bytes_max`.
base::Result<void> check_object(std::string_view field, const base::JsonBox& object,
                                std::size_t bytes_max);
// Empty, or safe in a file name.
base::Result<void> check_id(std::string_view field, std::string_view id);
// Empty, or an RFC 3339 time.
base::Result<void> check_time(std::string_view field, std::string_view time);

// Code::invalid_value, in the words "field: problem".
base::Error invalid_value(std::string_view field, std::string_view problem);
base::Error not_one_of(std::string_view field, std::string_view value,
                       const std::vector<std::string_view>& allowed);

// Code::invalid_value with all that is allowed. `all` is any range of the enumeration's values.
template <typename E, typename Range>
base::Result<void> check_known(std::string_view field, const model::Named<E>& name,
                               const Range& all) {
  if (name.known()) return {};
  std::vector<std::string_view> allowed;
  for (const E value : all) allowed.push_back(name_of(value));
  return not_one_of(field, name.text(), allowed);
}

}  // namespace policy

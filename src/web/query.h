// What stands behind the '?' of an address, decoded.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace web {

class Query {
 public:
  // "a=1&b=x%20y+z": a '+' is a space. A '%' that leads no two digits stands for itself.
  explicit Query(std::string_view text);

  // The first of that name; an empty value counts as none.
  std::optional<std::string> text(std::string_view name) const;
  // `otherwise` where there is none; invalid_params outside `min` … `max`.
  base::Result<std::int64_t> number(std::string_view name, std::int64_t otherwise, std::int64_t min,
                                    std::int64_t max) const;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

// As in a query, but for the '+': for the parts of a path.
std::string decoded(std::string_view text, bool plus_is_space = false);

}  // namespace web

// A part of a list, and where the next one begins.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace engine::dashboard {

struct PageQuestion {
  std::optional<std::string> cursor;  // What the page before this one gave as `next`.
  std::size_t limit = 50;
};

// A cursor is for the list that gave it: other texts are invalid_params.
std::string make_cursor(std::string_view list, const std::vector<std::string>& values);
base::Result<std::vector<std::string>> read_cursor(std::string_view list, std::string_view cursor,
                                                   std::size_t values);
// The same for lists that are walked by a number.
std::string make_cursor(std::string_view list, std::int64_t number);
base::Result<std::optional<std::int64_t>> read_number(std::string_view list,
                                                      const std::optional<std::string>& cursor);

template <typename Item>
struct Page {
  std::vector<Item> items;
  std::optional<std::string> next;
};

}  // namespace engine::dashboard

// Tables between an enumeration and its spelling. Private to model/.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace model {

template <typename E, std::size_t N>
using NameTable = std::array<std::pair<E, std::string_view>, N>;

template <typename E, std::size_t N>
std::optional<E> find_name(const NameTable<E, N>& table, std::string_view name) {
  for (const auto& [value, spelling] : table) {
    if (spelling == name) return value;
  }
  return std::nullopt;
}

template <typename E, std::size_t N>
std::string_view find_value(const NameTable<E, N>& table, E value) {
  for (const auto& [candidate, spelling] : table) {
    if (candidate == value) return spelling;
  }
  return {};
}

}  // namespace model

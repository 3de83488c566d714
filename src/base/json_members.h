// Growing the members of a JSON object. A template, so that the library's header is not needed
// here.
#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>

namespace base {

// Room for one more, where there is none. Left to itself the vector would copy every member with
// all that is below it, since a key is constant and so a member cannot be moved without a risk.
template <typename Members>
void make_room_for_member(Members& members) {
  constexpr std::size_t kFirst = 8;
  if (members.size() < members.capacity()) return;
  Members larger;
  larger.reserve(std::max(kFirst, 2 * members.capacity()));
  for (auto& [key, value] : members) larger.emplace_back(key, std::move(value));
  members.swap(larger);
}

}  // namespace base

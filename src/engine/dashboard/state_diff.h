// What is different between two states of a run.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace engine::dashboard {

enum class StateChangeKind { added, removed, changed };
std::string_view name_of(StateChangeKind kind);

struct StateDifference {
  std::string path;  // A JSON pointer; "" for the whole.
  StateChangeKind kind = StateChangeKind::changed;
  base::JsonBox before;
  base::JsonBox after;
};

// In the order of the documents, at most `max`: where there would be more, larger parts are told as
// changed instead of what is different inside of them, so that nothing is left out.
std::vector<StateDifference> state_differences(const base::Json& before, const base::Json& after,
                                               std::size_t max = 500);

}  // namespace engine::dashboard

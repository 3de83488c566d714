#include "engine/dashboard/state_diff.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engine::dashboard {
namespace {

using base::Json;

std::string below(const std::string& path, std::string_view key) {
  std::string pointer = path + "/";
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  return pointer;
}

class Comparison {
 public:
  Comparison(int depth_max, std::size_t max) : depth_max_(depth_max), max_(max) {}

  // False where there are too many.
  bool compare(const std::string& path, const Json& before, const Json& after, int depth) {
    if (before == after) return true;
    const bool goes_deeper = depth < depth_max_;
    if (goes_deeper && before.is_object() && after.is_object()) {
      return compare_objects(path, before, after, depth);
    }
    if (goes_deeper && before.is_array() && after.is_array()) {
      return compare_arrays(path, before, after, depth);
    }
    return add({path, StateChangeKind::changed, base::JsonBox(before), base::JsonBox(after)});
  }

  std::vector<StateDifference> take() { return std::move(found_); }

 private:
  bool add(StateDifference difference) {
    if (found_.size() == max_) return false;
    found_.push_back(std::move(difference));
    return true;
  }
  bool add_removed(std::string path, const Json& before) {
    return add({std::move(path), StateChangeKind::removed, base::JsonBox(before), {}});
  }
  bool add_added(std::string path, const Json& after) {
    return add({std::move(path), StateChangeKind::added, {}, base::JsonBox(after)});
  }

  bool compare_objects(const std::string& path, const Json& before, const Json& after, int depth) {
    for (const auto& [key, value] : before.items()) {
      const auto other = after.find(key);
      const bool fits = other == after.end() ? add_removed(below(path, key), value)
                                             : compare(below(path, key), value, *other, depth + 1);
      if (!fits) return false;
    }
    for (const auto& [key, value] : after.items()) {
      if (!before.contains(key) && !add_added(below(path, key), value)) return false;
    }
    return true;
  }

  // What both begin and end with is the same; between, entry is compared with entry.
  bool compare_arrays(const std::string& path, const Json& before, const Json& after, int depth) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < shorter && before[head] == after[head]) ++head;
    std::size_t tail = 0;
    while (tail < shorter - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
      ++tail;
    }
    const std::size_t before_end = before.size() - tail;
    const std::size_t after_end = after.size() - tail;
    for (std::size_t at = head; at < std::max(before_end, after_end); ++at) {
      const std::string place = below(path, std::to_string(at));
      const bool fits = at >= before_end  ? add_added(place, after[at])
                        : at >= after_end ? add_removed(place, before[at])
                                          : compare(place, before[at], after[at], depth + 1);
      if (!fits) return false;
    }
    return true;
  }

  int depth_max_;
  std::size_t max_;
  std::vector<StateDifference> found_;
};

}  // namespace

std::string_view name_of(StateChangeKind kind) {
  switch (kind) {
    case StateChangeKind::added:
      return "added";
    case StateChangeKind::removed:
      return "removed";
    case StateChangeKind::changed:
      return "changed";
  }
  return "changed";
}

std::vector<StateDifference> state_differences(const Json& before, const Json& after,
                                               std::size_t max) {
  // No document that is parsed here is deeper.
  constexpr int kDepthMax = 256;
  for (const int depth : {kDepthMax, 4, 3, 2, 1}) {
    Comparison comparison(depth, max);
    if (comparison.compare("", before, after, 0)) return comparison.take();
  }
  return {{"", StateChangeKind::changed, base::JsonBox(before), base::JsonBox(after)}};
}

}  // namespace engine::dashboard

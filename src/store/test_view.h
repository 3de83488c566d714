// A view of a branch as text, to compare two. Without the test library: the fuzz target uses it
// too.
#pragma once
#include <optional>
#include <string>

#include "model/requirement_state.h"

namespace store {

inline std::string text_of(const std::optional<model::RequirementEntry>& entry) {
  if (!entry) return "none";
  const auto number = [](const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : "-";
  };
  return std::to_string(entry->satisfied) + number(entry->satisfied_at) + entry->satisfied_by +
         number(entry->expires_at) + std::to_string(entry->triggered) +
         number(entry->triggered_at) + entry->fingerprint + entry->pending;
}

// All that a decision can see, but for the branch's name.
inline std::string text_of(const model::BranchView& view) {
  std::string text = std::to_string(view.read_only);
  for (const auto& [name, record] : view.records) {
    text += "\n" + name + " " + text_of(record.root) + " " + text_of(record.own) + " " +
            text_of(record.permanent);
  }
  return text;
}

}  // namespace store

// What every change of a workflow needs. Private to policy's workflow rules.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "model/run.h"

namespace policy {

// The run's workflow; a new one that starts now where there is none.
model::OrchestratorWorkflow& workflow_of(model::Run& run, base::Instant now);

// Whatever the order of keys.
bool same_content(const base::Json& a, const base::Json& b);

base::Error id_is_taken(const std::string& id);

template <typename T>
T* find_by_id(std::vector<T>& items, const std::string& id) {
  // Older notes have items without an id; an empty one names nothing.
  if (id.empty()) return nullptr;
  for (T& item : items) {
    if (item.id == id) return &item;
  }
  return nullptr;
}

}  // namespace policy

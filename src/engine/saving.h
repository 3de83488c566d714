// How an addition to a run's workflow is saved. Private to the engine.
#pragma once
#include <string>
#include <utility>

#include "engine/stores.h"
#include "engine/workflow.h"
#include "policy/workflow.h"

namespace engine {

// Saves what `change` makes of the run and tells the id it gave.
template <typename Change>
base::Result<AddedItem> save(Stores& stores, const model::RunId& run, const std::string& what,
                             const Caller& caller, const Change& change) {
  AddedItem item;
  TRY_ASSIGN(const auto saved,
             stores.runs.update(run, {.actor = caller.actor, .what = what},
                                [&](model::Run current) -> base::Result<model::Run> {
                                  TRY_ASSIGN(policy::Added added, change(std::move(current)));
                                  item.id = added.id;
                                  item.changed = added.changed;
                                  return std::move(added.run);
                                }));
  item.version = saved.run.version;
  return item;
}

}  // namespace engine

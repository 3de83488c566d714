#include "engine/compaction.h"

#include "policy/compaction.h"

namespace engine {
namespace {

policy::CompactionLimits limits_of(const model::Config& config) {
  return {static_cast<std::size_t>(config.compaction_threshold),
          static_cast<std::size_t>(config.compaction_keep)};
}

}  // namespace

base::Result<Compacted> compact_now(Stores& stores, model::Run run) {
  TRY_ASSIGN(policy::Compaction compaction,
             policy::compact(std::move(run), limits_of(stores.config)));
  TRY_ASSIGN(model::CompactionEntry entry,
             stores.side_notes.write_history(compaction.run, compaction.moved));
  Compacted compacted{std::move(compaction.run), entry.count, entry.note_path};
  compacted.run.workflow->compaction_history.push_back(std::move(entry));
  return compacted;
}

base::Result<model::Run> compact_if_due(Stores& stores, model::Run run) {
  if (!policy::needs_compaction(run, limits_of(stores.config))) return run;
  TRY_ASSIGN(Compacted compacted, compact_now(stores, std::move(run)));
  return std::move(compacted.run);
}

}  // namespace engine

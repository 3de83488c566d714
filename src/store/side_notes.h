// Signed notes beside a run's own: the history that compaction moves out, and what one agent was
// given and gave back.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"
#include "os/system.h"
#include "store/keyring.h"
#include "store/layout.h"

namespace store {

class SideNotes {
 public:
  // All outlive this. Callers hold the run's lock, as RunStore::update does for its change.
  SideNotes(os::System system, const Layout& layout, Keyring& keys)
      : system_(system), layout_(layout), keys_(keys) {}

  // Writes the history note and gives the entry for compactionHistory.
  base::Result<model::CompactionEntry> write_history(
      const model::Run& run, const std::vector<model::AgentInvocation>& moved);
  // The invocations of one history note; its hash and signature are checked.
  base::Result<std::vector<model::AgentInvocation>> read_history(
      const model::RunId& run, const model::CompactionEntry& entry);

  // The newest context of an agent stands without a number; older ones are kept as -2, -3 ….
  base::Result<os::Path> write_agent_context(const model::Run& run,
                                             const model::AgentInvocation& invocation);

  struct SweepOptions {
    base::Instant older_than;  // Referenced history notes that were made before are removed.
  };
  // Removes history notes that no run speaks of (a crash between two writes) and old ones. Gives
  // the names of what went.
  base::Result<std::vector<std::string>> sweep_history(const model::Run& run,
                                                       const SweepOptions& options);

 private:
  os::System system_;
  const Layout& layout_;
  Keyring& keys_;
};

}  // namespace store

// The work of a protocol session: what has changed since it began, whoever committed it. Private to
// the engine.
#pragma once
#include "engine/stores.h"
#include "model/protocol.h"
#include "policy/protocol_gate.h"

namespace engine {

// Where the worktree stands, in the words of the protocol (S1-21, S1-22, B1-23).
struct GitPlace {
  bool is_git = false;
  std::string branch;  // "main"; "HEAD detached at 1f0c22a"; "(no branch)" outside git.
  std::string commit;  // In full; "(no commits)"; "(no git)".
};
GitPlace git_place(Stores& stores);

// What is changed now, with a hash of its content: kept at the start, so that it is not counted as
// the session's own later.
store::ProtocolStore::Baseline changed_files(Stores& stores);

// unavailable where git does not answer.
base::Result<policy::WorkFacts> work_facts(Stores& stores, const model::Protocol& protocol);

// The newest time at which one of the files was written; 0 for none.
std::int64_t newest_change_ns(Stores& stores, const std::vector<std::string>& files);

// Files that we or the session's bookkeeping write: they are no work (B1-24).
bool is_own_file(const std::string& file, const model::Protocol& protocol);

}  // namespace engine

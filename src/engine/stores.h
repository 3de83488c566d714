// What a Workspace is made of. Only the engine includes this: adapters never see a store.
#pragma once
#include "engine/host_files.h"
#include "engine/memory.h"
#include "engine/workspace.h"
#include "policy/guarded_file.h"
#include "store/alias_store.h"
#include "store/config.h"
#include "store/journal.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/project.h"
#include "store/protocol_store.h"
#include "store/run_store.h"
#include "store/side_notes.h"
#include "store/work_store.h"

namespace engine {

// Members are built in this order and refer to those above; the whole never moves.
struct Stores {
  // `cache` outlives this.
  Stores(os::System given_system, store::Homes given_homes, store::Project given_project,
         WorkspaceCache* cache = nullptr);
  Stores(const Stores&) = delete;
  Stores& operator=(const Stores&) = delete;

  os::System system;
  store::Homes homes;
  store::Project project;
  store::Keyring keys;
  model::Config config;
  store::Layout layout;
  store::Journal journal;
  store::RunStore runs;
  store::AliasStore aliases;
  store::SideNotes side_notes;
  store::ProtocolStore protocols;
  store::WorkStore work;

  policy::GuardRoots guard_roots() const;

  // The wired one, else the project's files.
  MemoryStore& memory();
  std::shared_ptr<MemoryStore> memory_store;

  HostFiles* host_files = nullptr;  // See engine/host_files.h.

  // Whether a host waits for the answer: then waiting and the programs that a question starts must
  // leave time to give one.
  bool is_hook = true;
  // For a lock of the requirements, which stop no work.
  base::Millis lock_patience() const;
  // What is left for programs (git, calculators); all that one question starts share it.
  base::Millis process_time_left();
  std::chrono::microseconds processes_since{-1};  // When the first was started.
};

}  // namespace engine

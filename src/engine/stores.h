// What a Workspace is made of. Only the engine includes this: adapters never see a store.
#pragma once
#include "engine/workspace.h"
#include "policy/guarded_file.h"
#include "store/alias_store.h"
#include "store/config.h"
#include "store/journal.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/project.h"
#include "store/run_store.h"
#include "store/side_notes.h"

namespace engine {

// Members are built in this order and refer to those above; the whole never moves.
struct Stores {
  Stores(os::System given_system, store::Homes given_homes, store::Project given_project);
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

  policy::GuardRoots guard_roots() const;

  // All programs that one question starts (git, calculators) share this time, which begins with the
  // first: a hook has a deadline, and requirements may not use it up.
  base::Millis process_time_left();
  std::chrono::microseconds process_time{std::chrono::milliseconds{900}};
  std::chrono::microseconds processes_since{-1};
};

}  // namespace engine

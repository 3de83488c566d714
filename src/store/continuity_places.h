// Where document S3's files lie: with us, or where OpenClaw has them.
#pragma once
#include "model/user_config.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

struct ContinuityPlaces {
  os::Path sessions;  // One mirror a session: {uid}.json
  os::Path archive;   // {YYYY-MM}.jsonl
  os::Path pins;      // working_memory.json
  os::Path locks;     // <state home>/holdfast/locks
  os::Path brain;     // brain.db of OpenClaw's layout; else empty.
  // OpenClaw's: one list of pins for all sessions, and nothing in the files that is only ours.
  bool openclaw = false;
};

// <data home>/holdfast/…, or with `layout: openclaw` the paths of S3 ($CORTEX_DATA_DIR, else
// ~/.openclaw/workspace/memory; ~/.openclaw/sessions). unavailable, naming the key, where a home
// is needed and there is none (B3-29).
base::Result<ContinuityPlaces> continuity_places(os::Environment& environment, const Homes& homes,
                                                 const model::UserConfig& config);

}  // namespace store

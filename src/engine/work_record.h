// What is known of a work session besides its own files: the state that we wrote last, and who
// changed it. In <local>/work/, outside the tree. Private to the engine.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "engine/stores.h"
#include "engine/work.h"

namespace engine {

class WorkRecord {
 public:
  // `stores` outlives this.
  WorkRecord(Stores& stores, std::string slug) : stores_(stores), slug_(std::move(slug)) {}

  // Held from before a manifest is read until its new etag is remembered: without it two changes at
  // once would look like an edit from outside (B2-20).
  base::Result<std::unique_ptr<os::File>> lock();

  // The etag of the manifest as one of us left it; nothing where none of us ever wrote it.
  std::optional<std::string> last_etag();
  // Fails open: the worst that follows is that our own change is taken for a stranger's.
  void remember(const std::string& etag);

  // One event of kind "work": in the journal of the caller's run, else in audit.jsonl. The error is
  // for a warning: the change itself is done.
  base::Result<void> note(const WorkCaller& caller, base::Json payload);

 private:
  os::Path etag_file() const;

  Stores& stores_;
  std::string slug_;
};

}  // namespace engine

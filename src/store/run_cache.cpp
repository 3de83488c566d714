#include "store/run_cache.h"

namespace store {

RunCache::RunView RunCache::find(const model::RunId& run, const std::string& note_hash) {
  const std::lock_guard guard(mutex_);
  const auto found = runs_.find(run.text);
  return found != runs_.end() && found->second.note_hash == note_hash ? found->second.view
                                                                      : nullptr;
}

void RunCache::keep(const std::string& note_hash, RunView view) {
  constexpr std::size_t kKeptMax = 32;
  const std::lock_guard guard(mutex_);
  if (runs_.size() >= kKeptMax && !runs_.contains(view->id.text)) runs_.clear();
  std::string id = view->id.text;
  runs_[std::move(id)] = {note_hash, std::move(view)};
}

}  // namespace store

#include "mcp/tools/kept_answers.h"

namespace mcp {

std::optional<ToolResult> KeptAnswers::find(const std::string& question, os::FileSystem& files) {
  const std::lock_guard guard(mutex_);
  const auto found = kept_.find(question);
  if (found == kept_.end()) return std::nullopt;
  if (found->second.freshness.holds(files)) return found->second.answer;
  kept_.erase(found);
  return std::nullopt;
}

void KeptAnswers::keep(const std::string& question, engine::Freshness freshness,
                       const ToolResult& answer) {
  constexpr std::size_t kKeptMax = 16;
  const std::lock_guard guard(mutex_);
  if (kept_.size() >= kKeptMax) kept_.clear();
  kept_.insert_or_assign(question, Kept{std::move(freshness), answer});
}

}  // namespace mcp

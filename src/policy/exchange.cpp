#include "policy/exchange.h"

#include <algorithm>

namespace policy {
namespace {

bool has(const std::vector<std::string>& hashes, const std::string& hash) {
  return std::find(hashes.begin(), hashes.end(), hash) != hashes.end();
}

}  // namespace

ExchangeVerdict judge_exchange(const std::optional<ExchangedVersion>& ours,
                               const ExchangedVersion& theirs) {
  if (!ours) return ExchangeVerdict::theirs;
  if (ours->hash == theirs.hash) return ExchangeVerdict::same;
  const bool they_saw_ours = has(theirs.seen, ours->hash);
  const bool we_saw_theirs = has(ours->seen, theirs.hash);
  // Each saw the other: one of them went back to an older text, and only a person knows which.
  if (they_saw_ours == we_saw_theirs) return ExchangeVerdict::both;
  return they_saw_ours ? ExchangeVerdict::theirs : ExchangeVerdict::ours;
}

std::vector<std::string> seen_by_both(const ExchangedVersion& ours,
                                      const ExchangedVersion& theirs) {
  std::vector<std::string> common;
  for (const std::string& hash : ours.seen) {
    if (hash == theirs.hash || has(theirs.seen, hash)) common.push_back(hash);
  }
  return common;
}

std::vector<std::string> seen_together(const std::vector<std::string>& ours,
                                       const std::vector<std::string>& theirs, std::size_t limit) {
  std::vector<std::string> all;
  for (const auto* list : {&theirs, &ours}) {
    for (const std::string& hash : *list) {
      std::erase(all, hash);
      all.push_back(hash);
    }
  }
  if (all.size() > limit) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(limit));
  return all;
}

}  // namespace policy

// Two machines' versions of one file, told apart by what each has seen: which of them goes on from
// the other. Pure.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace policy {

// One machine's version: its hash, and the hashes of earlier versions that it goes on from.
struct ExchangedVersion {
  std::string hash;
  std::vector<std::string> seen;
};

enum class ExchangeVerdict {
  same,
  theirs,  // There is none here, or theirs goes on from ours.
  ours,    // Ours goes on from theirs.
  both,    // Both went on from something older, or nothing in common is known.
};
// `ours` none: there is no such file here.
ExchangeVerdict judge_exchange(const std::optional<ExchangedVersion>& ours,
                               const ExchangedVersion& theirs);

// The hashes that both have seen, in our order.
std::vector<std::string> seen_by_both(const ExchangedVersion& ours, const ExchangedVersion& theirs);

// What a version that was made of both goes on from: each once, the newest last, at most `limit`.
std::vector<std::string> seen_together(const std::vector<std::string>& ours,
                                       const std::vector<std::string>& theirs, std::size_t limit);

}  // namespace policy

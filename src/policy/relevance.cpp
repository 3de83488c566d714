#include "policy/relevance.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "base/text.h"

namespace policy {
namespace {

constexpr double kRecencyWindowHours = 168;  // A constant, whatever the lookback (B3-19).
constexpr double kTasksForAll = 4;
constexpr double kRecencyWeight = 0.4;
constexpr double kOverlapWeight = 0.35;
constexpr double kPendingWeight = 0.25;
constexpr double kEdgeTolerance = 1e-9;
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// Words by the hash of their lower case, each once whatever its case: thousands of sessions are
// compared without a copy of a word.
class WordSet {
 public:
  // The words live longer. Of more than kWordsMax, which no session of ours has, the first count.
  void assign(std::span<const std::string> words) {
    words_.clear();
    slots_.fill(0);
    for (const std::string& word : words.first(std::min(words.size(), kWordsMax))) {
      const std::uint64_t hash = hash_of(word);
      std::uint8_t& slot = slot_of(hash, word);
      if (slot != 0) continue;
      words_.push_back({hash, word});
      slot = static_cast<std::uint8_t>(words_.size());
    }
  }
  std::size_t size() const { return words_.size(); }

  std::size_t count_common(WordSet& other) const {
    std::size_t common = 0;
    for (const Word& word : words_) common += other.slot_of(word.hash, word.text) != 0 ? 1 : 0;
    return common;
  }

 private:
  static constexpr std::size_t kWordsMax = 100;
  static constexpr std::size_t kSlots = 256;  // More than twice as many, so that one is free.
  static constexpr std::size_t kChunk = sizeof(std::uint64_t);
  struct Word {
    std::uint64_t hash = 0;
    std::string_view text;
  };

  static std::uint64_t chunk_at(std::string_view word, std::size_t at) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, word.data() + at, kChunk);
    return chunk;
  }

  // Eight bytes at a time. The bit that tells cases apart is set in all of them: that two signs
  // then look alike does no harm, since equal words are compared in full.
  static std::uint64_t hash_of(std::string_view word) {
    constexpr std::uint64_t kCase = 0x2020202020202020U;
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = word.size();
    const auto mix = [&](std::uint64_t chunk) {
      hash = (hash ^ (chunk | kCase)) * kFactor;
      hash ^= hash >> 32U;
    };
    if (word.size() < kChunk) {
      std::uint64_t chunk = 0;
      for (const char c : word) chunk = chunk << 8U | static_cast<unsigned char>(c);
      mix(chunk);
      return hash;
    }
    // The last eight may have been seen in part.
    for (std::size_t at = 0; at + kChunk < word.size(); at += kChunk) mix(chunk_at(word, at));
    mix(chunk_at(word, word.size() - kChunk));
    return hash;
  }

  static bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return base::to_lower(x) == base::to_lower(y); });
  }

  // The slot that has the word's number, from 1, or the empty one that it belongs into.
  std::uint8_t& slot_of(std::uint64_t hash, std::string_view text) {
    std::size_t at = hash >> 56U;  // The highest bits depend on every byte.
    while (slots_[at] != 0) {
      const Word& word = words_[slots_[at] - 1U];
      if (word.hash == hash && same_word(word.text, text)) break;
      at = (at + 1) % kSlots;
    }
    return slots_[at];
  }

  std::vector<Word> words_;
  std::array<std::uint8_t, kSlots> slots_{};
};

double jaccard(const WordSet& topics, WordSet& keywords) {
  const std::size_t common = topics.count_common(keywords);
  const std::size_t all = topics.size() + keywords.size() - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

double hours_since(base::Instant end, base::Instant now) {
  return std::max(0.0, std::chrono::duration<double, std::ratio<3600>>(now - end).count());
}

Relevance relevance(double hours, double overlap, std::size_t tasks) {
  Relevance result;
  result.hours = hours;
  result.recency = std::max(0.0, 1 - hours / kRecencyWindowHours);
  result.overlap = overlap;
  result.pending = std::min(1.0, static_cast<double>(tasks) / kTasksForAll);
  result.score = kRecencyWeight * result.recency + kOverlapWeight * result.overlap +
                 kPendingWeight * result.pending;
  return result;
}

// One of the sessions on its way to a verdict.
struct Candidate {
  ScoredSession scored;
  base::Instant end;
  bool qualifies = false;
};

SessionVerdict verdict_alone(const PastSession& session, const Relevance& relevance,
                             const RestoreRules& rules) {
  if (rules.config.same_channel && session.channel != rules.channel) {
    return SessionVerdict::other_channel;
  }
  if (relevance.hours > static_cast<double>(rules.config.lookback_days) * 24 + kEdgeTolerance) {
    return SessionVerdict::too_old;
  }
  return reaches(relevance.score, rules.config.relevance_threshold)
             ? SessionVerdict::chosen
             : SessionVerdict::below_threshold;
}

std::vector<Candidate> candidates_of(std::span<const PastSession> sessions,
                                     std::span<const std::string> keywords,
                                     const RestoreRules& rules) {
  std::vector<Candidate> candidates(sessions.size());
  WordSet wanted;
  WordSet topics;
  wanted.assign(keywords);
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    Candidate& candidate = candidates[i];
    candidate.scored.index = i;
    const auto end = base::instant_from_iso(sessions[i].end_time);
    if (!end.ok()) {
      candidate.scored.verdict = SessionVerdict::unreadable_time;
      candidate.end = base::Instant::min();
      continue;
    }
    candidate.end = end.value();
    topics.assign(sessions[i].topics);
    candidate.scored.relevance = relevance(hours_since(end.value(), rules.now),
                                           jaccard(topics, wanted), sessions[i].pending_tasks);
    candidate.scored.verdict = verdict_alone(sessions[i], candidate.scored.relevance, rules);
    candidate.qualifies = candidate.scored.verdict == SessionVerdict::chosen;
  }
  return candidates;
}

// The best first. Total, so that the same sessions in another order give the same answer.
void rank(std::vector<Candidate>& candidates, std::span<const PastSession> sessions) {
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    const bool a_unreadable = a.scored.verdict == SessionVerdict::unreadable_time;
    const bool b_unreadable = b.scored.verdict == SessionVerdict::unreadable_time;
    if (a_unreadable != b_unreadable) return b_unreadable;
    if (a.scored.relevance.score != b.scored.relevance.score) {
      return a.scored.relevance.score > b.scored.relevance.score;
    }
    if (a.end != b.end) return a.end > b.end;
    const int by_id = sessions[a.scored.index].id.compare(sessions[b.scored.index].id);
    return by_id != 0 ? by_id < 0 : a.scored.index < b.scored.index;
  });
}

// For each candidate, which one continued it; kNobody where nobody here did.
std::vector<std::size_t> successors_of(const std::vector<Candidate>& candidates,
                                       std::span<const PastSession> sessions) {
  std::unordered_map<std::string_view, std::size_t> place_of;
  place_of.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    place_of.emplace(sessions[candidates[i].scored.index].id, i);
  }
  std::vector<std::size_t> next(candidates.size(), kNobody);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string& by = sessions[candidates[i].scored.index].continued_by;
    if (by.empty()) continue;
    const auto found = place_of.find(by);
    if (found != place_of.end()) next[i] = found->second;
  }
  return next;
}

// Sessions that continue each other in a circle: the best of them counts as the last one. Since
// candidates are ranked, that is the lowest place that qualifies.
void cut_circles(std::vector<std::size_t>& next, const std::vector<Candidate>& candidates) {
  std::vector<std::size_t> seen_from(next.size(), kNobody);
  for (std::size_t start = 0; start < next.size(); ++start) {
    std::size_t at = start;
    while (at != kNobody && seen_from[at] == kNobody) {
      seen_from[at] = start;
      at = next[at];
    }
    if (at == kNobody || seen_from[at] != start) continue;
    std::size_t best = at;
    for (std::size_t i = next[at]; i != at; i = next[i]) {
      if (candidates[i].qualifies == candidates[best].qualifies ? i < best
                                                                : candidates[i].qualifies) {
        best = i;
      }
    }
    next[best] = kNobody;
  }
}

// B3-17. Whether a session that qualifies continued it, directly or through others. `next` has no
// circles, so that each way ends, and no place is gone through twice.
std::vector<bool> continued(const std::vector<std::size_t>& next,
                            const std::vector<Candidate>& candidates) {
  std::vector<bool> is_continued(next.size());
  std::vector<bool> is_known(next.size());
  std::vector<std::size_t> way;
  for (std::size_t start = 0; start < next.size(); ++start) {
    for (std::size_t at = start; at != kNobody && !is_known[at]; at = next[at]) way.push_back(at);
    for (; !way.empty(); way.pop_back()) {
      const std::size_t at = way.back();
      is_known[at] = true;
      if (next[at] == kNobody) continue;
      is_continued[at] = candidates[next[at]].qualifies || is_continued[next[at]];
    }
  }
  return is_continued;
}

}  // namespace

std::vector<std::string> keyword_set(std::vector<std::string> words) {
  for (std::string& word : words) word = base::to_lower(word);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

std::optional<Relevance> relevance_of(const PastSession& session,
                                      std::span<const std::string> keywords, base::Instant now) {
  const auto end = base::instant_from_iso(session.end_time);
  if (!end.ok()) return std::nullopt;
  WordSet wanted;
  WordSet topics;
  wanted.assign(keywords);
  topics.assign(session.topics);
  return relevance(hours_since(end.value(), now), jaccard(topics, wanted), session.pending_tasks);
}

bool reaches(double score, double threshold) { return score >= threshold - kEdgeTolerance; }

std::string_view words_of(SessionVerdict verdict) {
  switch (verdict) {
    case SessionVerdict::chosen:
      return "chosen";
    case SessionVerdict::below_threshold:
      return "below the threshold";
    case SessionVerdict::beyond_the_limit:
      return "others score higher";
    case SessionVerdict::already_continued:
      return "continued by another one that qualifies";
    case SessionVerdict::other_channel:
      return "of another channel";
    case SessionVerdict::too_old:
      return "ended too long ago";
    case SessionVerdict::unreadable_time:
      return "its end cannot be read";
  }
  return "";
}

std::vector<ScoredSession> score_sessions(std::span<const PastSession> sessions,
                                          std::span<const std::string> keywords,
                                          const RestoreRules& rules) {
  std::vector<Candidate> candidates = candidates_of(sessions, keywords, rules);
  rank(candidates, sessions);
  std::vector<std::size_t> next = successors_of(candidates, sessions);
  cut_circles(next, candidates);
  const std::vector<bool> is_continued = continued(next, candidates);

  std::vector<ScoredSession> scored;
  scored.reserve(candidates.size());
  std::int64_t chosen = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    ScoredSession& session = scored.emplace_back(candidates[i].scored);
    if (!candidates[i].qualifies) continue;
    if (is_continued[i]) {
      session.verdict = SessionVerdict::already_continued;
    } else if (chosen >= rules.config.max_sessions_scored) {
      session.verdict = SessionVerdict::beyond_the_limit;
    } else {
      ++chosen;
    }
  }
  return scored;
}

}  // namespace policy

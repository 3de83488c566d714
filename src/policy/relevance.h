// Which sessions of the past matter to one that begins (S3-109 to S3-112, docs/spec/model.md 4.8).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/config.h"

namespace policy {

// What the choice needs to know of a session; cheap to have for thousands.
struct PastSession {
  std::string id;
  std::string end_time;  // RFC 3339, as it was written.
  std::string channel;
  std::vector<std::string> topics;
  std::size_t pending_tasks = 0;
  bool has_critical_pins = false;
  std::string continued_by;  // Empty: nobody.
};

struct Relevance {
  double hours = 0;    // Since its end; never below 0 (B3-20).
  double recency = 0;  // max(0, 1 - hours/168)
  double overlap = 0;  // Jaccard of topics and keywords, whatever their case; the first 100 count.
  double pending = 0;  // min(1, tasks/4)
  double score = 0;    // 0.4 recency + 0.35 overlap + 0.25 pending
};

// Keywords must be lower case, sorted and each once: see `keyword_set`.
std::vector<std::string> keyword_set(std::vector<std::string> words);
// Nothing where the time of its end cannot be read.
std::optional<Relevance> relevance_of(const PastSession& session,
                                      std::span<const std::string> keywords, base::Instant now);
// With a tolerance of 1e-9 (B3-30).
bool reaches(double score, double threshold);

enum class SessionVerdict {
  chosen,
  below_threshold,
  beyond_the_limit,   // Qualified, but max_sessions_scored others score higher.
  already_continued,  // By another one that qualifies: it would say the same again (B3-17).
  other_channel,
  too_old,          // Ended before the lookback.
  unreadable_time,  // B3-20
};
// "below the threshold": for people.
std::string_view words_of(SessionVerdict verdict);

struct ScoredSession {
  std::size_t index = 0;  // In what was given.
  Relevance relevance;
  SessionVerdict verdict = SessionVerdict::below_threshold;
};

struct RestoreRules {
  base::Instant now;
  std::string channel;  // Of the session that begins.
  const model::ContinuityConfig& config;
};

// All of `sessions`, the best first, each with why it was or was not chosen. Equal scores: the one
// that ended later first, then by id.
std::vector<ScoredSession> score_sessions(std::span<const PastSession> sessions,
                                          std::span<const std::string> keywords,
                                          const RestoreRules& rules);

}  // namespace policy

// The commits of a work session, each once.
#include <algorithm>

#include "base/text.h"
#include "base/time.h"
#include "policy/work_part.h"

namespace policy::work {

using model::WorkSession;
using model::WorkStatus;

namespace {

constexpr std::size_t kShaMin = 7;
constexpr std::size_t kShaMax = 64;
constexpr std::size_t kCommitMessageBytesMax = 8192;

bool is_sha(std::string_view text) {
  return text.size() >= kShaMin && text.size() <= kShaMax &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return base::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

base::Result<void> check(const AddCommit& wanted) {
  if (!is_sha(wanted.sha)) {
    return base::Error{base::Code::invalid_value,
                       "sha: not 7 to 64 hexadecimal digits in lower case", ""};
  }
  if (!base::is_utf8(wanted.message) || wanted.message.size() > kCommitMessageBytesMax) {
    return base::Error{
        base::Code::invalid_value,
        "message: not UTF-8, or longer than " + std::to_string(kCommitMessageBytesMax) + " bytes",
        ""};
  }
  if (wanted.checkpoint && *wanted.checkpoint <= 0) {
    return base::Error{base::Code::invalid_value, "checkpoint: not a positive number", ""};
  }
  if (!wanted.created_at.empty() && !base::instant_from_iso(wanted.created_at).ok()) {
    return base::Error{base::Code::invalid_value, "created_at: not a time", ""};
  }
  return {};
}

}  // namespace

bool is_same_commit(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (std::min(a.size(), b.size()) < kShaMin) return false;
  return a.starts_with(b) || b.starts_with(a);
}

bool KnownCommits::add(const std::string& sha) {
  // Longer names of the same commit follow it in order; of shorter ones there are few lengths.
  const auto next = names_.lower_bound(sha);
  if (next != names_.end() && is_same_commit(*next, sha)) return false;
  for (std::size_t size = kShaMin; size < std::min(sha.size(), kShaMax); ++size) {
    if (names_.count(sha.substr(0, size)) > 0) return false;
  }
  names_.insert(sha);
  return true;
}

Outcome add_commit(const WorkSession& session, const AddCommit& wanted,
                   const WorkSessionFacts& facts) {
  TRY(check(wanted));
  WorkOutcome outcome{.session = session};
  outcome.duplicate =
      std::any_of(session.commits.begin(), session.commits.end(),
                  [&](const auto& commit) { return is_same_commit(commit.sha, wanted.sha); });
  if (outcome.duplicate) return outcome;
  if (!session.status.is(WorkStatus::paused)) TRY(require_active(session, "commits are added"));
  auto checkpoint = wanted.checkpoint;
  if (!checkpoint && session.phase.is(model::WorkPhase::build)) checkpoint = session.build.current;
  if (wanted.checkpoint && !has_checkpoint(session.build, facts, *wanted.checkpoint)) {
    outcome.warnings.push_back("The plan has no checkpoint " + std::to_string(*wanted.checkpoint));
  }
  outcome.session.commits.push_back(
      {.sha = wanted.sha,
       .message = wanted.message,
       .checkpoint = checkpoint,
       .created_at = wanted.created_at.empty() ? facts.now : wanted.created_at});
  return outcome;
}

}  // namespace policy::work

// What a work session is called and where in git it happens.
#include <algorithm>

#include "base/text.h"
#include "policy/work_part.h"

namespace policy::work {

using model::WorkSession;

namespace {

constexpr std::size_t kTopicBytesMax = 512;
constexpr std::size_t kDescriptionBytesMax = 8192;
constexpr std::size_t kGitBytesMax = 4096;

base::Error invalid(std::string message) {
  return {base::Code::invalid_value, std::move(message), ""};
}

base::Result<void> set_git(std::string_view name,
                           const std::optional<std::optional<std::string>>& wanted,
                           std::optional<std::string>& into) {
  if (!wanted) return {};
  if (*wanted) {
    if ((*wanted)->empty()) return invalid(std::string(name) + ": empty; null clears it");
    TRY(check_line(name, **wanted, kGitBytesMax));
  }
  into = *wanted;
  return {};
}

}  // namespace

base::Result<void> check_line(std::string_view name, std::string_view text, std::size_t bytes_max) {
  constexpr unsigned char kDelete = 0x7F;
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == kDelete;
  };
  if (!base::is_utf8(text)) return invalid(std::string(name) + ": not UTF-8");
  if (std::any_of(text.begin(), text.end(), is_control)) {
    return invalid(std::string(name) + ": has control characters");
  }
  if (text.size() <= bytes_max) return {};
  return invalid(std::string(name) + ": longer than " + std::to_string(bytes_max) + " bytes");
}

Outcome update_git(const WorkSession& session, const UpdateGit& wanted) {
  if (!wanted.branch && !wanted.worktree && !wanted.base_branch) {
    return base::Error{base::Code::invalid_params,
                       "Neither branch nor worktree nor base_branch was given", ""};
  }
  WorkOutcome outcome{.session = session};
  model::WorkGit& git = outcome.session.git;
  TRY(set_git("branch", wanted.branch, git.branch));
  TRY(set_git("worktree", wanted.worktree, git.worktree));
  TRY(set_git("base_branch", wanted.base_branch, git.base_branch));
  return outcome;
}

Outcome edit_identity(const WorkSession& session, const EditIdentity& wanted) {
  WorkOutcome outcome{.session = session};
  if (wanted.topic) {
    if (base::trim(*wanted.topic).empty()) return invalid("topic: empty");
    TRY(check_line("topic", *wanted.topic, kTopicBytesMax));
    outcome.session.topic = *wanted.topic;
  }
  if (wanted.description) {
    if (!base::is_utf8(*wanted.description) || wanted.description->size() > kDescriptionBytesMax) {
      return invalid("description: not UTF-8, or longer than " +
                     std::to_string(kDescriptionBytesMax) + " bytes");
    }
    outcome.session.description = *wanted.description;
  }
  if (wanted.session_id) {
    if (!is_work_slug(*wanted.session_id)) return invalid("session_id: not a folder's name");
    outcome.session.session_id = *wanted.session_id;
  }
  return outcome;
}

}  // namespace policy::work

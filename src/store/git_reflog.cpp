#include "store/git_reflog.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/id.h"
#include "base/text.h"

namespace store {
namespace {

constexpr std::uint64_t kTailBytes = 256UL * 1024;
constexpr std::uint64_t kCommitMessageBytesMax = 1024 * 1024;
constexpr std::size_t kSubjectBytesMax = 500;

// "<old> <new> <name> <mail> <seconds> <zone>\t<action>: <words>"
struct ReflogEntry {
  std::string_view before;
  std::string_view after;
  std::int64_t at_s = 0;
  std::string_view action;  // "commit (amend)", "merge feature"
  std::string_view words;
};

std::int64_t seconds_in(std::string_view person) {
  const std::size_t mail_end = person.rfind("> ");
  if (mail_end == std::string_view::npos) return 0;
  const std::string_view rest = person.substr(mail_end + 2);
  const auto seconds = base::to_number(rest.substr(0, rest.find(' ')));
  constexpr std::uint64_t kLatest = 253402300799;  // The end of the year 9999.
  return seconds && *seconds <= kLatest ? static_cast<std::int64_t>(*seconds) : 0;
}

std::optional<ReflogEntry> reflog_entry(std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  const std::string_view head = line.substr(0, tab);
  const std::size_t first = head.find(' ');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = head.find(' ', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  ReflogEntry entry;
  entry.before = head.substr(0, first);
  entry.after = head.substr(first + 1, second - first - 1);
  if (!base::is_commit_id(entry.before) || !base::is_commit_id(entry.after)) return std::nullopt;
  entry.at_s = seconds_in(head.substr(second + 1));
  const std::string_view message = line.substr(tab + 1);
  const std::size_t colon = message.find(": ");
  entry.action = message.substr(0, colon);
  if (colon != std::string_view::npos) entry.words = base::trim(message.substr(colon + 2));
  return entry;
}

bool is_action(std::string_view action, std::string_view verb) {
  return action == verb || (action.starts_with(verb) && action[verb.size()] == ' ');
}

bool makes_commit(const ReflogEntry& entry) {
  constexpr std::array<std::string_view, 5> kVerbs{"commit", "merge", "cherry-pick", "revert",
                                                   "am"};
  const bool is_known = std::any_of(kVerbs.begin(), kVerbs.end(), [&](std::string_view verb) {
    return is_action(entry.action, verb);
  });
  // "cherry-pick: fast-forward", "merge topic: Fast-forward"
  return is_known && !base::to_lower(entry.words).starts_with("fast-forward");
}

std::string subject_of(const ReflogEntry& entry) {
  constexpr std::string_view kMerge = "merge ";
  std::string subject(entry.words);
  if (entry.action.starts_with(kMerge)) {
    subject = "Merge " + std::string(entry.action.substr(kMerge.size()));
  }
  return std::string(base::clip_utf8(subject, kSubjectBytesMax));
}

// The end of the log, in whole lines.
std::string tail_of(os::FileSystem& files, const os::Path& path) {
  const auto info = files.info(path);
  if (!info.ok() || info->kind != os::FileKind::regular) return "";
  const auto file = files.open(path, {});
  if (!file.ok()) return "";
  const std::uint64_t from = info->size > kTailBytes ? info->size - kTailBytes : 0;
  auto bytes = (*file)->read_at(from, kTailBytes);
  if (!bytes.ok()) return "";
  if (from > 0) bytes->erase(0, bytes->find('\n') + 1);
  return *std::move(bytes);
}

bool is_nothing(std::string_view commit) {
  return commit.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

std::vector<MadeCommit> made_commits(os::FileSystem& files, const Project& project,
                                     std::string_view before, std::string_view after,
                                     std::size_t limit) {
  std::vector<MadeCommit> made;
  if (project.git_dir.empty() || before == after) return made;
  const std::string text = tail_of(files, project.git_dir / "logs" / "HEAD");
  std::vector<ReflogEntry> entries;
  for (const std::string_view line : base::split(text, '\n')) {
    if (const auto entry = reflog_entry(line)) entries.push_back(*entry);
  }
  // Back from where HEAD is now to where it was; whoever moved it since then is passed over.
  auto entry = std::find_if(entries.rbegin(), entries.rend(),
                            [&](const ReflogEntry& one) { return one.after == after; });
  for (; entry != entries.rend() && made.size() < limit; ++entry) {
    if (makes_commit(*entry)) {
      made.push_back({base::to_lower(entry->after), subject_of(*entry), entry->at_s});
    }
    if (entry->before == before || (before.empty() && is_nothing(entry->before))) break;
  }
  std::reverse(made.begin(), made.end());
  return made;
}

std::vector<std::string> commits_left(os::FileSystem& files, const Project& project,
                                      std::int64_t since_s) {
  std::vector<std::string> left;
  if (project.git_dir.empty()) return left;
  const os::Path log = project.git_dir / "logs" / "HEAD";
  if (!files.exists(log)) {
    const auto head = files.info(project.git_dir / "HEAD");
    constexpr std::int64_t kNanosOfSecond = 1'000'000'000;
    if (head.ok() && head->mtime_ns / kNanosOfSecond >= since_s) left.emplace_back();
    return left;
  }
  const std::string text = tail_of(files, log);
  for (const std::string_view line : base::split(text, '\n')) {
    const auto entry = reflog_entry(line);
    if (!entry || entry->at_s < since_s || entry->before == entry->after) continue;
    if (!is_action(entry->action, "commit")) left.push_back(base::to_lower(entry->before));
  }
  std::reverse(left.begin(), left.end());
  return left;
}

std::string last_message_subject(os::FileSystem& files, const Project& project) {
  const auto text =
      files.read(project.git_dir / "COMMIT_EDITMSG", {.bytes_max = kCommitMessageBytesMax});
  if (!text.ok()) return "";
  for (const std::string_view line : base::split(*text, '\n')) {
    const std::string_view subject = base::trim(line);
    if (!subject.empty() && !subject.starts_with('#')) {
      return std::string(base::clip_utf8(subject, kSubjectBytesMax));
    }
  }
  return "";
}

}  // namespace store

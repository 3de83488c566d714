#include "store/live_session.h"

#include "base/id.h"
#include "base/text.h"
#include "os/lock.h"
#include "store/own_file.h"

namespace store {
namespace {

constexpr std::string_view kLiveMagic = "holdfast-live 1\n";
constexpr std::string_view kLiveEnd = "end\n";  // Without it a power cut took the rest.
constexpr std::uint64_t kLiveBytesMax = 512ULL * 1024;
constexpr base::Millis kLiveLockTimeout{500};
constexpr int kLockAttemptsMax = 100;
constexpr std::string_view kLockSuffix = ".lock";

// A value stays on its line.
void append_escaped(std::string& out, std::string_view value) {
  for (const char c : value) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
}

std::string unescaped_value(std::string_view value) {
  std::string text;
  text.reserve(value.size());
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] != '\\' || at + 1 == value.size()) {
      text += value[at];
    } else {
      text += value[++at] == 'n' ? '\n' : value[at];
    }
  }
  return text;
}

void append_pair(std::string& out, std::string_view key, std::string_view value) {
  out.append(key).append(" ");
  append_escaped(out, value);
  out += '\n';
}

std::string live_text(const LiveSession& session) {
  std::string text(kLiveMagic);
  text.reserve(text.size() + session.topics.size() * 2);
  append_pair(text, "offset", std::to_string(session.journal_offset));
  append_pair(text, "compactions", std::to_string(session.compactions));
  if (session.is_restored) append_pair(text, "restored", "1");
  if (session.is_told) append_pair(text, "is_told", "1");
  if (session.has_prompt) append_pair(text, "prompt", "1");
  for (const std::string& hash : session.told) append_pair(text, "told", hash);
  if (!session.topics.empty()) append_pair(text, "topics", session.topics);
  for (const std::string& learning : session.learnings) append_pair(text, "learning", learning);
  return text.append(kLiveEnd);
}

// Keys that it does not know are of a later version.
void take_value(LiveSession& session, std::string_view key, std::string_view value) {
  if (key == "offset") session.journal_offset = base::to_number(value).value_or(0);
  if (key == "compactions") session.compactions = base::to_number(value).value_or(0);
  if (key == "restored") session.is_restored = value == "1";
  if (key == "is_told") session.is_told = value == "1";
  if (key == "prompt") session.has_prompt = value == "1";
  if (key == "told") session.told.push_back(unescaped_value(value));
  if (key == "topics") session.topics = unescaped_value(value);
  if (key == "learning") session.learnings.push_back(unescaped_value(value));
}

LiveSession live_session_from_text(std::string_view text) {
  LiveSession session;
  if (!text.starts_with(kLiveMagic) || !text.ends_with(kLiveEnd)) return session;
  text.remove_prefix(kLiveMagic.size());
  text.remove_suffix(kLiveEnd.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    take_value(session, line.substr(0, space), line.substr(space + 1));
  }
  return session;
}

os::Path live_lock_path(const os::Path& folder, const model::RunId& run) {
  return folder / (run.text + std::string(kLockSuffix));
}

// What is gone already is as good as removed.
base::Result<void> remove_if_there(os::FileSystem& files, const os::Path& path) {
  auto removed = files.remove(path);
  if (!removed.ok() && removed.error().code != base::Code::not_found) return removed;
  return {};
}

}  // namespace

LiveSession LiveSessions::read(const model::RunId& run) const {
  const auto text = read_own_file(system_, folder_ / run.text, {.bytes_max = kLiveBytesMax});
  return text.ok() ? live_session_from_text(*text) : LiveSession{};
}

bool LiveSessions::exists(const model::RunId& run) const {
  const auto info = system_.files.link_info(folder_ / run.text);
  return info.ok() && info->kind == os::FileKind::regular;
}

base::Result<void> LiveSessions::write(const model::RunId& run, const LiveSession& session) const {
  return replace_own_file(system_, folder_ / run.text, live_text(session),
                          {.sync = false, .lazy = true});
}

base::Result<void> LiveSessions::remove(const model::RunId& run) const {
  const os::Path path = folder_ / run.text;
  const os::Path lock_name = live_lock_path(folder_, run);
  if (!system_.files.link_info(path).ok() && !system_.files.link_info(lock_name).ok()) return {};
  TRY_ASSIGN(const auto held, lock(run));
  TRY(remove_if_there(system_.files, path));
  // Last, and by who holds it: see `lock`.
  return remove_if_there(system_.files, lock_name);
}

std::vector<model::RunId> LiveSessions::list() const {
  std::vector<model::RunId> runs;
  const auto names = system_.files.list(folder_);
  if (!names.ok()) return runs;
  for (const std::string& name : *names) {
    if (base::uuid_from_text(name) == name) runs.push_back({name});
  }
  return runs;
}

base::Result<std::unique_ptr<os::File>> LiveSessions::lock(const model::RunId& run) const {
  const os::Path path = live_lock_path(folder_, run);
  for (int attempt = 0; attempt < kLockAttemptsMax; ++attempt) {
    TRY_ASSIGN(auto held, lock_own_file(system_, path, kLiveLockTimeout));
    // The lock goes with its session. One that has lost its name meanwhile excludes nobody.
    TRY_ASSIGN(const os::FileInfo mine, held->info());
    const auto named = system_.files.link_info(path);
    if (named.ok() && named->inode == mine.inode && named->device == mine.device) return held;
  }
  return base::Error{base::Code::lock_timeout, path.native() + ": is made anew all the time", ""};
}

}  // namespace store

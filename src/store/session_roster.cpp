#include "store/session_roster.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "store/line_file.h"
#include "store/own_file.h"

namespace store {
namespace {

using base::Json;

constexpr std::uint64_t kReadBytesMax = 16ULL * 1024 * 1024;
constexpr std::size_t kRosterLineBytesMax = 16 * 1024;
constexpr std::size_t kTopicBytesMax = 128;
constexpr std::size_t kTopicsMax = 40;
// A clock that was wrong for a while must not hide what was written before.
constexpr int kOlderLinesMax = 16;

std::string roster_line(const RosterEntry& entry) {
  Json topics = Json::array();
  for (const std::string& topic : entry.topics) {
    if (topics.size() == kTopicsMax) break;
    topics.push_back(base::clip_utf8(topic, kTopicBytesMax));
  }
  return base::dump_line({{"id", entry.session},
                          {"end", entry.end_time},
                          {"at", entry.listed_at},
                          {"channel", entry.channel},
                          {"tasks", entry.pending_tasks},
                          {"critical", entry.critical_pins},
                          {"topics", std::move(topics)}});
}

std::string continued_line(const std::string& session, const std::string& by,
                           const std::string& at) {
  return base::dump_line({{"id", session}, {"by", by}, {"at", at}});
}

std::size_t count_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

RosterEntry roster_entry(const Json& json) {
  RosterEntry entry;
  entry.session = base::text_at(json, "id");
  entry.end_time = base::text_at(json, "end");
  entry.listed_at = base::text_at(json, "at");
  entry.channel = base::text_at(json, "channel");
  entry.pending_tasks = count_at(json, "tasks");
  entry.critical_pins = count_at(json, "critical");
  const auto topics = json.find("topics");
  if (topics == json.end() || !topics->is_array()) return entry;
  for (const Json& topic : *topics) {
    if (topic.is_string()) entry.topics.push_back(topic.get<std::string>());
  }
  return entry;
}

// Reads the lines that we write without making a tree of them, which takes six times as long: plain
// ASCII, members in our order. Whatever is spelled otherwise is left to the other reader.
class PlainLine {
 public:
  explicit PlainLine(std::string_view line) : rest_(line) {}

  std::optional<RosterEntry> entry() {
    RosterEntry entry;
    if (!text("{\"id\":\"", entry.session) || !text(",\"end\":\"", entry.end_time) ||
        !text(",\"at\":\"", entry.listed_at) || !text(",\"channel\":\"", entry.channel) ||
        !number(",\"tasks\":", entry.pending_tasks) ||
        !number(",\"critical\":", entry.critical_pins) || !skip(",\"topics\":[")) {
      return std::nullopt;
    }
    for (std::string topic; text(entry.topics.empty() ? "\"" : ",\"", topic);) {
      entry.topics.push_back(std::move(topic));
    }
    if (rest_ != "]}") return std::nullopt;
    return entry;
  }

 private:
  bool skip(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }

  bool text(std::string_view before, std::string& into) {
    if (!skip(before)) return false;
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    const std::string_view found = rest_.substr(0, end);
    for (const char c : found) {
      if (c < ' ' || c > '~' || c == '\\') return false;
    }
    into = found;
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool number(std::string_view before, std::size_t& into) {
    if (!skip(before)) return false;
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const auto found = base::to_number(rest_.substr(0, end));
    rest_.remove_prefix(end);
    into = found.value_or(0);
    return found.has_value();
  }

  std::string_view rest_;
};

// What one line says; nothing for what is no line of a roster.
struct Line {
  enum class Kind { ended, continued, reopened };
  Kind kind = Kind::ended;
  RosterEntry entry;  // Of the other kinds: session, listed_at, continued_by.
};

std::optional<Line> line_from(std::string_view text) {
  if (text.empty() || text.size() > kRosterLineBytesMax) return std::nullopt;
  if (auto entry = PlainLine(text).entry()) return Line{Line::Kind::ended, *std::move(entry)};
  const auto json = base::parse_json(text);
  if (!json.ok() || !json->is_object()) return std::nullopt;
  Line line{.entry = roster_entry(*json)};
  line.entry.continued_by = base::text_at(*json, "by");
  if (!line.entry.continued_by.empty()) {
    line.kind = Line::Kind::continued;
  } else if (json->contains("reopened")) {
    line.kind = Line::Kind::reopened;
  } else if (line.entry.end_time.empty()) {
    return std::nullopt;
  }
  return line;
}

// The lines of a roster, the newest first, made into entries.
class Gathering {
 public:
  Gathering(base::Instant since, std::size_t limit) : since_(base::to_iso(since)), limit_(limit) {}

  // False where no more are needed.
  bool take(std::string_view text) {
    auto line = line_from(text);
    if (!line || line->entry.listed_at.size() != since_.size() ||
        base::uuid_from_text(line->entry.session) != line->entry.session) {
      return true;
    }
    if (line->entry.listed_at < since_) return ++older_ < kOlderLinesMax;
    older_ = 0;
    take(*std::move(line));
    return entries_.size() < limit_;
  }

  std::vector<RosterEntry> entries() { return std::move(entries_); }

 private:
  void take(Line line) {
    const std::string id = line.entry.session;
    switch (line.kind) {
      case Line::Kind::continued:
        continued_[id] =
            line.entry.continued_by;  // The first to continue it is the one: comes last.
        return;
      case Line::Kind::reopened:
        done_.insert(id);
        return;
      case Line::Kind::ended:
        if (!done_.insert(id).second) return;
        if (const auto by = continued_.find(id); by != continued_.end()) {
          line.entry.continued_by = by->second;
        }
        entries_.push_back(std::move(line.entry));
    }
  }

  std::string since_;
  std::size_t limit_;
  int older_ = 0;  // Lines in a row.
  std::unordered_map<std::string, std::string> continued_;
  std::unordered_set<std::string> done_;
  std::vector<RosterEntry> entries_;
};

base::Result<void> append(const os::System& system, const os::Path& path, std::string_view line) {
  const os::OpenOptions options{.append = true, .create = true, .follow_links = false};
  auto file = system.files.open(path, options);
  if (!file.ok() && file.error().code == base::Code::not_found) {
    TRY(system.files.make_folders(path.parent_path()));
    file = system.files.open(path, options);
  }
  if (!file.ok()) return std::move(file).error();
  return append_line_to(**file, line);
}

}  // namespace

RosterEntry roster_entry_of(const model::SessionState& state, std::size_t critical_pins,
                            base::Instant now) {
  RosterEntry entry;
  entry.session = state.session_id;
  entry.end_time = state.end_time.value_or("");
  entry.channel = state.channel;
  entry.topics = state.hot_topics;
  entry.pending_tasks = state.pending_tasks.size();
  entry.critical_pins = critical_pins;
  entry.continued_by = state.continued_by.value_or("");
  const auto end = base::instant_from_iso(entry.end_time);
  entry.listed_at = base::to_iso(end.ok() ? std::max(now, *end) : now);
  return entry;
}

base::Result<void> SessionRoster::add(const RosterEntry& entry) const {
  return append(system_, file_, roster_line(entry));
}

base::Result<void> SessionRoster::add_continued(const std::string& session, const std::string& by,
                                                base::Instant now) const {
  return append(system_, file_, continued_line(session, by, base::to_iso(now)));
}

base::Result<void> SessionRoster::add_reopened(const std::string& session,
                                               base::Instant now) const {
  return append(system_, file_,
                base::dump_line({{"id", session}, {"reopened", true}, {"at", base::to_iso(now)}}));
}

std::vector<RosterEntry> SessionRoster::newest(base::Instant since, std::size_t limit) const {
  Gathering gathering(since, limit);
  const auto file = system_.files.open(file_, {.follow_links = false});
  if (limit == 0 || !file.ok()) return {};
  const auto info = (*file)->info();
  if (!info.ok() || !check_own(system_, file_, *info, {}).ok()) return {};
  BackwardLines lines(**file, info->size, kReadBytesMax);
  for (auto line = lines.next(); line && gathering.take(*line);) line = lines.next();
  return gathering.entries();
}

bool SessionRoster::exists() const {
  const auto info = system_.files.link_info(file_);
  return info.ok() && info->kind == os::FileKind::regular;
}

base::Result<void> SessionRoster::rebuild(const std::vector<RosterEntry>& entries) const {
  std::vector<const RosterEntry*> ordered;
  for (const RosterEntry& entry : entries) ordered.push_back(&entry);
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto* left, const auto* right) {
    return std::tie(left->listed_at, left->end_time) < std::tie(right->listed_at, right->end_time);
  });
  std::string text;
  for (const RosterEntry* entry : ordered) {
    text.append(roster_line(*entry)).append("\n");
    if (entry->continued_by.empty()) continue;
    text.append(continued_line(entry->session, entry->continued_by, entry->listed_at)).append("\n");
  }
  return replace_own_file(system_, file_, text, {});
}

}  // namespace store

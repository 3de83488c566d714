#include "engine/stray_calls.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/text.h"
#include "cost/json_walk.h"
#include "engine/decision_record.h"
#include "engine/requirement_journal.h"
#include "policy/tool_class.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kCallIdBytesMax = 200;  // As the journal clips them.
constexpr std::uint64_t kJournalEndBytesMax = std::uint64_t{4} << 20U;
constexpr std::uint64_t kTranscriptBytesMax = std::uint64_t{8} << 20U;
constexpr std::size_t kCallsMax = 200;
constexpr std::size_t kKeptMax = 1000;

// Only what changes something counts: the gate may let the rest go by without a word.
bool counts(const std::string& tool) {
  if (policy::is_own_tool(tool)) return false;
  return tool == "Bash" || policy::is_file_writing_tool(tool) ||
         (policy::is_server_tool(tool) && !policy::only_looks_by_name(tool));
}

// The end of a journal, read backwards no further than somebody asks. A member's name with its
// quotes stands in no text of a line, since there the quotes are escaped.
class JournalEnd {
 public:
  JournalEnd(os::FileSystem& files, const os::Path& path) {
    auto opened = files.open(path, {});
    if (!opened.ok()) return;
    file_ = *std::move(opened);
    const auto info = file_->info();
    begin_ = info.ok() ? info->size : 0;
  }

  // The last line that has `mark` and is of this kind; empty where there is none. `kind` empty:
  // any.
  std::string_view last_line(std::string_view mark, std::string_view kind) {
    for (std::size_t until = bytes_.npos;;) {
      std::size_t at = bytes_.rfind(mark, until);
      if (at == bytes_.npos || bytes_.empty()) {
        const std::size_t before = bytes_.size();
        if (!read_more()) return {};
        until = until == bytes_.npos ? until : until + (bytes_.size() - before);
        continue;
      }
      const std::string_view line = line_around(at);
      if (kind.empty() || line.find(kind) < kHeadBytes) return line;
      if (at == 0) return {};
      until = at - 1;
    }
  }
  // Whether all of it was read, so that what was not found is not there.
  bool is_whole() const { return begin_ == 0 && file_ != nullptr; }
  // What the journal begins with.
  std::string head() {
    if (!file_) return {};
    auto head = file_->read_at(0, kBlock);
    return head.ok() ? *std::move(head) : std::string();
  }

 private:
  static constexpr std::uint64_t kBlock = 16384;
  static constexpr std::size_t kHeadBytes = 120;  // Number and time stand before the kind.

  bool read_more() {
    if (begin_ == 0 || bytes_.size() >= kJournalEndBytesMax) return false;
    const std::uint64_t wanted = std::min(begin_, std::max<std::uint64_t>(kBlock, bytes_.size()));
    auto more = file_->read_at(begin_ - wanted, wanted);
    if (!more.ok() || more->size() != wanted) return false;
    begin_ -= wanted;
    bytes_.insert(0, *more);
    return true;
  }
  // Where more has to be read for it, `at` moves along.
  std::string_view line_around(std::size_t& at) {
    std::size_t start = bytes_.rfind('\n', at);
    while (start == bytes_.npos && begin_ > 0) {
      const std::size_t before = bytes_.size();
      if (!read_more()) break;
      at += bytes_.size() - before;
      start = bytes_.rfind('\n', at);
    }
    start = start == bytes_.npos ? 0 : start + 1;
    const std::size_t stop = std::min(bytes_.find('\n', at), bytes_.size());
    return std::string_view(bytes_).substr(start, stop - start);
  }

  std::unique_ptr<os::File> file_;
  std::string bytes_;
  std::uint64_t begin_ = 0;  // Where `bytes_` begins in the journal.
};

// What the journal says of a call that ran.
std::optional<StrayCall::How> judged(JournalEnd& journal, const std::string& call) {
  const std::string mark = "\"call\":" + Json(safe_text(call, kCallIdBytesMax)).dump();
  const std::string_view gate = journal.last_line(mark, R"("kind":"gate")");
  if (!gate.empty()) {
    // Of a call that asked the host's person, theirs is the answer, and the host keeps to it.
    const bool was_asked = gate.find(R"("asks_mode":)") != gate.npos;
    const bool denied = !was_asked && gate.find(R"("allowed":false)") != gate.npos;
    return denied ? std::optional(StrayCall::How::denied) : std::nullopt;
  }
  // What lies further back than is read, or before the hooks were there, nobody can tell.
  const bool is_known =
      journal.is_whole() && journal.head().find(R"("kind":"session_start")") != std::string::npos;
  return is_known ? std::optional(StrayCall::How::unasked) : std::nullopt;
}

// A call that ended well, by a line of the transcript.
struct RanCall {
  std::string id;
  std::string tool;
  bool ran = false;
};

class TranscriptCalls {
 public:
  explicit TranscriptCalls(std::string since) : since_(std::move(since)) {}

  void take(std::string_view line) {
    const bool may_be =
        line.find("\"tool_use\"") != line.npos || line.find("\"tool_result\"") != line.npos;
    if (!may_be) return;
    std::vector<Item> items;
    std::string_view at;
    bool is_side = false;
    cost::JsonWalk walk(line);
    for (bool more = walk.open_object(); more; more = walk.next_member()) {
      if (walk.key() == "timestamp") {
        at = walk.text().value_or("");
      } else if (walk.key() == "isSidechain") {
        is_side = walk.is_true();
      } else if (walk.key() == "message") {
        read_message(walk, items);
      } else {
        walk.skip();
      }
    }
    // Times of one form compare as texts do. Copies of older conversations keep their times.
    if (walk.failed() || is_side || at < since_) return;
    for (const Item& item : items) note(item);
  }

  std::vector<RanCall> take_ran() {
    std::erase_if(calls_, [](const RanCall& call) { return !call.ran; });
    if (calls_.size() > kCallsMax) calls_.erase(calls_.begin(), calls_.end() - kCallsMax);
    return std::move(calls_);
  }

 private:
  struct Item {
    std::string_view type;
    std::string_view id;
    std::string_view name;
    bool failed = false;
  };

  static void read_message(cost::JsonWalk& walk, std::vector<Item>& items) {
    for (bool more = walk.open_object(); more; more = walk.next_member()) {
      if (walk.key() != "content") {
        walk.skip();
        continue;
      }
      for (bool next = walk.open_array(); next; next = walk.next_item()) {
        items.push_back(read_item(walk));
      }
    }
  }

  static Item read_item(cost::JsonWalk& walk) {
    Item item;
    for (bool more = walk.open_object(); more; more = walk.next_member()) {
      const std::string_view key = walk.key();
      if (key == "type") {
        item.type = walk.text().value_or("");
      } else if (key == "id" || key == "tool_use_id") {
        item.id = walk.text().value_or("");
      } else if (key == "name") {
        item.name = walk.text().value_or("");
      } else if (key == "is_error") {
        item.failed = walk.is_true();
      } else {
        walk.skip();
      }
    }
    return item;
  }

  void note(const Item& item) {
    if (item.type == "tool_use") {
      if (counts(std::string(item.name))) {
        calls_.push_back({std::string(item.id), std::string(item.name)});
      }
    } else if (item.type == "tool_result" && !item.failed) {
      for (RanCall& call : calls_) call.ran = call.ran || call.id == item.id;
    }
  }

  const std::string since_;
  std::vector<RanCall> calls_;
};

// The text of a member that is a text or a number, of a line that is taken as it was written.
std::string member_of(std::string_view line, std::string_view name) {
  const std::string mark = "\"" + std::string(name) + "\":";
  const std::size_t at = line.find(mark);
  if (at == line.npos) return {};
  line.remove_prefix(at + mark.size());
  if (line.starts_with('"')) line.remove_prefix(1);
  return std::string(line.substr(0, line.find_first_of(",\"}")));
}

os::Path strays_file(const Stores& stores, const model::RunId& run) {
  return stores.layout.strays() / (run.text + ".jsonl");
}

std::string_view name_of(StrayCall::How how) {
  return how == StrayCall::How::denied ? "denied" : "unasked";
}

}  // namespace

std::optional<StrayCall> stray_call_of(Stores& stores, const model::RunId& run,
                                       const model::HostEvent& event) {
  const bool is_asked = event.kind == model::EventKind::after_tool && event.asks_about_all &&
                        !event.is_remote && !event.call.id.empty() && counts(event.call.tool);
  if (!is_asked) return std::nullopt;
  JournalEnd journal(stores.system.files, stores.layout.journal(run));
  const auto how = judged(journal, event.call.id);
  if (!how) return std::nullopt;
  return StrayCall{*how, safe_text(event.call.id, kCallIdBytesMax),
                   safe_text(event.call.tool, kCallIdBytesMax),
                   base::to_iso(stores.system.clock.now())};
}

TranscriptLook look_at_transcript(Stores& stores, const model::RunId& run,
                                  const model::HostEvent& event) {
  TranscriptLook look;
  const bool is_asked = event.asks_about_all && !event.is_remote && event.agent_id.empty();
  if (!is_asked || event.transcript.empty()) return look;
  JournalEnd journal(stores.system.files, stores.layout.journal(run));
  const std::string since = member_of(journal.head(), "at");
  // Clients of 2025 do not name the calls that they ask about.
  const std::string_view gate = journal.last_line(R"("kind":"gate")", std::string_view());
  if (since.empty() || (!gate.empty() && gate.find("\"call\":") == gate.npos)) return look;
  auto file = stores.system.files.open(event.transcript, {});
  const auto info = file.ok() ? (*file)->info() : base::Result<os::FileInfo>(file.error());
  if (!info.ok() || info->kind != os::FileKind::regular) return look;
  const std::string_view last =
      journal.last_line("\"" + std::string(kTranscriptEnd) + "\":", std::string_view());
  std::uint64_t from = base::to_number(member_of(last, kTranscriptEnd)).value_or(0);
  if (from > info->size) from = 0;
  if (info->size - from > kTranscriptBytesMax) from = info->size - kTranscriptBytesMax;
  const auto bytes = (*file)->read_at(from, info->size - from);
  if (!bytes.ok()) return look;
  // A line without an end is still being written.
  const std::size_t whole = bytes->rfind('\n') + 1;
  look.end = from + whole;
  TranscriptCalls calls(since);
  for (const std::string_view line : base::split(std::string_view(*bytes).substr(0, whole), '\n')) {
    calls.take(line);
  }
  for (const RanCall& call : calls.take_ran()) {
    if (const auto how = judged(journal, call.id)) {
      look.strays.push_back({*how, safe_text(call.id, kCallIdBytesMax),
                             safe_text(call.tool, kCallIdBytesMax),
                             base::to_iso(stores.system.clock.now())});
    }
  }
  return look;
}

std::size_t unheard_calls(os::FileSystem& files, const os::Path& transcript, base::Instant since) {
  const auto file = files.open(transcript, {});
  if (!file.ok()) return 0;
  const auto bytes = (*file)->read_at(0, kTranscriptBytesMax);
  if (!bytes.ok()) return 0;
  // The first line that has a time: some at the beginning have none.
  const auto began = base::instant_from_iso(member_of(*bytes, "timestamp"));
  if (!began.ok() || *began < since) return 0;
  TranscriptCalls calls(base::to_iso(since));
  for (const std::string_view line : base::split(*bytes, '\n')) calls.take(line);
  return calls.take_ran().size();
}

std::vector<StrayCall> keep_strays(Stores& stores, const model::RunId& run,
                                   std::vector<StrayCall> strays) {
  if (strays.empty()) return strays;
  const std::vector<StrayCall> kept = kept_strays(stores, run);
  std::erase_if(strays, [&](const StrayCall& stray) {
    return std::any_of(kept.begin(), kept.end(),
                       [&](const StrayCall& one) { return one.call == stray.call; });
  });
  if (strays.empty() || kept.size() >= kKeptMax) return strays;
  os::FileSystem& files = stores.system.files;
  const auto before = files.read(strays_file(stores, run));
  std::string text = before.ok() ? *before : std::string();
  for (const StrayCall& stray : strays) {
    text += base::dump_line(Json{{"at", stray.at},
                                 {"call", stray.call},
                                 {"how", name_of(stray.how)},
                                 {"tool", stray.tool}}) +
            "\n";
  }
  // What cannot be kept is told all the same.
  if (files.make_folders(stores.layout.strays()).ok()) {
    (void)files.replace(strays_file(stores, run), text, {.sync = false, .sync_folder = false});
  }
  return strays;
}

std::vector<StrayCall> kept_strays(Stores& stores, const model::RunId& run) {
  std::vector<StrayCall> strays;
  const auto text = stores.system.files.read(strays_file(stores, run));
  if (!text.ok()) return strays;
  for (const std::string_view line : base::split(*text, '\n')) {
    const auto json = base::parse_json(line);
    if (!json.ok() || !json->is_object()) continue;
    strays.push_back({base::text_at(*json, "how") == "unasked" ? StrayCall::How::unasked
                                                               : StrayCall::How::denied,
                      base::text_at(*json, "call"), base::text_at(*json, "tool"),
                      base::text_at(*json, "at")});
  }
  return strays;
}

bool has_strays(Stores& stores, const model::RunId& run) {
  return stores.system.files.exists(strays_file(stores, run));
}

std::vector<model::RunId> runs_with_strays(Stores& stores) {
  constexpr std::string_view kEnding = ".jsonl";
  std::vector<model::RunId> runs;
  const auto names = stores.system.files.list(stores.layout.strays());
  if (!names.ok()) return runs;
  for (const std::string& name : *names) {
    if (!name.ends_with(kEnding)) continue;
    runs.push_back({name.substr(0, name.size() - kEnding.size())});
  }
  return runs;
}

std::string words_of(const std::vector<StrayCall>& strays) {
  if (strays.empty()) return {};
  const StrayCall& last = strays.back();
  std::string text =
      last.tool + (last.how == StrayCall::How::denied ? " ran although it was denied"
                                                      : " ran without the gate being asked");
  if (!last.call.empty()) text += " (" + last.call + ")";
  if (strays.size() > 1) text += ", the last of " + std::to_string(strays.size()) + " such calls";
  return text;
}

std::string strays_of_last_turn(Stores& stores, const model::RunId& run) {
  std::string words;
  read_recent(stores, run, kTurnBytes, [&](const model::JournalEvent& event) {
    if (event.kind == "prompt") words.clear();
    if (event.kind == "turn_end") words = base::text_at(event.payload.get(), kStrayKey);
  });
  return words;
}

std::string stray_context(const std::string& words) {
  return "Holdfast noticed: " + words +
         ". Its denials hold all the same: leave alone what was denied, and tell the person.\n";
}

}  // namespace engine

#include "engine/dashboard/run_events.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "engine/dashboard/open_project.h"
#include "engine/decision_record.h"
#include "engine/stores.h"
#include "store/journal_line.h"
#include "store/journal_page.h"

namespace engine::dashboard {
namespace {

constexpr std::string_view kDenied = "denied";
// An answer stays of a size that a page can show, however large the lines are.
constexpr std::size_t kPageBytesMax = 4UL * 1024 * 1024;

base::Error bad_event_cursor() {
  return {base::Code::invalid_params, "the cursor is none that this list gave",
          "Begin again without one."};
}

// Null where there is no journal: nothing was told of the run.
base::Result<std::unique_ptr<os::File>> open_journal(Stores& stores, const model::RunId& run) {
  const os::Path path = stores.layout.journal(run);
  for (const os::Path& place : {path, stores.layout.journal_archive() / path.filename()}) {
    auto file = stores.system.files.open(place, {.follow_links = false});
    if (file.ok() || file.error().code != base::Code::not_found) return file;
  }
  return std::unique_ptr<os::File>();
}

// As every line of ours spells it, near its beginning; empty where it is another's.
std::string_view kind_of_line(std::string_view line) {
  constexpr std::string_view kKey = "\"kind\":\"";
  constexpr std::size_t kBeginning = 120;
  const std::size_t key = line.substr(0, kBeginning).find(kKey);
  if (key == std::string_view::npos) return {};
  line.remove_prefix(key + kKey.size());
  return line.substr(0, line.find('"'));
}

class EventPage {
 public:
  EventPage(const model::RunId& run, const RunEventsQuestion& question)
      : run_(run), question_(question) {}

  // Whether the page has room for another.
  bool take(std::string_view line) {
    if (!may_be_wanted(line)) return true;
    auto event = store::journal_event_from_line(line);
    if (!event.ok() || !is_wanted(*event)) return true;
    bytes_ += line.size();
    items_.push_back(*std::move(event));
    return items_.size() < question_.page.limit && bytes_ < kPageBytesMax;
  }

  std::vector<model::JournalEvent> items() { return std::move(items_); }

 private:
  bool has(std::string_view kind) const {
    const auto& kinds = question_.kinds;
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  }
  static bool is_gate(std::string_view kind) { return kind == "gate" || kind == "permission"; }

  // Without taking the line apart, since most are of other kinds.
  bool may_be_wanted(std::string_view line) const {
    if (question_.kinds.empty()) return true;
    const std::string_view kind = kind_of_line(line);
    if (kind.empty() || has(kind)) return true;
    return has(kDenied) && is_gate(kind) &&
           line.find("\"allowed\":false") != std::string_view::npos;
  }
  bool is_wanted(const model::JournalEvent& event) const {
    if (question_.kinds.empty() || has(event.kind)) return true;
    if (!has(kDenied)) return false;
    const auto past = decision_from_event(run_, event);
    return past && !past->decision.allowed;
  }

  const model::RunId& run_;
  const RunEventsQuestion& question_;
  std::vector<model::JournalEvent> items_;
  std::size_t bytes_ = 0;
};

// Where a page of versions begins. A change that was never saved is voided by a line behind it,
// which an earlier page may have read: it is carried along.
struct VersionCursor {
  std::optional<std::uint64_t> offset;
  std::set<std::string, std::less<>> voided;  // Hashes of lines.
};

constexpr char kVersionSeparator = '-';
constexpr std::size_t kVoidedMax = 8;

base::Result<VersionCursor> version_cursor_from(const std::optional<std::string>& text) {
  VersionCursor cursor;
  if (!text) return cursor;
  const auto parts = base::split(*text, kVersionSeparator);
  const auto offset = base::to_number(parts.front());
  if (!offset || parts.size() > kVoidedMax + 1) return bad_event_cursor();
  cursor.offset = *offset;
  for (std::size_t i = 1; i < parts.size(); ++i) cursor.voided.emplace(parts[i]);
  return cursor;
}

std::string text_of_cursor(const VersionCursor& cursor) {
  std::string text = std::to_string(*cursor.offset);
  std::size_t count = 0;
  for (const std::string& hash : cursor.voided) {
    if (++count > kVoidedMax) break;
    text += kVersionSeparator + hash;
  }
  return text;
}

class VersionPage {
 public:
  VersionPage(VersionCursor& cursor, std::size_t limit) : cursor_(cursor), limit_(limit) {}

  bool take(std::string_view line) {
    if (!kind_of_line(line).starts_with("state")) return true;
    auto event = store::journal_event_from_line(line);
    if (!event.ok()) return true;
    const base::Json& payload = event->payload.get();
    if (event->kind == "state.void") cursor_.voided.insert(base::text_at(payload, "hash"));
    if (event->kind != "state" || cursor_.voided.erase(event->hash) > 0) return true;
    const auto version = payload.find("version");
    if (version == payload.end() || !version->is_number_integer()) return true;
    items_.push_back({.version = version->get<std::int64_t>(),
                      .at = event->at,
                      .actor = event->actor,
                      .what = base::text_at(payload, "what")});
    return items_.size() < limit_;
  }

  std::vector<VersionLine> items() { return std::move(items_); }

 private:
  VersionCursor& cursor_;
  std::size_t limit_;
  std::vector<VersionLine> items_;
};

}  // namespace

base::Result<Page<model::JournalEvent>> events_page(Workspace& workspace, const model::RunId& run,
                                                    const RunEventsQuestion& question) {
  store::LinesBefore wanted;
  if (question.page.cursor) {
    wanted.offset = base::to_number(*question.page.cursor);
    if (!wanted.offset) return bad_event_cursor();
  }
  Page<model::JournalEvent> page;
  TRY_ASSIGN(const auto file, open_journal(workspace.stores(), run));
  if (!file) return page;
  EventPage events(run, question);
  TRY_ASSIGN(const std::uint64_t left,
             store::read_lines_before(*file, wanted, [&](std::string_view line, std::uint64_t) {
               return events.take(line);
             }));
  page.items = events.items();
  if (left > 0) page.next = std::to_string(left);
  return page;
}

base::Result<Page<VersionLine>> versions_page(Workspace& workspace, const model::RunId& run,
                                              const PageQuestion& question) {
  TRY_ASSIGN(VersionCursor cursor, version_cursor_from(question.cursor));
  Page<VersionLine> page;
  TRY_ASSIGN(const auto file, open_journal(workspace.stores(), run));
  if (!file) return page;
  VersionPage versions(cursor, question.limit);
  TRY_ASSIGN(const std::uint64_t left,
             store::read_lines_before(
                 *file, {.offset = cursor.offset},
                 [&](std::string_view line, std::uint64_t) { return versions.take(line); }));
  page.items = versions.items();
  cursor.offset = left;
  if (left > 0) page.next = text_of_cursor(cursor);
  return page;
}

base::Result<RunEvents> run_events(Dashboard& dashboard, const std::string& run,
                                   const RunEventsQuestion& question) {
  TRY_ASSIGN(OpenRun open, open_run(dashboard, run));
  TRY_ASSIGN(auto page, events_page(open.workspace, open.run, question));
  return RunEvents{std::move(open.run), std::move(page)};
}

base::Result<Page<VersionLine>> run_versions(Dashboard& dashboard, const std::string& run,
                                             const PageQuestion& question) {
  TRY_ASSIGN(OpenRun open, open_run(dashboard, run));
  return versions_page(open.workspace, open.run, question);
}

std::optional<PastDecision> gate_answer_of(const model::RunId& run,
                                           const model::JournalEvent& event) {
  return decision_from_event(run, event);
}

std::string agent_of(const model::JournalEvent& event) {
  return base::text_at(event.payload.get(), "agent");
}

}  // namespace engine::dashboard

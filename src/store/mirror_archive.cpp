// Mirrors that have grown old become lines of a file a month; see MirrorStore::archive.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/digest.h"
#include "base/id.h"
#include "store/line_file.h"
#include "store/mirror_file.h"
#include "store/mirror_text.h"

namespace store {
namespace {

using model::SessionState;

constexpr std::string_view kMonthSuffix = ".jsonl";
// A mirror of a line is shorter than the file, whose members have lines of their own.
constexpr std::size_t kMirrorLineBytesMax = kMirrorReadBytesMax;

// "2026-02"
std::string month_of(base::Instant instant) {
  constexpr std::size_t kMonthChars = 7;
  return base::to_iso(instant).substr(0, kMonthChars);
}

// The first instant that no longer belongs to the month.
base::Instant end_of(const std::string& month) {
  constexpr auto kLongerThanAMonth = std::chrono::days{32};
  const base::Instant first = base::instant_from_iso(month + "-01T00:00:00Z").value();
  return base::instant_from_iso(month_of(first + kLongerThanAMonth) + "-01T00:00:00Z").value();
}

// One month's file, open to be added to.
class Month {
 public:
  static base::Result<Month> open(const os::System& system, const os::Path& path) {
    const os::OpenOptions options{.append = true, .create = true, .follow_links = false};
    TRY_ASSIGN(auto file, system.files.open(path, options));
    TRY_ASSIGN(const os::FileInfo info, file->info());
    TRY(check_own(system, path, info, {}));
    // Not only for a new one: an earlier try may have made it and failed here.
    TRY(system.files.sync_folder(path.parent_path()));
    Month month(std::move(file));
    TRY(for_each_line(*month.file_, {.bytes_max = kMirrorLineBytesMax}, [&](std::string_view line) {
      month.lines_.insert(digest_of(line));
      return true;
    }));
    return month;
  }

  // On return the line is there, once, and survives a power cut.
  base::Result<void> add(const std::string& line) {
    if (!lines_.contains(digest_of(line))) {
      TRY(append_line_to(*file_, line));
      lines_.insert(digest_of(line));
    }
    // Also of a line that an earlier try left there without a sync.
    return file_->sync();
  }

 private:
  explicit Month(std::unique_ptr<os::File> file) : file_(std::move(file)) {}
  static std::string digest_of(std::string_view line) { return base::to_hex(base::blake2b(line)); }

  std::unique_ptr<os::File> file_;
  std::unordered_set<std::string> lines_;
};

// Whose line it is; empty for what is none.
std::string session_of(const base::Json& json) {
  if (!json.is_object()) return "";
  const auto id = json.find("session_id");
  if (id == json.end() || !id->is_string()) return "";
  const auto& text = id->get_ref<const std::string&>();
  return base::uuid_from_text(text) == text ? text : std::string();
}

std::optional<SessionState> archived_record(std::string_view line) {
  const auto json = base::parse_json(line);
  const std::string session = json.ok() ? session_of(*json) : std::string();
  if (session.empty()) return std::nullopt;
  auto state = mirror_from_json(*json, session);
  if (!state.ok()) return std::nullopt;
  return *std::move(state);
}

base::Result<std::unique_ptr<os::File>> open_month(const os::System& system, const os::Path& path) {
  TRY_ASSIGN(auto file, system.files.open(path, {.follow_links = false}));
  TRY_ASSIGN(const os::FileInfo info, file->info());
  TRY(check_own(system, path, info, {}));
  return file;
}

// The last line of a session counts. A file that cannot be read has nothing to tell.
std::optional<SessionState> find_in_month(const os::System& system, const os::Path& path,
                                          const std::string& session) {
  std::optional<SessionState> found;
  const auto file = open_month(system, path);
  if (!file.ok()) return found;
  [[maybe_unused]] const auto read =
      for_each_line(**file, {.bytes_max = kMirrorLineBytesMax}, [&](std::string_view line) {
        if (line.find(session) == std::string_view::npos) return true;
        auto state = archived_record(line);
        if (state && state->session_id == session) found = std::move(state);
        return true;
      });
  return found;
}

// One run over all mirrors.
class Archiving {
 public:
  Archiving(const os::System& system, const ContinuityPlaces& places, const MirrorStore& mirrors)
      : system_(system), places_(places), mirrors_(mirrors) {}

  void take(const std::string& session, base::Instant before) {
    const auto state = mirrors_.read(session);
    if (!state.ok()) return complain(state.error());
    const auto due = due_month(*state, before);
    if (!due.ok()) return complain(base::with_context(due.error(), session));
    if (due->empty()) return;
    const auto moved = move(session, before);
    if (!moved.ok()) complain(moved.error());
  }

  void remove_months(base::Instant before) {
    months_.clear();
    for (const std::string& month : mirrors_.months()) {
      if (end_of(month) > before) continue;
      const auto removed = system_.files.remove(mirrors_.month_file(month));
      if (removed.ok()) {
        outcome_.removed.push_back(month);
      } else {
        complain(removed.error());
      }
    }
  }

  MirrorStore::Archived take_outcome() { return std::move(outcome_); }

 private:
  // Where the session goes; empty while it runs or is too young.
  static base::Result<std::string> due_month(const SessionState& state, base::Instant before) {
    if (!state.end_time) return std::string();
    TRY_ASSIGN(const base::Instant end, base::instant_from_iso(*state.end_time));
    return end < before ? month_of(end) : std::string();
  }

  base::Result<void> move(const std::string& session, base::Instant before) {
    TRY_ASSIGN(const auto held, lock_mirror(system_, places_, session, kWriterLockTimeout));
    const os::Path path = mirrors_.file(session);
    TRY_ASSIGN(const std::string text, read_own_file(system_, path, mirror_rules(places_)));
    TRY_ASSIGN(base::Json json, base::parse_json(text));
    TRY_ASSIGN(const SessionState state, mirror_from_json(json, session));
    // A line has no file's name to say whose it is.
    json["session_id"] = session;
    TRY_ASSIGN(const std::string month, due_month(state, before));
    if (month.empty()) return {};  // It goes on since it was looked at.
    auto open = months_.find(month);
    if (open == months_.end()) {
      TRY_ASSIGN(Month opened, Month::open(system_, mirrors_.month_file(month)));
      open = months_.emplace(month, std::move(opened)).first;
    }
    TRY(open->second.add(base::dump_line(json)));
    TRY(system_.files.remove(path));
    outcome_.sessions.push_back(session);
    return {};
  }

  void complain(const base::Error& error) { outcome_.problems.push_back(error.message); }

  const os::System& system_;
  const ContinuityPlaces& places_;
  const MirrorStore& mirrors_;
  std::map<std::string, Month> months_;
  MirrorStore::Archived outcome_;
};

}  // namespace

base::Result<MirrorStore::Archived> MirrorStore::archive(base::Instant mirrors_before,
                                                         base::Instant archive_before) const {
  const auto folder = system_.files.link_info(places_.sessions);
  if (!folder.ok() && folder.error().code == base::Code::not_found) return Archived{};
  TRY_ASSIGN(const auto held,
             lock_own_file(system_, places_.locks / "mirror-archive.lock", kWriterLockTimeout));
  TRY(system_.files.make_folders(places_.archive));
  TRY_ASSIGN(const std::vector<std::string> sessions, mirrors_in(system_.files, places_.sessions));
  Archiving archiving(system_, places_, *this);
  for (const std::string& session : sessions) archiving.take(session, mirrors_before);
  archiving.remove_months(archive_before);
  // A mirror that a power cut brings back has its line already and goes at the next run.
  [[maybe_unused]] const auto synced = system_.files.sync_folder(places_.sessions);
  return archiving.take_outcome();
}

std::vector<std::string> MirrorStore::months() const {
  std::vector<std::string> found;
  const auto names = system_.files.list(places_.archive);
  if (!names.ok()) return found;
  for (const std::string& name : *names) {
    if (!name.ends_with(kMonthSuffix)) continue;
    std::string month = name.substr(0, name.size() - kMonthSuffix.size());
    const auto first_day = base::instant_from_iso(month + "-01T00:00:00Z");
    if (first_day.ok() && month_of(*first_day) == month) found.push_back(std::move(month));
  }
  return found;
}

os::Path MirrorStore::month_file(const std::string& month) const {
  return places_.archive / (month + std::string(kMonthSuffix));
}

base::Result<std::uint64_t> MirrorStore::read_month(const std::string& month, std::uint64_t offset,
                                                    const TakeRecord& take) const {
  TRY_ASSIGN(const auto file, open_month(system_, month_file(month)));
  base::Result<void> taken;
  const LinesFrom from{.offset = offset, .bytes_max = kMirrorLineBytesMax};
  TRY_ASSIGN(const std::uint64_t end, for_each_line(*file, from, [&](std::string_view line) {
               if (const auto state = archived_record(line)) taken = take(*state);
               return taken.ok();
             }));
  TRY(taken);
  return end;
}

base::Result<SessionState> MirrorStore::read_archived(const std::string& session) const {
  std::vector<std::string> all;
  if (base::uuid_from_text(session) == session) all = months();
  for (auto month = all.rbegin(); month != all.rend(); ++month) {
    auto found = find_in_month(system_, month_file(*month), session);
    if (found) return *std::move(found);
  }
  return base::Error{base::Code::not_found, "There is no record of a session '" + session + "'",
                     ""};
}

}  // namespace store

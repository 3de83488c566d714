#include "store/journal.h"

#include <nlohmann/json.hpp>

#include "base/id.h"
#include "os/lock.h"
#include "store/journal_line.h"

namespace store {
namespace {

constexpr std::size_t kFirstTailBytes = 4096;

// The end of a journal, as the next writer needs it.
struct Tail {
  std::uint64_t end = 0;  // Behind the last whole line.
  std::uint64_t seq = 0;
  std::string hash{kNoHash};
  std::uint64_t torn_bytes = 0;  // Behind `end`: a line that was never finished.
};

// Reads backwards from the end until a whole line is in sight.
base::Result<Tail> read_tail(os::File& file) {
  TRY_ASSIGN(const os::FileInfo info, file.info());
  Tail tail;
  if (info.size == 0) return tail;
  for (std::uint64_t window = kFirstTailBytes;; window *= 8) {
    const std::uint64_t start = info.size > window ? info.size - window : 0;
    TRY_ASSIGN(const std::string bytes,
               file.read_at(start, static_cast<std::size_t>(info.size - start)));
    const std::size_t last_newline = bytes.rfind('\n');
    if (last_newline == std::string::npos) {
      if (start != 0) continue;
      tail.torn_bytes = bytes.size();
      return tail;
    }
    const std::size_t before =
        last_newline == 0 ? std::string::npos : bytes.rfind('\n', last_newline - 1);
    if (before == std::string::npos && start != 0) continue;
    const std::size_t line_start = before == std::string::npos ? 0 : before + 1;
    const std::string_view line =
        std::string_view(bytes).substr(line_start, last_newline - line_start);
    tail.end = start + last_newline + 1;
    tail.torn_bytes = bytes.size() - last_newline - 1;
    tail.seq = seq_of_line(line).value_or(0);
    tail.hash = journal_line_hash(line);
    return tail;
  }
}

// Appends one line in one write, or leaves the journal as it was.
base::Result<void> write_line(os::File& file, const Tail& tail, const std::string& line) {
  auto written = file.write(line);
  if (written.ok() && *written == line.size()) return {};
  TRY(file.truncate(tail.end));
  if (!written.ok()) return std::move(written).error();
  return base::Error{base::Code::io, "the journal took only a part of the line",
                     "Free some disk space and try again."};
}

class JournalWriter {
 public:
  JournalWriter(os::File& file, os::Clock& clock, const Key* key, Tail tail)
      : file_(file), clock_(clock), key_(key), tail_(std::move(tail)) {}

  base::Result<Appended> write(const NewEvent& event) {
    model::JournalEvent full;
    full.seq = tail_.seq + 1;
    full.at = base::to_iso(clock_.now());
    full.kind = event.kind;
    full.actor = event.actor;
    full.payload = event.payload;
    full.prev = tail_.hash;
    Appended appended{full.seq, journal_line(full, key_), 0};
    TRY(write_line(file_, tail_, appended.line + "\n"));
    appended.end = tail_.end + appended.line.size() + 1;
    return appended;
  }

  // What is left of a line whose writer died was never reported as saved.
  base::Result<void> repair() {
    if (tail_.torn_bytes == 0) return {};
    const std::uint64_t torn = tail_.torn_bytes;
    tail_.torn_bytes = 0;
    TRY(file_.truncate(tail_.end));
    TRY_ASSIGN(const Appended line, write({"journal.repaired", "system",
                                           base::JsonBox(base::Json{{"torn_bytes", torn}})}));
    tail_.seq = line.seq;
    tail_.hash = journal_line_hash(line.line);
    tail_.end = line.end;
    return {};
  }

 private:
  os::File& file_;
  os::Clock& clock_;
  const Key* key_;
  Tail tail_;
};

}  // namespace

base::Result<Appended> Journal::append(const model::RunId& run, const NewEvent& event,
                                       const AppendOptions& options) {
  const os::Path path = layout_.journal(run);
  const os::OpenOptions open_options{
      .write = true, .append = true, .create = true, .follow_links = false};
  auto file = system_.files.open(path, open_options);
  const bool folder_missing = !file.ok() && file.error().code == base::Code::not_found;
  if (folder_missing) {
    TRY(system_.files.make_folders(layout_.journals()));
    file = system_.files.open(path, open_options);
  }
  TRY(file.ok() ? base::Result<void>() : base::Result<void>(file.error()));
  TRY(os::lock(**file, system_.clock, system_.random, options.lock_timeout));
  TRY_ASSIGN(Tail tail, read_tail(**file));
  const bool is_new = tail.end == 0;
  auto key = keys_.signing();
  JournalWriter writer(**file, system_.clock, key.ok() ? *key : nullptr, std::move(tail));
  TRY(writer.repair());
  TRY_ASSIGN(const Appended appended, writer.write(event));
  if (options.sync) {
    TRY((*file)->sync());
    if (is_new) TRY(system_.files.sync_folder(layout_.journals()));
  }
  return appended;
}

std::uint64_t Journal::size(const model::RunId& run) {
  const auto info = system_.files.info(layout_.journal(run));
  return info.ok() ? info->size : 0;
}

std::vector<model::RunId> Journal::list() {
  constexpr std::string_view kSuffix = ".jsonl";
  std::vector<model::RunId> runs;
  const auto names = system_.files.list(layout_.journals());
  if (!names.ok()) return runs;
  for (const std::string& name : *names) {
    if (!name.ends_with(kSuffix)) continue;
    const std::string stem = name.substr(0, name.size() - kSuffix.size());
    if (base::uuid_from_text(stem) == stem) runs.push_back({stem});
  }
  return runs;
}

namespace {

constexpr std::size_t kReadBytes = 256 * 1024;

// Calls `visit(line, end)` for every whole line from `offset` on; `end` is the byte behind it.
base::Result<void> each_line(
    os::FileSystem& files, const os::Path& path, std::uint64_t offset,
    const std::function<bool(std::string_view line, std::uint64_t end)>& visit) {
  auto file = files.open(path, {.follow_links = false});
  if (!file.ok()) {
    if (file.error().code == base::Code::not_found) return {};
    return std::move(file).error();
  }
  std::string pending;
  std::uint64_t read_at = offset;
  std::uint64_t line_start = offset;
  while (true) {
    TRY_ASSIGN(const std::string block, (*file)->read_at(read_at, kReadBytes));
    if (block.empty()) return {};
    read_at += block.size();
    pending += block;
    std::size_t start = 0;
    for (std::size_t end; (end = pending.find('\n', start)) != std::string::npos;) {
      const std::string_view line = std::string_view(pending).substr(start, end - start);
      line_start += line.size() + 1;
      if (!visit(line, line_start)) return {};
      start = end + 1;
    }
    pending.erase(0, start);
  }
}

}  // namespace

base::Result<void> Journal::read(const model::RunId& run, std::uint64_t offset,
                                 const std::function<bool(const model::JournalEvent&)>& visit) {
  return read_kind(run, offset, "", visit);
}

base::Result<void> Journal::read_kind(
    const model::RunId& run, std::uint64_t offset, std::string_view kind_begins,
    const std::function<bool(const model::JournalEvent&)>& visit) {
  const std::string wanted =
      kind_begins.empty() ? std::string() : "\"kind\":\"" + std::string(kind_begins);
  return each_line(system_.files, layout_.journal(run), offset,
                   [&](std::string_view line, std::uint64_t end) {
                     // As every line of ours spells it.
                     if (line.find(wanted) == std::string_view::npos) return true;
                     auto event = journal_event_from_line(line);
                     if (!event.ok()) return true;
                     event->end = end;
                     return visit(*event);
                   });
}

base::Result<std::vector<JournalFinding>> Journal::verify(const model::RunId& run,
                                                          const std::optional<HeadRecord>& head) {
  std::vector<JournalFinding> findings;
  std::string previous(kNoHash);
  std::uint64_t number = 0;
  std::uint64_t end_of_all = 0;
  bool head_found = !head || head->journal_bytes == 0;
  const auto find = [&](std::string message, bool fatal = true) {
    findings.push_back({number, std::move(message), fatal});
  };
  TRY(each_line(system_.files, layout_.journal(run), 0,
                [&](std::string_view line, std::uint64_t end) {
                  ++number;
                  end_of_all = end;
                  const auto event = journal_event_from_line(line);
                  const std::string hash = journal_line_hash(line);
                  if (!event.ok()) {
                    find("is not a journal line");
                  } else {
                    if (event->seq != number) find("has the number " + std::to_string(event->seq));
                    if (event->prev != previous) find("does not follow the line before it");
                    switch (check_mac(line, keys_)) {
                      case MacCheck::good:
                        break;
                      case MacCheck::bad:
                        find("was changed");
                        break;
                      case MacCheck::absent:
                        find("was written while no secret was at hand", /*fatal=*/false);
                        break;
                      case MacCheck::key_unknown:
                        find("was written under a key that is not at hand");
                        break;
                    }
                  }
                  if (head && end == head->journal_bytes && hash == head->journal_hash)
                    head_found = true;
                  previous = hash;
                  return true;
                }));
  number = 0;
  if (!head_found) {
    find(end_of_all < head->journal_bytes
             ? "lines are missing at the end: the last state change is not there"
             : "the line of the last state change is not the one that was written");
  }
  if (size(run) > end_of_all) find("the last line is unfinished", /*fatal=*/false);
  return findings;
}

}  // namespace store

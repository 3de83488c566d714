#include "engine/index_journal.h"

#include <algorithm>

#include "base/digest.h"
#include "engine/index_event.h"
#include "engine/index_journal_line.h"

namespace engine {
namespace {

constexpr std::size_t kJournalBlockBytes = 1024 * 1024;
constexpr std::uint64_t kJournalLineBytesMax = 64ULL * 1024 * 1024;
constexpr std::uint64_t kMarkTailBytes = 4096;

// Calls `visit` for every whole line from `offset` on, up to about `bytes_max`; gives the byte
// behind the last one, and in `is_done` whether the end was reached.
template <typename Visit>
base::Result<std::uint64_t> each_line(os::File& file, std::uint64_t offset, std::uint64_t bytes_max,
                                      bool& is_done, const Visit& visit) {
  std::string pending;
  std::uint64_t read_at = offset;
  std::uint64_t line_end = offset;
  is_done = true;
  while (true) {
    TRY_ASSIGN(const std::string block, file.read_at(read_at, kJournalBlockBytes));
    if (block.empty()) return line_end;
    read_at += block.size();
    pending += block;
    std::size_t start = 0;
    for (std::size_t end; (end = pending.find('\n', start)) != std::string::npos;) {
      const std::string_view line = std::string_view(pending).substr(start, end - start);
      TRY(visit(line));
      line_end += line.size() + 1;
      start = end + 1;
    }
    pending.erase(0, start);
    if (pending.size() > kJournalLineBytesMax) {
      return base::Error{base::Code::too_large, "the journal has a line of more than 64 MiB", ""};
    }
    if (line_end - offset >= bytes_max) {
      is_done = false;
      return line_end;
    }
  }
}

// Whether the file still begins with what was taken in.
base::Result<bool> goes_on(os::File& file, const os::FileInfo& info,
                           const indexing::FileMark& mark) {
  if (mark.offset == 0) return true;
  if (info.size < mark.offset) return false;
  TRY_ASSIGN(const std::string hash, tail_hash(file, mark.offset));
  return hash == mark.tail;
}

}  // namespace

bool is_as_marked(const os::FileInfo& info, const indexing::FileMark& mark) {
  return info.inode == mark.inode && info.size == mark.size && info.mtime_ns == mark.mtime_ns;
}

std::int64_t settled_mtime_ns(const os::FileInfo& info, base::Instant now) {
  constexpr std::int64_t kTickNs = 20'000'000;
  const std::int64_t now_ns = now.time_since_epoch().count() * 1'000'000;
  return now_ns - info.mtime_ns < kTickNs ? 0 : info.mtime_ns;
}

base::Result<std::string> tail_hash(os::File& file, std::uint64_t offset) {
  const std::uint64_t size = std::min(offset, kMarkTailBytes);
  TRY_ASSIGN(const std::string bytes, file.read_at(offset - size, static_cast<std::size_t>(size)));
  return base::to_hex(base::blake2b(bytes)).substr(0, 32);
}

base::Result<JournalTaken> ingest_journal(os::System system, indexing::Batch& batch,
                                          const JournalPart& part) {
  TRY_ASSIGN(const auto file, system.files.open(part.path, {.follow_links = false}));
  TRY_ASSIGN(const os::FileInfo info, file->info());
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::io, part.path.native() + ": not a regular file", ""};
  }
  JournalTaken taken;
  indexing::FileMark before = part.mark.value_or(indexing::FileMark{});
  TRY_ASSIGN(const bool is_same, goes_on(*file, info, before));
  if (!is_same) {
    TRY(batch.forget_journal(part.run));
    before = {};
  }
  EventWriter writer(batch, part.project_id, part.run, before.carry);
  bool is_end = false;
  TRY_ASSIGN(const std::uint64_t end, each_line(*file, before.offset, part.bytes_max, taken.is_done,
                                                [&](std::string_view line) -> base::Result<void> {
                                                  const auto parts = journal_parts(line);
                                                  if (!parts) {
                                                    ++taken.skipped;
                                                    return {};
                                                  }
                                                  if (taken.events++ == 0)
                                                    taken.first_at = parts->at;
                                                  taken.last_at = parts->at;
                                                  is_end = parts->kind == "session_end";
                                                  return writer.write(*parts, line);
                                                }));
  if (is_end) taken.ended_at = taken.last_at;
  TRY(writer.finish());
  TRY_ASSIGN(const std::string tail, tail_hash(*file, end));
  // A line that is still being written is taken in when it is whole.
  taken.mark = {.project_id = part.project_id,
                .kind = "journal",
                .name = part.run,
                .inode = info.inode,
                .size = taken.is_done && end <= info.size ? info.size : end,
                .mtime_ns = taken.is_done ? info.mtime_ns : 0,
                .offset = end,
                .tail = tail,
                .carry = writer.carry()};
  return taken;
}

}  // namespace engine

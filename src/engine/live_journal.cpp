#include "engine/live_journal.h"

#include <algorithm>

#include "base/id.h"
#include "engine/index_journal_line.h"
#include "store/journal_line.h"

namespace engine {
namespace {

constexpr std::string_view kEnding = ".jsonl";
constexpr std::uint64_t kTailBlockBytes = 256ULL * 1024;
// Of more than is read at once.
constexpr std::uint64_t kKeptBytes = 1024ULL * 1024;
// A file's time is the kernel's, which is some ticks late.
constexpr std::int64_t kTickMillis = 1000;

}  // namespace

JournalTails::JournalTails(os::FileSystem& files, os::Path folder, base::Instant since)
    : files_(files),
      folder_(std::move(folder)),
      since_millis_(since.time_since_epoch().count() - 1) {}

std::optional<JournalTails::Key> JournalTails::key_of(std::string_view name) {
  Key key;
  if (name.size() != key.size() + kEnding.size() || !name.ends_with(kEnding)) return std::nullopt;
  const std::string_view run = name.substr(0, key.size());
  if (base::uuid_from_text(run) != run) return std::nullopt;
  std::copy(run.begin(), run.end(), key.begin());
  return key;
}

std::vector<JournalTails::Tail>::iterator JournalTails::place_of(const Key& run) {
  return std::lower_bound(tails_.begin(), tails_.end(), run,
                          [](const Tail& tail, const Key& key) { return tail.run < key; });
}

JournalTails::Tail& JournalTails::tail_of(const Key& run) {
  const auto place = place_of(run);
  if (place != tails_.end() && place->run == run) return *place;
  return *tails_.insert(place, Tail{.run = run, .last_millis = since_millis_});
}

void JournalTails::begin_at_ends() {
  tails_.clear();
  const auto names = files_.list(folder_);
  if (!names.ok()) return;
  // The list is sorted, and so are the tails.
  for (const std::string& name : *names) {
    const auto key = key_of(name);
    if (!key) continue;
    const auto info = files_.link_info(folder_ / name);
    if (!info.ok()) continue;
    tails_.push_back(
        {.run = *key, .inode = info->inode, .offset = info->size, .last_millis = since_millis_});
  }
  tails_.shrink_to_fit();
}

void JournalTails::look_at_all(const Visit& visit) {
  const auto names = files_.list(folder_);
  if (!names.ok()) return;
  for (const std::string& name : *names) {
    const auto key = key_of(name);
    if (!key) continue;
    const auto info = files_.link_info(folder_ / name);
    if (!info.ok()) continue;
    const auto place = place_of(*key);
    const bool is_known = place != tails_.end() && place->run == *key;
    if (is_known && place->inode == info->inode && place->offset == info->size) continue;
    Tail& tail = tail_of(*key);
    if (!is_known) {
      // It may have been there before we looked, with much that is old.
      tail.inode = info->inode;
      tail.is_read_anew = true;
      const bool is_old = info->mtime_ns / 1'000'000 < since_millis_ - kTickMillis;
      if (is_old) tail.offset = info->size;
    }
    read_new(tail, visit);
  }
}

std::optional<model::RunId> JournalTails::look_at(std::string_view name, const Visit& visit) {
  const auto key = key_of(name);
  if (!key) return std::nullopt;
  read_new(tail_of(*key), visit);
  return model::RunId{std::string(key->begin(), key->end())};
}

void JournalTails::read_new(Tail& tail, const Visit& visit) {
  const std::string run(tail.run.begin(), tail.run.end());
  const auto file = files_.open(folder_ / (run + std::string(kEnding)), {.follow_links = false});
  if (!file.ok()) {
    // What comes in its place is another file, in which old lines may stand again.
    if (file.error().code == base::Code::not_found) tail.inode = 0;
    return;
  }
  const auto info = (*file)->info();
  if (!info.ok() || info->kind != os::FileKind::regular) return;
  const bool is_first = tail.inode == 0 && tail.offset == 0 && !tail.is_read_anew;
  const bool is_other = !is_first && info->inode != tail.inode;
  if (is_other || info->size < tail.offset) {
    tail.offset = 0;
    tail.is_in_long_line = false;
    tail.is_read_anew = true;
  }
  tail.inode = info->inode;
  told_until_ = tail.last_millis;
  if (info->size > tail.offset + kNewBytesMax) {
    tail.offset = info->size - kKeptBytes;
    tail.is_in_long_line = true;
  }
  read_lines(**file, info->size, tail, visit);
  tail.is_read_anew = false;
}

void JournalTails::read_lines(os::File& file, std::uint64_t size, Tail& tail, const Visit& visit) {
  std::string pending;
  std::uint64_t read_at = tail.offset;
  while (read_at < size) {
    const auto block =
        file.read_at(read_at, static_cast<std::size_t>(std::min(size - read_at, kTailBlockBytes)));
    if (!block.ok() || block->empty()) return;
    read_at += block->size();
    pending += *block;
    std::size_t start = 0;
    for (std::size_t end; (end = pending.find('\n', start)) != std::string::npos;) {
      const std::string_view line = std::string_view(pending).substr(start, end - start);
      tail.offset += line.size() + 1;
      if (!tail.is_in_long_line) take_line(line, tail, visit);
      tail.is_in_long_line = false;
      start = end + 1;
    }
    pending.erase(0, start);
    // What is no line after so much is not waited for: it would be read again with every byte.
    if (tail.is_in_long_line || pending.size() > kLineBytesMax) {
      tail.is_in_long_line = true;
      tail.offset += pending.size();
      pending.clear();
    }
  }
}

void JournalTails::take_line(std::string_view line, Tail& tail, const Visit& visit) {
  auto event = store::journal_event_from_line(line);
  if (!event.ok()) return;
  const std::optional<std::int64_t> millis = millis_of(event->at);
  // A line without a time is none of ours, unless it has just been written.
  if (tail.is_read_anew && millis.value_or(told_until_) <= told_until_) return;
  if (millis) tail.last_millis = std::max(tail.last_millis, *millis);
  event->end = tail.offset;
  visit({std::string(tail.run.begin(), tail.run.end())}, *event);
}

}  // namespace engine

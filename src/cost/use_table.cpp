#include "cost/use_table.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace cost {
namespace {

constexpr std::size_t kSlotsMin = 64;

base::Error damaged() {
  return {base::Code::parse_error, "The kept sums of costs are damaged", ""};
}

}  // namespace

std::uint32_t UseRecord::computed_check() const {
  UseRecord copy = *this;
  copy.check = 0;
  const UseKey hash = hash_of({reinterpret_cast<const char*>(&copy), offsetof(UseRecord, unused)});
  return static_cast<std::uint32_t>(hash.low | 1);
}

// The key's own slot, or the free one where it belongs.
UseRecord& UseTable::slot_for(const UseKey& key) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = key.low & mask;
  while (!slots_[at].key.is_none() && slots_[at].key != key) at = (at + 1) & mask;
  return slots_[at];
}

void UseTable::grow() {
  std::vector<UseRecord> old(std::max(kSlotsMin, 2 * slots_.size()));
  old.swap(slots_);
  for (const UseRecord& record : old) {
    if (!record.key.is_none()) slot_for(record.key) = record;
  }
}

void UseTable::put(const UseRecord& record) {
  if (2 * (count_ + 1) > slots_.size()) grow();
  UseRecord& slot = slot_for(record.key);
  if (slot.key.is_none()) ++count_;
  slot = record;
}

base::Result<std::optional<UseRecord>> UseTable::find(const UseKey& key) {
  if (!slots_.empty()) {
    const UseRecord& slot = slot_for(key);
    if (!slot.key.is_none()) return std::optional(slot);
  }
  return find_on_disk(key);
}

base::Result<std::optional<UseRecord>> UseTable::find_on_disk(const UseKey& key) {
  constexpr std::size_t kProbe = 8;
  if (disk_.slots == 0) return std::optional<UseRecord>();
  UseRecord probe[kProbe];
  std::uint64_t at = key.low & (disk_.slots - 1);
  for (std::uint64_t seen = 0; seen < disk_.slots;) {
    const std::uint64_t wanted = std::min<std::uint64_t>(kProbe, disk_.slots - at);
    const std::span<char> buffer(reinterpret_cast<char*>(probe), wanted * sizeof(UseRecord));
    TRY_ASSIGN(const std::size_t got,
               disk_.file->read_into(disk_.offset + at * sizeof(UseRecord), buffer));
    if (got != buffer.size()) return damaged();
    for (std::uint64_t i = 0; i < wanted; ++i) {
      const UseRecord& record = probe[i];
      if (record.key.is_none()) return std::optional<UseRecord>();
      if (record.check != record.computed_check()) return damaged();
      if (record.key == key) return std::optional(record);
    }
    seen += wanted;
    at = (at + wanted) & (disk_.slots - 1);
  }
  return std::optional<UseRecord>();
}

base::Result<void> UseTable::load_all() {
  if (disk_.slots == 0) return {};
  std::vector<UseRecord> newer(disk_.slots);
  const std::span<char> buffer(reinterpret_cast<char*>(newer.data()),
                               newer.size() * sizeof(UseRecord));
  TRY_ASSIGN(const std::size_t got, disk_.file->read_into(disk_.offset, buffer));
  if (got != buffer.size()) return damaged();
  std::size_t count = 0;
  for (const UseRecord& record : newer) {
    if (record.key.is_none()) continue;
    if (record.check != record.computed_check()) return damaged();
    ++count;
  }
  // A table without a free slot would have no end for a search.
  if (2 * count > newer.size()) return damaged();
  newer.swap(slots_);
  count_ = count;
  disk_ = {};
  for (const UseRecord& record : newer) {
    if (!record.key.is_none()) put(record);
  }
  return {};
}

}  // namespace cost

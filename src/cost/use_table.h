// Every request that was counted, found by its key: a hash table in memory over one on disk, of
// which only what is asked for is read.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "cost/tokens.h"
#include "cost/use_key.h"
#include "os/files.h"

namespace cost {

// Written to disk as it is.
struct UseRecord {
  UseKey key;
  std::int64_t time_ms = 0;
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  std::uint32_t cache_read = 0;
  std::uint32_t cache_write_5m = 0;
  std::uint32_t cache_write_1h = 0;
  std::uint32_t web_searches = 0;
  std::uint32_t row = 0;    // Where it is counted.
  std::uint32_t check = 0;  // Of all the rest: the table on disk is never read as a whole.
  std::uint64_t unused = 0;

  Tokens tokens() const {
    return {input, output, cache_read, cache_write_5m, cache_write_1h, web_searches, 1};
  }
  std::uint32_t computed_check() const;
};
static_assert(sizeof(UseRecord) == 64);

class UseTable {
 public:
  // Lies under what is put: `slots` is a power of two, or 0.
  struct Disk {
    std::unique_ptr<os::File> file;
    std::uint64_t offset = 0;
    std::uint64_t slots = 0;
  };
  void set_disk(Disk disk) { disk_ = std::move(disk); }

  // parse_error where what lies on disk is damaged.
  base::Result<std::optional<UseRecord>> find(const UseKey& key);
  void put(const UseRecord& record);

  // Brings all of the disk's into memory.
  base::Result<void> load_all();
  // After load_all: the slots as they go to disk, empty ones with no key.
  const std::vector<UseRecord>& slots() const { return slots_; }
  std::vector<UseRecord>& slots() { return slots_; }
  std::size_t count() const { return count_; }

 private:
  UseRecord& slot_for(const UseKey& key);
  void grow();
  base::Result<std::optional<UseRecord>> find_on_disk(const UseKey& key);

  Disk disk_;
  std::vector<UseRecord> slots_;
  std::size_t count_ = 0;
};

}  // namespace cost

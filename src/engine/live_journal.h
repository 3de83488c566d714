// The ends of one project's journals: gives every whole line that comes, once. Private to the
// engine.
//
// A journal is read from where it was left, whatever stands in it: chain and MAC are for `events
// --verify`. One that was replaced or cut is read anew, and what was told before is known by its
// time.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/ids.h"
#include "model/journal_event.h"
#include "os/files.h"

namespace engine {

class JournalTails {
 public:
  using Visit = std::function<void(const model::RunId& run, const model::JournalEvent& event)>;

  // `since`: what is older was never new to us. `files` outlives this.
  JournalTails(os::FileSystem& files, os::Path folder, base::Instant since);

  // The journals that are there now: what stands in them is told by nobody.
  void begin_at_ends();
  // Every journal that is not as it was left; for when changes were lost, or the folder is new.
  void look_at_all(const Visit& visit);
  // The run whose journal has this name, when what is new in it was visited; nothing where the name
  // is no journal's.
  std::optional<model::RunId> look_at(std::string_view name, const Visit& visit);

  std::size_t size() const { return tails_.size(); }

  // A longer line is passed over, and where more than this has come at once, the last of it counts.
  static constexpr std::uint64_t kLineBytesMax = 4ULL * 1024 * 1024;
  static constexpr std::uint64_t kNewBytesMax = 8ULL * 1024 * 1024;

 private:
  using Key = std::array<char, 36>;  // A run's id; a string would double the memory.
  struct Tail {
    Key run{};
    std::uint64_t inode = 0;
    std::uint64_t offset = 0;      // Behind the last line that was read.
    std::int64_t last_millis = 0;  // When that line was written, or `since`.
    bool is_in_long_line = false;  // Until the next line's end nothing counts.
    bool is_read_anew = false;     // Lines up to `last_millis` were told before.
  };

  static std::optional<Key> key_of(std::string_view name);
  std::vector<Tail>::iterator place_of(const Key& run);
  Tail& tail_of(const Key& run);
  void read_new(Tail& tail, const Visit& visit);
  void read_lines(os::File& file, std::uint64_t size, Tail& tail, const Visit& visit);
  void take_line(std::string_view line, Tail& tail, const Visit& visit);

  os::FileSystem& files_;
  os::Path folder_;
  std::int64_t since_millis_;
  std::vector<Tail> tails_;      // Sorted by run: there may be many thousands.
  std::int64_t told_until_ = 0;  // Of the journal that is being read anew.
};

}  // namespace engine

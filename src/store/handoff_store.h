// Packets for the next session or agent, one file each: `<local>/handoffs/{id}.json`. See
// docs/format/handoff.md.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/handoff_packet.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

inline constexpr std::size_t kPacketsMax = 200;
inline constexpr std::uint64_t kPacketBytesMax = 512ULL * 1024;

class HandoffStore {
 public:
  // `layout` outlives this.
  HandoffStore(os::System system, const Layout& layout) : system_(system), layout_(layout) {}

  struct Listed {
    std::vector<model::HandoffPacket> packets;  // The newest first.
    std::vector<std::string> problems;          // Files that are no packets, and why.
  };
  Listed list() const;

  // not_found, also for what is no id of ours; parse_error, too_large, io. A link is not followed.
  base::Result<model::HandoffPacket> read(std::string_view id) const;

  // Gives the packet its id and writes it. One that waits and says the same for the same session
  // and branch is given back instead. Where there are 200, the oldest that was accepted makes room;
  // refused where all of them wait.
  base::Result<model::HandoffPacket> add(model::HandoffPacket packet, base::Millis patience) const;

  // Under the lock; nothing is written where `change` changes nothing.
  using Change = std::function<void(model::HandoffPacket& packet)>;
  base::Result<model::HandoffPacket> update(std::string_view id, base::Millis patience,
                                            const Change& change) const;

  // A packet of another machine, under its own id: `merge` gets ours, if there is one, and gives
  // what shall be there, or nothing to leave it. Whether it was (or in a dry run would be) written.
  // Makes room as `add` does.
  using Merge = std::function<std::optional<model::HandoffPacket>(
      const std::optional<model::HandoffPacket>& ours)>;
  struct TakeOptions {
    bool dry_run = false;
    base::Millis patience{2000};
  };
  base::Result<bool> take_in(std::string_view id, const TakeOptions& options,
                             const Merge& merge) const;

  // Takes away what was accepted before that time; gives the ids. What waits stays, however old.
  base::Result<std::vector<std::string>> prune(base::Instant accepted_before) const;

 private:
  os::Path file(std::string_view id) const;
  base::Result<std::unique_ptr<os::File>> lock(base::Millis patience) const;
  base::Result<void> write(const model::HandoffPacket& packet) const;
  base::Result<void> make_room(const std::vector<model::HandoffPacket>& packets) const;

  os::System system_;
  const Layout& layout_;
};

}  // namespace store

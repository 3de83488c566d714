// What the engine tells of what happens, in the words of `LiveEvents` (web/src/lib/api/types.ts).
#pragma once
#include <string>

#include "engine/live.h"
#include "web/live_hub.h"

namespace web {

// As a browser gets it. What is longer than `kActivityBytesMax` comes without its payload.
std::string activity_text(const engine::LiveActivity& activity);
std::string change_text(const engine::LiveChange& change);

constexpr std::size_t kActivityBytesMax = 64UL * 1024;

class LiveFeed final : public engine::LiveListener {
 public:
  explicit LiveFeed(LiveHub& hub) : hub_(hub) {}  // Outlives this.

  void activity(const engine::LiveActivity& activity) override;
  void changed(const engine::LiveChange& change) override;

 private:
  LiveHub& hub_;
};

}  // namespace web

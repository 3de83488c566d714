// What happens while somebody looks: every new line of every project's journals, and which of the
// pages may be different now.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"
#include "model/journal_event.h"

namespace engine {

enum class LivePart : std::uint8_t { runs, work, requirements, continuity, costs, health };
std::string_view name_of(LivePart part);

// A set of parts.
class LiveParts {
 public:
  LiveParts() = default;
  LiveParts(std::initializer_list<LivePart> parts) {
    for (const LivePart part : parts) add(part);
  }
  void add(LivePart part) { bits_ |= bit(part); }
  void add(LiveParts parts) { bits_ |= parts.bits_; }
  bool has(LivePart part) const { return (bits_ & bit(part)) != 0; }
  bool is_empty() const { return bits_ == 0; }
  std::vector<LivePart> list() const;
  bool operator==(const LiveParts&) const = default;

  static LiveParts all();

 private:
  static unsigned bit(LivePart part) { return 1U << static_cast<unsigned>(part); }
  unsigned bits_ = 0;
};

// What a line of a journal may have changed; `runs` always.
LiveParts parts_of(const model::JournalEvent& event);

struct LiveActivity {
  std::string project_id;
  std::string project_name;
  model::RunId run;
  model::JournalEvent event;
};

struct LiveChange {
  std::optional<std::string> project_id;  // None: of all projects.
  LiveParts parts;
  bool is_team = false;  // Of what the team's server has; else of this machine's own.
};

// Called on threads of the live side, one at a time for each of the two.
class LiveListener {
 public:
  LiveListener() = default;
  LiveListener(const LiveListener&) = delete;
  LiveListener& operator=(const LiveListener&) = delete;
  virtual ~LiveListener() = default;

  virtual void activity(const LiveActivity& activity) = 0;
  virtual void changed(const LiveChange& change) = 0;
};

// A run, or a project as a whole, that is not any more what it was.
struct LiveTouch {
  std::string project_id;  // Empty: nothing of one project, or of all of them.
  std::string run;         // Empty: not of one run.
  LiveParts parts;
};

}  // namespace engine

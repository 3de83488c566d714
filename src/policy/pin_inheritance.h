// Which pins a session takes over, within the cap (S3-11, S3-142, S3-143, B3-1, B3-10 to B3-12).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/config.h"
#include "model/session_state.h"

namespace policy {

// Importance CRITICAL, or `[CRITICAL]` or `CRITICAL:` in label or content.
bool is_critical(const model::Pin& pin);

// The label without provenance: "plan [inherited from … @ …]" is "plan".
std::string origin_label(const model::Pin& pin);
// What two copies of one pin have in common: 32 hexadecimal digits of the redacted content without
// outer whitespace.
std::string content_key(const model::Pin& pin);
// Nothing but marks of redaction and a few words around them.
bool is_mostly_redacted(const model::Pin& pin);

struct Ancestor {
  std::string session;
  std::string end_time;
  std::span<const model::Pin> pins;
  bool is_best = false;         // All of its pins may be taken.
  bool critical_counts = true;  // It ended within critical_inheritance_days.
};

struct PinWish {
  std::span<const model::Pin> live;  // What the session has.
  std::vector<Ancestor> ancestors;   // The best first.
  std::int64_t cap = 10;
  // None: as many as there is room for (`session continue`). What the session has inherited from
  // these ancestors before counts, so that doing it again changes nothing.
  std::optional<std::int64_t> max_inherited;
};

struct SkippedPin {
  std::string session;
  std::string label;    // Or the beginning of the content.
  std::string because;  // "there already", "no room: 10 of 10", "mostly redacted", "no more than 5"
};
struct PinChoice {
  // As they are to be pinned: redacted, provenance in label and origin. Whose they are (run,
  // project) is for the caller to say.
  std::vector<model::Pin> taken;
  std::vector<SkippedPin> skipped;
};
// CRITICAL ones of all ancestors first, then the best session's, newest first. A pin that was
// inherited before keeps its first origin, and one word of provenance. Two pins are the same by
// their content or by their label without provenance.
PinChoice choose_pins(const PinWish& wish);

}  // namespace policy

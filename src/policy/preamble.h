// What a new session is told of those before it (S3-79 to S3-83, B3-22).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "policy/pending_task.h"

namespace policy {

struct PreambleFacts {
  std::size_t sessions = 0;  // How many were restored; 0: there is nothing to say.
  std::vector<DatedTask> tasks;
  std::vector<std::string> projects;
  std::vector<std::string> topics;
  std::size_t inherited_pins = 0;
  // What was inherited, so that it need not be asked for; CRITICAL ones first. As far as it fits.
  std::vector<model::Pin> pins;
  base::Instant now;
};

constexpr std::size_t kPreambleBytesMax = 4096;

// With its one wrapper, `<session-continuity hint="inherited from prior sessions">`; empty where
// there is nothing to say. At most 4 KiB, 10 tasks, 10 projects, 20 topics; everything that came
// from a session is redacted, escaped (`<>&`), on one line and without control characters.
std::string preamble_text(const PreambleFacts& facts);

// One line that cannot leave its place: redacted, escaped, without control characters, clipped.
std::string told_line(std::string_view text, std::size_t bytes_max);

}  // namespace policy

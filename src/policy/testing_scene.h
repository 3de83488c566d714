// What the tests of several parts of policy have in common: moments, pins, texts, files of the
// repository and analysed commands.
#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/time.h"
#include "model/session_state.h"
#include "policy/shell/analysis.h"

namespace policy {

inline constexpr base::Instant kNow{base::Millis(1'768'728'600'123)};
inline constexpr base::Instant kLater{base::Millis(1'768'728'700'456)};
inline constexpr const char* kNowText = "2026-01-18T09:30:00.123Z";
inline constexpr const char* kLaterText = "2026-01-18T09:31:40.456Z";
// When a session begins that takes over what earlier ones left.
inline const base::Instant kSessionBegin = base::instant_from_iso("2026-02-18T12:00:00Z").value();

inline model::Pin pin(std::string content, std::string label = "", std::string pinned_at = "") {
  model::Pin result;
  result.content = std::move(content);
  result.label = std::move(label);
  result.pinned_at = std::move(pinned_at);
  return result;
}

// How often `part` stands in `text`; places may overlap.
inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// The bytes of a file of the repository; empty if it cannot be read.
inline std::string repository_file(const std::filesystem::path& path) {
  std::filesystem::path root(__FILE__);
  for (int up = 0; up < 3; ++up) root = root.parent_path();
  std::ostringstream bytes;
  bytes << std::ifstream(root / path).rdbuf();
  return bytes.str();
}

namespace shell {

inline const Surroundings kHere{.folder = "/p", .home = "/h"};

inline Analysis analysed(std::string_view command) { return analyse(command, kHere); }

inline std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

}  // namespace shell
}  // namespace policy

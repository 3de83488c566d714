// What is told to a model again after a compaction, or once more because it changed: pieces, each
// told once by the hash of what it says, within a budget.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace policy {

// In the order of what matters most: the first ones get the room.
struct BriefingPiece {
  std::string kind;  // "preamble", "handoff", "work", "task", "pin", "decision", "requirement" …
  std::string text;  // One or more lines, fit to be told (policy::told_line).
};

// 16 hexadecimal digits of what it says.
std::string piece_hash(const BriefingPiece& piece);

struct ToldPiece {
  std::string kind;
  std::string hash;
  std::uint64_t bytes = 0;
};
struct Briefing {
  std::string text;               // Empty: nothing new.
  std::vector<ToldPiece> pieces;  // What is in it.
  std::size_t left_out = 0;       // New, but beyond the budget.
};

struct BriefingRules {
  std::string title;  // The first line, where anything is told.
  std::size_t bytes_max = 4000;
};

// A token is about four bytes of English.
constexpr std::size_t kBytesOfToken = 4;

// The pieces whose hash is not in `told`, as far as they fit, in one `<session-state>` wrapper.
Briefing brief(std::span<const BriefingPiece> pieces, std::span<const std::string> told,
               const BriefingRules& rules);

}  // namespace policy

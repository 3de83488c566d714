#include "index/event_number.h"

namespace indexing {
namespace {

constexpr int kFreeBits = 3;
constexpr int kSlotBits = 18;
constexpr std::uint64_t kSlotMask = (1ULL << kSlotBits) - 1;
constexpr std::uint64_t kTimeMask = (1ULL << 42) - 1;

}  // namespace

std::uint64_t run_slot(std::string_view run) {
  // FNV-1a: spread is all that is asked of it.
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : run) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash ^ (hash >> 32);
}

std::int64_t event_number(std::int64_t millis, std::uint64_t slot_of_run, std::uint64_t place) {
  const std::uint64_t time = millis > 0 ? static_cast<std::uint64_t>(millis) & kTimeMask : 0;
  const std::uint64_t slot = (slot_of_run + place) & kSlotMask;
  return static_cast<std::int64_t>((time << (kSlotBits + kFreeBits)) | (slot << kFreeBits));
}

std::int64_t number_millis(std::int64_t number) { return number >> (kSlotBits + kFreeBits); }

}  // namespace indexing

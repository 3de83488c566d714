// The number of an event in the index: it follows the event's time, then its run and its place in
// the run's journal, so that a rebuild in any order gives every row the number that it had.
//
//   42 bits: milliseconds since 1970 · 18 bits: slot of run and place · 3 bits: free
//
// The free bits number what one event makes in another table (up to eight violations). Two events
// of one run in one millisecond have slots side by side; two of different runs may meet, and then
// SqliteBatch puts both in the order of (run, hash), whichever came first.
#pragma once
#include <cstdint>
#include <string_view>

namespace indexing {

constexpr std::int64_t kNumbersOfEvent = 8;

// What a run adds to the slots of its events.
std::uint64_t run_slot(std::string_view run);

std::int64_t event_number(std::int64_t millis, std::uint64_t slot_of_run, std::uint64_t place);

// The time that a number has in it.
std::int64_t number_millis(std::int64_t number);

}  // namespace indexing

// Calls that ran past the gate: denied and run all the same, or run without being asked about. A
// host's own plugins can do that, and what they do is only seen afterwards. Private to the engine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/host_event.h"

namespace engine {

struct StrayCall {
  enum class How { denied, unasked };
  How how = How::denied;
  std::string call;  // The host's id of it.
  std::string tool;
  std::string at;
};

// Of the end of a call, as the run's journal has what came before it. Nothing where all is well,
// and where nobody can tell: hosts that do not ask about every call, and calls that change nothing.
std::optional<StrayCall> stray_call_of(Stores& stores, const model::RunId& run,
                                       const model::HostEvent& event);

// Of a turn's end or a session's start, by what the host's own transcript got since the last look.
struct TranscriptLook {
  std::vector<StrayCall> strays;
  std::optional<std::uint64_t> end;  // How far was looked; for the journal, as kTranscriptEnd.
};
inline constexpr const char* kTranscriptEnd = "transcript_end";
TranscriptLook look_at_transcript(Stores& stores, const model::RunId& run,
                                  const model::HostEvent& event);

// How many calls that change something a conversation made that no hook of ours heard of. None
// where it began before `since`, when nobody was to hear of it.
std::size_t unheard_calls(os::FileSystem& files, const os::Path& transcript, base::Instant since);

// Keeps those that are new, and gives these. See docs/format/strays.md.
std::vector<StrayCall> keep_strays(Stores& stores, const model::RunId& run,
                                   std::vector<StrayCall> strays);
std::vector<StrayCall> kept_strays(Stores& stores, const model::RunId& run);
bool has_strays(Stores& stores, const model::RunId& run);
// The runs that have any, sorted.
std::vector<model::RunId> runs_with_strays(Stores& stores);

// The member of a journal line that tells of one.
inline constexpr const char* kStrayKey = "stray";
// What the last turn's end found, where no prompt has come since; empty for nothing.
std::string strays_of_last_turn(Stores& stores, const model::RunId& run);

// "Write ran although it was denied (toolu_01)"; with more than one, how many there are.
std::string words_of(const std::vector<StrayCall>& strays);
// The same for the model.
std::string stray_context(const std::string& words);

}  // namespace engine

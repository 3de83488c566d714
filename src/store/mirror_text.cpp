#include "store/mirror_text.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace store {
namespace {

using model::SessionState;

constexpr std::string_view kCutMark = " [cut to keep the session's record small]";
// What is left of a pin's content, tried one after the other.
constexpr std::array<std::size_t, 5> kContentBytes{4000, 2000, 800, 300, 100};

std::uint64_t size_of(const SessionState& state, const MirrorForm& form) {
  return base::dump_pretty(model::to_json(state, form.additive)).size();
}

// Halves the list until the text fits or nothing is left of it; `keep` of its items stay.
template <typename List, typename Shrink>
bool shrunk_to_fit(SessionState& state, const MirrorForm& form, List& list, const Shrink& shrink) {
  while (!list.empty()) {
    if (size_of(state, form) <= form.bytes_max) return true;
    shrink(list, list.size() / 2);
  }
  return size_of(state, form) <= form.bytes_max;
}

const auto kKeepFirst = [](auto& list, std::size_t keep) { list.resize(keep); };
const auto kKeepLast = [](auto& list, std::size_t keep) {
  list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(keep));
};

void cut_content(model::Pin& pin, std::size_t bytes_max) {
  std::string_view content = pin.content;
  if (content.ends_with(kCutMark)) content.remove_suffix(kCutMark.size());
  if (content.size() <= bytes_max) return;
  pin.content = std::string(base::clip_utf8(content, bytes_max)).append(kCutMark);
}

bool pins_cut_to_fit(SessionState& state, const MirrorForm& form) {
  for (const std::size_t bytes_max : kContentBytes) {
    for (model::Pin& pin : state.working_memory) cut_content(pin, bytes_max);
    if (size_of(state, form) <= form.bytes_max) return true;
  }
  return false;
}

}  // namespace

base::Result<SessionState> mirror_from_json(const base::Json& json, const std::string& session) {
  TRY_ASSIGN(SessionState state, model::session_state_from_json(json));
  if (state.session_id.empty()) state.session_id = session;
  if (state.session_id != session) {
    return base::Error{base::Code::parse_error, "session_id: is another session's", ""};
  }
  return state;
}

base::Result<void> trim_mirror(SessionState& state, const MirrorForm& form) {
  if (size_of(state, form) <= form.bytes_max ||
      shrunk_to_fit(state, form, state.hot_topics, kKeepFirst) ||
      shrunk_to_fit(state, form, state.confidence_updates, kKeepLast) ||
      pins_cut_to_fit(state, form) ||
      shrunk_to_fit(state, form, state.sop_interactions, kKeepLast) ||
      shrunk_to_fit(state, form, state.recent_learnings, kKeepLast)) {
    return {};
  }
  return base::Error{
      base::Code::too_large,
      "the session's record would be larger than " + std::to_string(form.bytes_max) + " bytes", ""};
}

}  // namespace store

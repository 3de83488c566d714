#include "engine/head_note.h"

#include <nlohmann/json.hpp>

#include "engine/requirement_journal.h"

namespace engine {

std::optional<std::string> head_before(Stores& stores, const model::RunId& run,
                                       const std::string& call) {
  std::optional<std::string> last;
  std::optional<std::string> own;
  read_recent(stores, run, kRecentBytes, [&](const model::JournalEvent& event) {
    const base::Json& payload = event.payload.get();
    const auto head = payload.find(kHeadKey);
    if (head == payload.end() || !head->is_string()) return;
    last = head->get<std::string>();
    const auto id = payload.find("call");
    if (!call.empty() && id != payload.end() && *id == call) own = last;
  });
  return own ? own : last;
}

}  // namespace engine

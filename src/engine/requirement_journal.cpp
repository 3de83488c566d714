#include "engine/requirement_journal.h"

#include <nlohmann/json.hpp>

#include "engine/decision_record.h"

namespace engine {

using base::Json;

void note_requirement(Stores& stores, const model::RunId& run, std::string_view actor,
                      const RequirementNote& note) {
  constexpr std::size_t kTextBytesMax = 400;
  Json payload{{"action", note.action}, {"names", note.names}};
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) payload[key] = safe_text(text, kTextBytesMax);
  };
  put("branch", note.branch);
  put("by", note.by);
  put("detail", note.detail);
  [[maybe_unused]] const auto appended = stores.journal.append(
      run, {"requirement", std::string(actor), base::JsonBox(std::move(payload))},
      {.lock_timeout = base::Millis{1000}});
}

void read_recent(Stores& stores, const model::RunId& run, std::uint64_t bytes,
                 const std::function<void(const model::JournalEvent& event)>& visit) {
  const std::uint64_t size = stores.journal.size(run);
  [[maybe_unused]] const auto read = stores.journal.read(run, size > bytes ? size - bytes : 0,
                                                         [&](const model::JournalEvent& event) {
                                                           visit(event);
                                                           return true;
                                                         });
}

}  // namespace engine

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

}  // namespace engine

#include "model/requirement_state.h"

#include "base/id.h"

namespace model {

std::string short_session_id(std::string_view id) {
  constexpr std::size_t kShortChars = 8;
  const auto uuid = base::uuid_from_text(id);
  return uuid ? uuid->substr(0, kShortChars) : std::string(id);
}

}  // namespace model

#include "engine/payload.h"

#include <nlohmann/json.hpp>

namespace engine {

std::string text_of(const base::Json& payload, const char* key) {
  const auto found = payload.find(key);
  return found != payload.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace engine

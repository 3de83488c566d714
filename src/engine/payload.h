// The members of a journal event's payload, which may be of any type. Private to the engine.
#pragma once
#include <string>

#include "base/json.h"

namespace engine {

// Empty where there is no such text.
std::string text_of(const base::Json& payload, const char* key);

}  // namespace engine

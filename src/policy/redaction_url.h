// Passwords and tokens before the '@' of a URL.
#pragma once
#include <string_view>

#include "policy/redaction_edit.h"

namespace policy::redaction {

void redact_urls(std::string_view text, Edit& edit);

}  // namespace policy::redaction

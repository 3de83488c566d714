// Secrets that the text before them gives away: "password: x", "--token x", "Authorization: x",
// "Bearer x".
#pragma once
#include <string_view>

#include "policy/redaction_edit.h"

namespace policy::redaction {

void redact_pairs(std::string_view text, Edit& edit);

}  // namespace policy::redaction

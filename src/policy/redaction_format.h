// Secrets that their own shape gives away: issuers' tokens, private keys, long random values.
#pragma once
#include <string_view>

#include "policy/redaction_edit.h"

namespace policy::redaction {

void redact_formats(std::string_view text, Edit& edit);

}  // namespace policy::redaction

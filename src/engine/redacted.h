// What people, models and hosts say, as it may be stored: one redactor at every place where a use
// case takes a text in (B3-9). See docs/redaction.md.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/workflow.h"

namespace engine {

// At most `bytes_max` bytes. The text is redacted before it is cut, since a secret cut in half
// would no longer look like one; what lies far behind the limit is not looked at.
std::string redacted_head(std::string_view text, std::size_t bytes_max);

// Redacts every text among the values, in place, and returns how many changed. A value is judged
// together with its key, so that {"password": "x"} is found. Keys stay, and so do values that name
// something: ids, hashes, signatures and times.
std::size_t redact_texts(base::Json& json);
base::JsonBox redacted(base::JsonBox json);

model::AgentInvocation redacted(model::AgentInvocation invocation);
model::InvocationOutput redacted(model::InvocationOutput output);
model::Decision redacted(model::Decision decision);
model::Verdict redacted(model::Verdict verdict);
model::Handoff redacted(model::Handoff handoff);

}  // namespace engine

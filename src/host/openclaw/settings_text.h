// OpenClaw's settings, edited as text: only what is ours changes.
#pragma once
#include <string>

#include "base/json_text.h"

namespace host::openclaw {

// parse_error where the text is not an object in plain JSON. OpenClaw itself takes JSON5.
base::Result<base::JsonText> parse_settings(std::string text);

// Puts into the object at `path` what `wanted` has, member by member: an object stays and gets what
// it lacks, any other value is replaced. parse_error where something else stands in its place.
base::Result<void> merge(base::JsonText& text, const base::JsonPath& path,
                         const base::Json& wanted);

// Removes what stands at `path`, and every container above it that has become empty and was made by
// us: such a one has whitespace inside. False: nothing is left of the document.
base::Result<bool> take_out(base::JsonText& text, base::JsonPath path);

}  // namespace host::openclaw

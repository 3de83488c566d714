// JSON as Python's json module writes it with indent=2: the dialect of the files that we share with
// the tool users come from. What was written so is written back byte for byte.
#pragma once
#include <string>
#include <string_view>

#include "base/json.h"

namespace store {

// As Python reads it: of a key that occurs twice the last value counts, at the first one's place;
// NaN and Infinity are numbers. A number that neither 64 bits nor a double give back as it was
// written (2^70, 1.50, 1e5) becomes a binary value that holds its text: see number_text.
base::Result<base::Json> parse_python_json(std::string_view bytes,
                                           const base::JsonLimits& limits = {});

// Two spaces, ASCII alone, no newline at the end.
std::string dump_python_json(const base::Json& json);

// How the file spells a number; empty for what is none.
std::string number_text(const base::Json& json);

}  // namespace store

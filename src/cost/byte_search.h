// Searches in large buffers, sixteen bytes at a time where the processor can.
#pragma once

namespace cost {

// The first '"' or '\\' in [at, end), or `end`.
const char* find_quote_or_backslash(const char* at, const char* end);

// Where `"usage"` or the end `Usage"` of a longer key begins in [at, end): the place of its letter
// u. Nothing else in a line of a transcript is worth parsing. `end` where there is none. Inside a
// string the quotes would have a backslash, so what is found is nearly always a key.
const char* find_usage_key(const char* at, const char* end);

}  // namespace cost

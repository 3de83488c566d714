// The texts of files that Holdfast keeps, without what an older version stored in clear.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace engine {

struct ScrubbedText {
  std::string text;
  std::size_t changed = 0;  // How many values; 0: the text is what it was.
};

// One JSON document. Everything but the values that changed keeps its bytes. The errors of
// parse_json.
base::Result<ScrubbedText> scrub_document(std::string text);

// One JSON object a line. A line without a secret keeps its bytes; one that is no JSON, as a crash
// leaves it, is redacted as a text.
ScrubbedText scrub_lines(std::string_view text);

}  // namespace engine

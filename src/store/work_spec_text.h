// The sections of a spec.md that we write. Private to store/.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "store/work_store.h"

namespace store {

// Line breaks and runs of whitespace become one space: what is an item here is one there.
std::string one_line(std::string_view text);

struct SpecAddition {
  std::string text;                   // The whole spec.md with what was missing at its end.
  std::vector<std::string> sections;  // The headings that were added.
};
// Adds those goals, questions and decisions of `content` that the text does not have, word for
// word, anywhere. So adding twice is adding once.
SpecAddition with_spec_content(std::string_view markdown, const WorkSpec& content);

}  // namespace store

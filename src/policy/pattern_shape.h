// What can be told of a regular expression by reading it: whether anything can match it at all, and
// a text that should.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace policy {

struct PatternShape {
  // False only where it is sure: an anchor of the text's start stands behind something that needs a
  // character ("a^b"), or such a thing behind an anchor of its end ("$x"). What is not understood
  // may match.
  bool can_match = true;
  // The shortest text that comes to mind; nothing where the expression has parts that are not
  // understood here (look-arounds, back references). Hold it against the pattern before use.
  std::optional<std::string> sample;
};

// Of an expression that compiles; of any other it tells nothing.
PatternShape shape_of(std::string_view expression);

}  // namespace policy

// From the words of the text to the words that a program is given.
#pragma once
#include "policy/shell/scope.h"
#include "policy/shell/tree.h"
#include "policy/shell/word.h"

namespace policy::shell {

// A word of the text: the nodes from `first` up to, not including, `behind`, that touch each other.
struct Span {
  NodeIndex first = 0;
  NodeIndex behind = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Joins siblings without white space between them, as the shell does, into one word each.
std::vector<Span> spans_of(const Tree& tree, const std::vector<NodeIndex>& nodes);

// Quotes, escapes, `~`, braces, variables: none, one or more words.
Words expand(const Tree& tree, const Span& span, const Scope& scope);

}  // namespace policy::shell

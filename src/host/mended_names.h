// What hosts make of a file's name before they use it. A rule is about the file that is meant.
#pragma once
#include <string_view>

#include "model/tool_call.h"

namespace host {

// What a host does to names.
struct NameMending {
  bool drops_at_sign = false;      // "@a" is "a", and "@/a" is "a" or "/a".
  bool takes_urls = false;         // "file:///a%20b" is "/a b".
  bool decodes_percents = false;   // "a%20b" is "a b".
  bool drops_closing_tag = false;  // "a</arg_value>>" is "a".
};

// Adds what a host may make of the call's files by these, whatever comes first and however often.
// The names as they were stay: what cannot be mended is used as it is.
void take_mended_names(const NameMending& mending, model::ToolCall& call);

// Adds a file that the call is about, once.
void add_target(std::string_view path, model::ToolCall& call);

// Without the blanks at its ends: hosts take all that Unicode calls so for one.
std::string_view trim_blanks(std::string_view text);

}  // namespace host

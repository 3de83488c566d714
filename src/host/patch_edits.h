// A patch as the edits that it makes, in each of the forms in which hosts' tools take one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "model/tool_call.h"

namespace host {

// "*** Update File: a.txt", a difference as `diff -u` has it, or blocks with "------- SEARCH".
bool is_patch(std::string_view text);

// `target`: the file of a patch that names none.
void take_patch_edits(std::string_view patch, const std::string& target,
                      std::vector<model::TextEdit>& edits);

}  // namespace host

// The commit that was checked out before a call, as its gate decision noted it. Private to the
// engine.
#pragma once
#include <optional>
#include <string>

#include "engine/stores.h"

namespace engine {

// The decision's member: a commit, or "" before the first one.
constexpr const char* kHeadKey = "head";

// Of the call with this id; else the last one noted in the run. Empty text: there was none yet.
// Nothing: none was noted.
std::optional<std::string> head_before(Stores& stores, const model::RunId& run,
                                       const std::string& call);

}  // namespace engine

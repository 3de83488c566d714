// One entry below `requirements:`, read and checked.
#pragma once
#include <optional>

#include "model/requirement.h"
#include "store/requirement_tree.h"
#include "store/requirement_value.h"

namespace store {

// Nothing for an entry that is wrong; `findings` then says where and why.
std::optional<model::Requirement> read_requirement(Findings& findings, const TreeMember& member);

}  // namespace store

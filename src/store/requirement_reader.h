// The merged tree of the cascade as the model has it.
#pragma once
#include <string_view>

#include "model/requirement.h"
#include "store/requirement_tree.h"
#include "store/requirement_value.h"

namespace store {

// `problems` and `unused` stay with `findings`, for those who have more to add.
model::Requirements read_requirements(Findings& findings, const TreeNode& document);

// Whether a document of requirements can have this key at its outermost level.
bool is_document_key(std::string_view key);

}  // namespace store

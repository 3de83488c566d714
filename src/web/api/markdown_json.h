// `MarkdownNode` of types.ts.
#pragma once
#include "base/json.h"
#include "model/markdown.h"

namespace web {

// The tree is as deep as its maker allowed it to be.
base::Json markdown_to_json(const model::MarkdownNode& node);

}  // namespace web

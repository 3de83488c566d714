// Full-text search: of the newest matches, those that have all words in the title first.
#pragma once
#include <vector>

#include "index/index.h"
#include "index/postgres/scope.h"

namespace indexing {

base::Result<std::vector<DocumentHit>> search_documents(const Scope& scope,
                                                        const DocumentQuery& query);

}  // namespace indexing

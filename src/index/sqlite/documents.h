// The texts that can be searched, and the full-text index over them, which is told of every change
// by hand: it keeps no copy of the text.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/index.h"
#include "index/search_words.h"
#include "index/sqlite/database.h"

namespace indexing {

// In the transaction of the caller.
base::Result<void> put_document(Database& database, const DocumentRow& row);
// As a new one, near `number`: for texts that are never changed.
base::Result<void> add_document(Database& database, std::int64_t number, const DocumentRow& row);
base::Result<void> remove_documents(Database& database, std::string_view kind,
                                    std::string_view project, std::string_view owner);

// See Index::take_in_texts; a transaction of its own.
base::Result<std::size_t> take_in_pending(Database& database, std::size_t limit);

base::Result<std::vector<DocumentHit>> search_documents(Database& database,
                                                        const DocumentQuery& query);

// As an expression of FTS5 that cannot fail; empty where there is no word.
std::string match_expression(const std::vector<std::string>& words);
std::string match_expression(const std::vector<std::string>& words, std::string_view project);

}  // namespace indexing

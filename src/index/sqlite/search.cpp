// How a search finds the best among the newest: the full-text index gives the newest matches, and
// only those are put in order, so that a word that everybody uses costs no more than a rare one.
// What is shown of a text is made for the hits alone: that means reading it as a whole.
#include "index/sqlite/documents.h"

namespace indexing {
namespace {

constexpr const char* kNewest =
    "SELECT rowid FROM search_text WHERE search_text MATCH ?1 ORDER BY rowid DESC LIMIT ?2";
constexpr const char* kShown =
    "SELECT highlight(search_text, 0, char(2), char(3)), "
    "snippet(search_text, 1, char(2), char(3), '…', ?3) FROM search_text "
    "WHERE search_text MATCH ?1 AND rowid=?2";
constexpr const char* kDocument =
    "SELECT kind, project_id, owner, part, title, at FROM search_documents WHERE number=?1";

base::Result<std::vector<std::int64_t>> numbers_of(Statement& statement) {
  std::vector<std::int64_t> numbers;
  while (true) {
    TRY_ASSIGN(const bool has_row, statement.next());
    if (!has_row) return numbers;
    numbers.push_back(statement.number(0));
  }
}

// Those that have all words in the title, then the others; the newest first in each part.
base::Result<std::vector<std::int64_t>> best_first(Database& database, const DocumentQuery& query,
                                                   const std::vector<std::string>& words) {
  const std::string expression =
      query.project ? match_expression(words, *query.project) : match_expression(words);
  Statement& newest = database.cached(kNewest);
  newest.start(expression, kCandidatesMax);
  TRY_ASSIGN(const std::vector<std::int64_t> found, numbers_of(newest));
  std::vector<std::int64_t> best;
  std::vector<std::int64_t> others;
  Statement& titles = database.cached("SELECT title FROM search_documents WHERE number=?1");
  for (const std::int64_t number : found) {
    titles.start(number);
    TRY_ASSIGN(const bool is_there, titles.next());
    const bool is_titled = is_there && has_all_words(titles.view(0), words);
    titles.done();
    (is_titled ? best : others).push_back(number);
  }
  best.insert(best.end(), others.begin(), others.end());
  if (best.size() > query.limit) best.resize(query.limit);
  return best;
}

bool has_mark(std::string_view text) { return text.find('\x02') != std::string_view::npos; }

// What is shown of the text; where only the title matched, the title.
base::Result<std::string> excerpt_of(Database& database, std::int64_t number,
                                     const std::string& expression) {
  Statement& shown = database.cached(kShown);
  shown.start(expression, number, kExcerptWords);
  TRY_ASSIGN(const bool is_there, shown.next());
  if (!is_there) return std::string();
  std::string excerpt = shown.text(1);
  if (!has_mark(excerpt) && has_mark(shown.view(0))) excerpt = shown.text(0);
  shown.done();
  return excerpt;
}

}  // namespace

base::Result<std::vector<DocumentHit>> search_documents(Database& database,
                                                        const DocumentQuery& query) {
  std::vector<DocumentHit> hits;
  const std::vector<std::string> words = search_words(query.text);
  if (words.empty() || query.limit == 0) return hits;
  const std::string expression = match_expression(words);
  TRY_ASSIGN(const std::vector<std::int64_t> found, best_first(database, query, words));
  Statement& document = database.cached(kDocument);
  for (const std::int64_t number : found) {
    document.start(number);
    TRY_ASSIGN(const bool is_there, document.next());
    if (!is_there) continue;
    DocumentHit hit;
    hit.document = {.kind = document.text(0),
                    .project_id = document.text(1),
                    .owner = document.text(2),
                    .part = document.text(3),
                    .title = document.text(4),
                    .body = {},
                    .at = document.text(5)};
    document.done();
    TRY_ASSIGN(hit.document.body, excerpt_of(database, number, expression));
    hits.push_back(std::move(hit));
  }
  return hits;
}

}  // namespace indexing

#include "index/postgres/search.h"

#include "index/postgres/excerpt.h"
#include "index/search_words.h"

namespace indexing {
namespace {

// An excerpt is looked for in so much of a text.
constexpr int kShownChars = 65536;

// Every phrase must be there. What people type is a value, and words are made of it as of the
// texts, so that nothing in it can be an error.
void add_match(Query& query, const std::vector<std::string>& words) {
  query.sql("words @@ (''::tsquery");
  for (const std::string& word : words) {
    query.sql(" && phraseto_tsquery('words', plain(").value(word).sql("::text))");
  }
  query.sql(")");
}

// Asks the server for the stems of all words that the excerpts depend on, at once.
base::Result<void> look_up_stems(const Scope& scope, Stems& stems) {
  std::string words = "{";
  for (const auto& [word, stem] : stems) {
    // Words have neither quotes nor backslashes.
    words += (words.size() == 1 ? "\"" : ",\"") + word + "\"";
  }
  TRY_ASSIGN(Rows rows, scope.connection.ask("SELECT w, (ts_lexize('stem', w))[1] FROM "
                                             "unnest($1::text[]) w",
                                             Values::of(words + "}")));
  while (rows.next()) {
    const auto found = stems.find(rows.view(0));
    if (found != stems.end()) found->second = rows.text(1);
  }
  return {};
}

Query newest_matches(const Scope& scope, const DocumentQuery& query,
                     const std::vector<std::string>& words) {
  Query list("SELECT kind, project_id, owner, part, title, left(body, ");
  list.value(kShownChars).sql("::int), at, machine FROM (SELECT * FROM search_documents d WHERE ");
  scope.only(list, "d");
  if (query.project) list.sql("project_id=").value(*query.project).sql(" AND ");
  add_match(list, words);
  list.sql(" ORDER BY number DESC").limit(kCandidatesMax).sql(") d ORDER BY (true");
  // As people see it: in any case, and as a part of a longer word too.
  for (const std::string& word : words) {
    list.sql(" AND strpos(lower(coalesce(title, '')), lower(");
    list.value(word).sql("::text COLLATE \"C\"))>0");
  }
  list.sql(") DESC, number DESC, machine, owner, kind, part").limit(query.limit);
  return list;
}

}  // namespace

base::Result<std::vector<DocumentHit>> search_documents(const Scope& scope,
                                                        const DocumentQuery& query) {
  std::vector<DocumentHit> hits;
  const std::vector<std::string> words = search_words(clean_text(query.text));
  if (words.empty() || query.limit == 0) return hits;
  TRY_ASSIGN(Rows rows, scope.connection.ask(newest_matches(scope, query, words)));
  Stems stems;
  for (const std::string& word : words) collect_words(word, words, stems);
  while (rows.next()) {
    DocumentHit& hit = hits.emplace_back();
    hit.document = {.kind = rows.text(0),
                    .project_id = rows.text(1),
                    .owner = rows.text(2),
                    .part = rows.text(3),
                    .title = rows.text(4),
                    .body = rows.text(5),
                    .at = rows.text(6)};
    hit.machine = scope.shown(rows.view(7));
    collect_words(hit.document.title, words, stems);
    collect_words(hit.document.body, words, stems);
  }
  if (hits.empty()) return hits;
  TRY(look_up_stems(scope, stems));
  for (DocumentHit& hit : hits) {
    Excerpt shown = excerpt_of(hit.document.body, words, stems, kExcerptWords);
    if (!shown.has_match) {
      // Where only the title matched, the title.
      Excerpt title = excerpt_of(hit.document.title, words, stems, 0);
      if (title.has_match) shown = std::move(title);
    }
    hit.document.body = std::move(shown.text);
  }
  return hits;
}

}  // namespace indexing

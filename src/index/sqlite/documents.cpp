#include "index/sqlite/documents.h"

#include "base/time.h"
#include "index/event_number.h"

namespace indexing {
namespace {

constexpr const char* kFindDocument =
    "SELECT number, title, body, at FROM search_documents "
    "WHERE owner=?1 AND kind=?2 AND project_id=?3 AND part IS ?4";
constexpr const char* kInsert =
    "INSERT OR IGNORE INTO search_documents(number, kind, project_id, owner, part, title, body, at)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
constexpr const char* kInsertText =
    "INSERT INTO search_text(rowid, title, body, project_id) VALUES(?1, ?2, ?3, ?4)";
constexpr const char* kUpdate =
    "UPDATE search_documents SET title=?2, body=?3, at=?4 WHERE number=?1";
constexpr const char* kRemoveText =
    "INSERT INTO search_text(search_text, rowid, title, body, project_id) "
    "VALUES('delete', ?1, ?2, ?3, ?4)";
constexpr const char* kFindAll =
    "SELECT number, title, body FROM search_documents "
    "WHERE owner=?1 AND kind=?2 AND project_id=?3";
constexpr const char* kRemoveAll =
    "DELETE FROM search_documents WHERE owner=?1 AND kind=?2 AND project_id=?3";

std::int64_t millis_of(std::string_view at) {
  const auto instant = base::instant_from_iso(at);
  return instant.ok() ? instant->time_since_epoch().count() : 0;
}

// A word of FTS5 in quotes: everything else in it is plain text.
std::string in_quotes(std::string_view text) {
  std::string word = "\"";
  for (const char c : text) {
    if (c == '\0') continue;
    word += c;
    if (c == '"') word += c;
  }
  return word + "\"";
}

}  // namespace

base::Result<void> add_document(Database& database, std::int64_t number, const DocumentRow& row) {
  constexpr int kStepsMax = 4096;
  Statement& insert = database.cached(kInsert);
  for (int step = 0; step < kStepsMax; ++step, ++number) {
    TRY(insert.run(number, row.kind, row.project_id, row.owner, row.part, row.title, row.body,
                   row.at));
    if (database.changes() == 0) continue;
    return database.cached(kInsertText).run(number, row.title, row.body, row.project_id);
  }
  return base::Error{base::Code::failed, "the index has no number left for a text", ""};
}

base::Result<void> put_document(Database& database, const DocumentRow& row) {
  Statement& find = database.cached(kFindDocument);
  find.start(row.owner, row.kind, row.project_id, row.part);
  TRY_ASSIGN(const bool is_there, find.next());
  if (!is_there) {
    const std::string name = row.kind + row.owner + row.part;
    return add_document(database, event_number(millis_of(row.at), run_slot(name), 0), row);
  }
  const std::int64_t number = find.number(0);
  const std::string title = find.text(1);
  const std::string body = find.text(2);
  const std::string at = find.text(3);
  find.done();
  if (title == row.title && body == row.body && at == row.at) return {};
  if (title != row.title || body != row.body) {
    TRY(database.cached(kRemoveText).run(number, title, body, row.project_id));
    TRY(database.cached(kInsertText).run(number, row.title, row.body, row.project_id));
  }
  return database.cached(kUpdate).run(number, row.title, row.body, row.at);
}

base::Result<void> remove_documents(Database& database, std::string_view kind,
                                    std::string_view project, std::string_view owner) {
  struct Text {
    std::int64_t number;
    std::string title;
    std::string body;
  };
  std::vector<Text> texts;
  Statement& find = database.cached(kFindAll);
  find.start(owner, kind, project);
  while (true) {
    TRY_ASSIGN(const bool has_row, find.next());
    if (!has_row) break;
    texts.push_back({find.number(0), find.text(1), find.text(2)});
  }
  if (texts.empty()) return {};
  for (const Text& text : texts) {
    TRY(database.cached(kRemoveText).run(text.number, text.title, text.body, project));
  }
  return database.cached(kRemoveAll).run(owner, kind, project);
}

namespace {

struct PendingText {
  std::int64_t session = 0;
  DocumentRow row;
};

base::Result<std::vector<PendingText>> pending_texts(Database& database, std::size_t limit) {
  std::vector<PendingText> pending;
  Statement& find = database.cached(
      "SELECT p.session, s.project_id, s.session_slug, s.title, s.description, s.updated_at "
      "FROM search_pending p LEFT JOIN sessions s ON s.rowid=p.session LIMIT ?1");
  find.start(limit);
  while (true) {
    TRY_ASSIGN(const bool has_row, find.next());
    if (!has_row) return pending;
    pending.push_back({find.number(0),
                       {.kind = "work",
                        .project_id = find.text(1),
                        .owner = find.text(2),
                        .part = {},
                        .title = find.text(3),
                        .body = find.text(4),
                        .at = find.text(5)}});
  }
}

}  // namespace

base::Result<std::size_t> take_in_pending(Database& database, std::size_t limit) {
  {
    TRY_ASSIGN(const auto any, pending_texts(database, 1));
    if (any.empty()) return std::size_t{0};
  }
  TRY(database.begin());
  const auto take = [&]() -> base::Result<std::size_t> {
    TRY_ASSIGN(const auto pending, pending_texts(database, limit));
    Statement& done = database.cached("DELETE FROM search_pending WHERE session=?1");
    for (const PendingText& text : pending) {
      if (!text.row.owner.empty()) TRY(put_document(database, text.row));
      TRY(done.run(text.session));
    }
    TRY(database.commit());
    return pending.size();
  };
  auto taken = take();
  if (!taken.ok()) database.roll_back();
  return taken;
}

std::string match_expression(const std::vector<std::string>& words) {
  std::string expression;
  for (const std::string& word : words) {
    expression += (expression.empty() ? "{title body} : (" : " ") + in_quotes(word);
  }
  return expression.empty() ? expression : expression + ")";
}

std::string match_expression(const std::vector<std::string>& words, std::string_view project) {
  const std::string expression = match_expression(words);
  if (expression.empty()) return expression;
  return "{project_id} : " + in_quotes(project) + " AND " + expression;
}

}  // namespace indexing

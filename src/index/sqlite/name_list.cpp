#include "index/sqlite/name_list.h"

#include "base/text.h"

namespace indexing {
namespace {

constexpr std::size_t kPrefixCharsMin = 6;

base::Result<std::vector<NamedRun>> named_runs(Statement& statement) {
  std::vector<NamedRun> runs;
  while (true) {
    TRY_ASSIGN(const bool has_row, statement.next());
    if (!has_row) return runs;
    runs.push_back({statement.text(0), statement.text(1)});
  }
}

base::Result<std::vector<std::string>> first_column(Statement& statement) {
  std::vector<std::string> texts;
  while (true) {
    TRY_ASSIGN(const bool has_row, statement.next());
    if (!has_row) return texts;
    texts.push_back(statement.text(0));
  }
}

}  // namespace

base::Result<std::vector<ProjectListRow>> list_projects(Database& database) {
  std::vector<ProjectListRow> rows;
  Statement& all = database.cached(
      "SELECT id, root, git_common_dir, name, working_dir, created_at, "
      "(SELECT max(started_at) FROM runs WHERE project_id=p.id) FROM projects p ORDER BY name, id");
  all.start();
  while (true) {
    TRY_ASSIGN(const bool has_row, all.next());
    if (!has_row) return rows;
    rows.push_back({{all.text(0), all.text(1), all.text(2), all.text(3), all.text(4), all.text(5)},
                    all.text(6)});
  }
}

base::Result<std::vector<std::string>> projects_named(Database& database, const std::string& text) {
  Statement& by_id = database.cached("SELECT id FROM projects WHERE id=?1");
  by_id.start(text);
  TRY_ASSIGN(std::vector<std::string> found, first_column(by_id));
  if (!found.empty()) return found;
  Statement& by_name = database.cached("SELECT id FROM projects WHERE name=?1 LIMIT 2");
  by_name.start(text);
  return first_column(by_name);
}

base::Result<std::vector<NamedRun>> runs_named(Database& database, const std::string& text) {
  const std::string lower = base::to_lower(text);
  Statement& by_id = database.cached("SELECT uid, project_id FROM runs WHERE uid=?1");
  by_id.start(lower);
  TRY_ASSIGN(std::vector<NamedRun> found, named_runs(by_id));
  if (!found.empty()) return found;
  Statement& by_alias = database.cached(
      "SELECT DISTINCT r.uid, r.project_id FROM run_aliases a JOIN runs r ON r.uid=a.uid "
      "WHERE a.value=?1 LIMIT 3");
  by_alias.start(text);
  TRY_ASSIGN(found, named_runs(by_alias));
  if (!found.empty() || text.size() < kPrefixCharsMin) return found;
  // Behind every id that begins so.
  const std::string end = lower + "~";
  Statement& by_prefix =
      database.cached("SELECT uid, project_id FROM runs WHERE uid>=?1 AND uid<?2 LIMIT 3");
  by_prefix.start(lower, end);
  return named_runs(by_prefix);
}

base::Result<std::vector<AgentListRow>> agents_of(Database& database, const std::string& run) {
  constexpr int kTexts = 16;
  Statement& list = database.cached(
      "SELECT id, session_id, session_slug, run_uid, agent_type, agent_role, name, sdk_session_id, "
      "model, working_dir, status, checkpoint_id, error_message, created_at, started_at, "
      "completed_at, input_tokens, output_tokens, cost FROM agents WHERE run_uid=?1 "
      "ORDER BY created_at, id LIMIT 1000");
  list.start(run);
  std::vector<AgentListRow> rows;
  while (true) {
    TRY_ASSIGN(const bool has_row, list.next());
    if (!has_row) return rows;
    AgentListRow& row = rows.emplace_back();
    AgentRow& agent = row.agent;
    std::string* const fields[kTexts] = {&agent.id,
                                         &agent.session_id,
                                         &agent.session_slug,
                                         &agent.run_uid,
                                         &agent.type,
                                         &agent.role,
                                         &agent.name,
                                         &agent.sdk_session_id,
                                         &agent.model,
                                         &agent.working_dir,
                                         &agent.status,
                                         &agent.checkpoint_id,
                                         &agent.error_message,
                                         &agent.created_at,
                                         &agent.started_at,
                                         &agent.completed_at};
    int column = 0;
    for (std::string* const field : fields) *field = list.text(column++);
    if (!list.is_null(column)) row.input_tokens = list.number(column);
    if (!list.is_null(column + 1)) row.output_tokens = list.number(column + 1);
    if (!list.is_null(column + 2)) row.cost = list.real(column + 2);
  }
}

}  // namespace indexing

// The team's handoffs and claims in PostgreSQL.
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "index/postgres/opening.h"
#include "index/postgres/schema.h"
#include "index/team.h"

namespace indexing {
namespace {

using base::Json;

constexpr std::size_t kNameBytesMax = 200;

constexpr const char* kHandoffColumns =
    "machine, machine_name, member, id, repository, project, created_at, packet, accepted_at, "
    "accepted_machine, accepted_name, accepted_member";
constexpr const char* kHandoffColumnsBriefly =
    "machine, machine_name, member, id, repository, project, created_at, '', accepted_at, "
    "accepted_machine, accepted_name, accepted_member";

TeamHandoff handoff_of(const Rows& rows) {
  TeamHandoff row;
  row.from = {rows.text(0), rows.text(1), rows.text(2)};
  row.id = rows.text(3);
  row.repository = rows.text(4);
  row.project = rows.text(5);
  row.created_at = rows.text(6);
  row.packet = rows.text(7);
  row.accepted_at = rows.text(8);
  row.accepted_by = {rows.text(9), rows.text(10), rows.text(11)};
  return row;
}

void put(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = clean_text(text);
}

// Many rows as one value: a statement for all of them, whatever their number.
std::string runs_text(const std::vector<TeamRun>& runs) {
  Json list = Json::array();
  for (const TeamRun& run : runs) {
    Json json = Json::object();
    put(json, "run_uid", run.run);
    put(json, "repository", run.repository);
    put(json, "work_slug", run.work_slug);
    put(json, "heard_at", run.heard_at);
    list.push_back(std::move(json));
  }
  return base::dump_line(list);
}

std::string claims_text(const std::vector<TeamClaim>& claims) {
  Json list = Json::array();
  for (const TeamClaim& claim : claims) {
    Json json = Json::object();
    put(json, "run_uid", claim.run);
    put(json, "repository", claim.repository);
    put(json, "file", claim.file);
    put(json, "path", claim.path);
    put(json, "touched_at", claim.touched_at);
    list.push_back(std::move(json));
  }
  return base::dump_line(list);
}

class PostgresTeam final : public Team {
 public:
  PostgresTeam(std::unique_ptr<Connection> connection, const OpenPostgres& options)
      : connection_(std::move(connection)),
        machine_(clean_text(options.machine)),
        machine_name_(base::clip_utf8(clean_text(options.machine_name), kNameBytesMax)) {}

  base::Result<void> put_handoffs(const std::vector<TeamHandoff>& handoffs) override {
    std::vector<Connection::Step> steps;
    for (const TeamHandoff& one : handoffs) {
      steps.push_back(
          {"INSERT INTO team_handoffs(machine, machine_name, id, repository, project, "
           "created_at, packet) VALUES($1, $2, $3, $4, $5, $6, $7) "
           "ON CONFLICT(machine, id) DO UPDATE SET machine_name=excluded.machine_name, "
           "packet=excluded.packet WHERE team_handoffs.accepted_at IS NULL AND "
           "team_handoffs.packet IS DISTINCT FROM excluded.packet",
           Values::of(machine_, machine_name_, one.id, one.repository, one.project, one.created_at,
                      one.packet)});
    }
    if (steps.empty()) return {};
    return in_transaction([&] { return connection_->run_all(steps); });
  }

  base::Result<std::vector<TeamHandoff>> handoffs(const TeamHandoffQuery& query) override {
    Query question("SELECT " +
                   std::string(query.with_packets ? kHandoffColumns : kHandoffColumnsBriefly) +
                   " FROM team_handoffs WHERE true");
    if (query.repository) question.sql(" AND repository=").value(*query.repository);
    if (query.sender) question.sql(" AND machine=").value(*query.sender);
    if (query.id) {
      question.sql(" AND (starts_with(id, ").value(*query.id).sql(") OR right(id, ");
      question.value(query.id->size() + 1).sql("::int)=").value("-" + *query.id).sql(")");
    }
    if (!query.with_accepted) question.sql(" AND accepted_at IS NULL");
    question.sql(" ORDER BY created_at DESC NULLS LAST, id, machine").limit(query.limit);
    TRY_ASSIGN(Rows rows, connection_->ask(question));
    std::vector<TeamHandoff> found;
    while (rows.next()) found.push_back(handoff_of(rows));
    return found;
  }

  base::Result<TeamHandoff> accept(const AcceptHandoff& wish) override {
    TRY_ASSIGN(Rows rows,
               connection_->ask("SELECT " + std::string(kHandoffColumns) +
                                    " FROM accept_handoff($1, $2, $3, $4)",
                                Values::of(machine_, machine_name_, wish.sender, wish.id)));
    if (!rows.next()) {
      return base::Error{base::Code::not_found, "the team has no handoff '" + wish.id + "'",
                         "Run `holdfast handoff list --team`."};
    }
    return handoff_of(rows);
  }

  base::Result<void> forget_accepted_before(const std::string& time) override {
    TRY(connection_->ask("DELETE FROM team_handoffs WHERE machine=$1 AND accepted_at<$2",
                         Values::of(machine_, time)));
    return {};
  }

  base::Result<void> set_presence(const TeamPresence& presence) override {
    const Values runs = Values::of(machine_, machine_name_, runs_text(presence.runs));
    const Values claims = Values::of(machine_, machine_name_, claims_text(presence.claims));
    return in_transaction([&]() -> base::Result<void> {
      TRY(connection_->ask(kPutRuns, runs));
      TRY(connection_->ask(kRemoveRuns, Values::of(machine_, runs_text(presence.runs))));
      TRY(connection_->ask(kPutClaims, claims));
      TRY(connection_->ask(kRemoveClaims, Values::of(machine_, claims_text(presence.claims))));
      return {};
    });
  }

  base::Result<TeamPresence> presence(const TeamPresenceQuery& query) override {
    TeamPresence found;
    Query runs(
        "SELECT machine, machine_name, member, run_uid, repository, work_slug, heard_at FROM "
        "team_runs WHERE repository=");
    runs.value(query.repository).sql(" AND heard_at>=").value(query.since);
    runs.sql(" AND heard_at<=").value(query.until);
    runs.sql(" ORDER BY heard_at DESC, machine, run_uid").limit(query.limit);
    TRY_ASSIGN(Rows run, connection_->ask(runs));
    while (run.next()) {
      found.runs.push_back({{run.text(0), run.text(1), run.text(2)},
                            run.text(3),
                            run.text(4),
                            run.text(5),
                            run.text(6)});
    }
    Query claims(
        "SELECT machine, machine_name, member, run_uid, repository, file, path, touched_at FROM "
        "claims WHERE repository=");
    claims.value(query.repository).sql(" AND touched_at>=").value(query.since);
    claims.sql(" AND touched_at<=").value(query.until);
    claims.sql(" ORDER BY touched_at DESC, machine, run_uid, file").limit(query.limit);
    TRY_ASSIGN(Rows claim, connection_->ask(claims));
    while (claim.next()) {
      found.claims.push_back({{claim.text(0), claim.text(1), claim.text(2)},
                              claim.text(3),
                              claim.text(4),
                              claim.text(5),
                              claim.text(6),
                              claim.text(7)});
    }
    return found;
  }

 private:
  // What is the same is not written again: most pushes find nothing new.
  static constexpr const char* kPutRuns =
      "INSERT INTO team_runs(machine, machine_name, run_uid, repository, work_slug, heard_at) "
      "SELECT $1, $2, run_uid, repository, work_slug, heard_at FROM jsonb_to_recordset($3::jsonb) "
      "AS r(run_uid text, repository text, work_slug text, heard_at text) "
      "ON CONFLICT(machine, run_uid, repository) DO UPDATE SET machine_name=excluded.machine_name, "
      "work_slug=excluded.work_slug, heard_at=excluded.heard_at WHERE (team_runs.work_slug, "
      "team_runs.heard_at) IS DISTINCT FROM (excluded.work_slug, excluded.heard_at)";
  static constexpr const char* kRemoveRuns =
      "DELETE FROM team_runs t WHERE machine=$1 AND NOT EXISTS(SELECT FROM "
      "jsonb_to_recordset($2::jsonb) AS r(run_uid text, repository text) WHERE "
      "r.run_uid=t.run_uid AND r.repository=t.repository)";
  static constexpr const char* kPutClaims =
      "INSERT INTO claims(machine, machine_name, run_uid, repository, file, path, touched_at) "
      "SELECT $1, $2, run_uid, repository, file, path, touched_at FROM "
      "jsonb_to_recordset($3::jsonb) AS r(run_uid text, repository text, file text, path text, "
      "touched_at text) ON CONFLICT(machine, run_uid, file) DO UPDATE SET "
      "machine_name=excluded.machine_name, path=excluded.path, touched_at=excluded.touched_at "
      "WHERE (claims.path, claims.touched_at) IS DISTINCT FROM (excluded.path, "
      "excluded.touched_at)";
  static constexpr const char* kRemoveClaims =
      "DELETE FROM claims c WHERE machine=$1 AND NOT EXISTS(SELECT FROM "
      "jsonb_to_recordset($2::jsonb) AS r(run_uid text, file text) WHERE r.run_uid=c.run_uid AND "
      "r.file=c.file)";

  template <typename Work>
  base::Result<void> in_transaction(const Work& work) {
    TRY(connection_->revive());
    TRY(connection_->begin(""));
    base::Result<void> done = work();
    if (done.ok()) done = connection_->commit();
    if (!done.ok()) connection_->roll_back();
    return done;
  }

  std::unique_ptr<Connection> connection_;
  std::string machine_;
  std::string machine_name_;
};

}  // namespace

base::Result<std::unique_ptr<Team>> open_postgres_team(const OpenPostgres& options) {
  if (options.machine.empty()) {
    return base::Error{base::Code::invalid_params, "a machine without an id has no rows", ""};
  }
  TRY_ASSIGN(auto connection, Connection::open(connect_options(options)));
  TRY(check_version(*connection));
  return std::unique_ptr<Team>(std::make_unique<PostgresTeam>(std::move(connection), options));
}

}  // namespace indexing

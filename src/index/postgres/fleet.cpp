// What concerns all machines: who they are, what is kept of their events, and hearing of changes.
#include <array>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "index/event_number.h"
#include "index/postgres/opening.h"
#include "index/postgres/schema.h"
#include "index/postgres/staging.h"

namespace indexing {
namespace {

// Rows that one statement deletes, so that none holds many for long. $1 is the first number that
// stays, $2 how many.
constexpr std::array<const char*, 8> kForget{
    "DELETE FROM agent_logs WHERE ctid=ANY(ARRAY(SELECT ctid FROM agent_logs WHERE id<$1 ORDER BY "
    "id LIMIT $2))",
    "DELETE FROM denials WHERE ctid=ANY(ARRAY(SELECT ctid FROM denials WHERE id<$1 ORDER BY id "
    "LIMIT $2))",
    "DELETE FROM violations WHERE ctid=ANY(ARRAY(SELECT ctid FROM violations WHERE id<$1 ORDER BY "
    "id LIMIT $2))",
    "DELETE FROM phase_events WHERE ctid=ANY(ARRAY(SELECT ctid FROM phase_events WHERE id<$1 "
    "ORDER BY id LIMIT $2))",
    "DELETE FROM metrics WHERE ctid=ANY(ARRAY(SELECT ctid FROM metrics WHERE seq<$1 ORDER BY seq "
    "LIMIT $2))",
    "DELETE FROM search_documents WHERE ctid=ANY(ARRAY(SELECT ctid FROM search_documents WHERE "
    "number<$1 AND kind='prompt' ORDER BY number LIMIT $2))",
    "DELETE FROM events_early WHERE ctid=ANY(ARRAY(SELECT ctid FROM events_early WHERE seq<$1 "
    "ORDER BY seq LIMIT $2))",
    "DELETE FROM events_late WHERE ctid=ANY(ARRAY(SELECT ctid FROM events_late WHERE seq<$1 "
    "ORDER BY seq LIMIT $2))",
};
constexpr std::int64_t kRowsAtOnce = 10'000;

class PostgresFleet final : public Fleet {
 public:
  explicit PostgresFleet(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  base::Result<std::vector<MachineRow>> machines() override {
    TRY_ASSIGN(Rows rows, connection_->ask("SELECT id, name, joined_at, seen_at FROM machines "
                                           "ORDER BY name NULLS LAST, id",
                                           {}));
    std::vector<MachineRow> machines;
    while (rows.next()) {
      machines.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3)});
    }
    return machines;
  }

  base::Result<DroppedEvents> drop_events_before(base::Instant moment) override {
    const std::string month = month_of(event_number(moment.time_since_epoch().count(), 0, 0));
    DroppedEvents dropped;
    if (month.empty()) return dropped;
    TRY_ASSIGN(const base::Instant first, base::instant_from_iso(month + "T00:00:00Z"));
    // Those whose name is of an earlier month: the names are in the order of time.
    std::string name = "events_" + month.substr(0, 7);
    name[name.find('-')] = '_';
    TRY_ASSIGN(Rows parts,
               connection_->ask("SELECT c.relname FROM pg_inherits i JOIN pg_class c ON "
                                "c.oid=i.inhrelid WHERE i.inhparent='events'::regclass AND "
                                "c.relname~'^events_[0-9]{4}_[0-9]{2}$' AND c.relname<$1::name "
                                "ORDER BY c.relname",
                                Values::of(name)));
    while (parts.next()) {
      TRY(connection_->execute("DROP TABLE IF EXISTS " + connection_->quoted_name(parts.view(0))));
      dropped.partitions.push_back(parts.text(0));
    }
    const std::int64_t stays = event_number(first.time_since_epoch().count(), 0, 0);
    for (const char* sql : kForget) {
      TRY_ASSIGN(const std::int64_t rows, delete_all(sql, stays));
      dropped.rows += rows;
    }
    return dropped;
  }

 private:
  base::Result<std::int64_t> delete_all(const char* sql, std::int64_t stays) {
    std::int64_t sum = 0;
    while (true) {
      TRY_ASSIGN(const Rows rows, connection_->ask(sql, Values::of(stays, kRowsAtOnce)));
      const std::int64_t gone = rows.changed();
      sum += gone;
      if (gone < kRowsAtOnce) return sum;
    }
  }

  std::unique_ptr<Connection> connection_;
};

class PostgresListener final : public Listener {
 public:
  explicit PostgresListener(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  base::Result<std::optional<BatchNotice>> wait(base::Millis timeout) override {
    TRY_ASSIGN(const auto told, connection_->wait_for_notification(timeout));
    if (!told) return std::optional<BatchNotice>();
    BatchNotice notice;
    const auto json = base::parse_json(told->payload);
    // Anybody who may connect can say something there.
    if (!json.ok() || !json->is_object()) return std::optional<BatchNotice>(notice);
    if (const auto at = json->find("machine"); at != json->end() && at->is_string()) {
      notice.machine = at->get<std::string>();
    }
    if (const auto at = json->find("runs"); at != json->end() && at->is_array()) {
      for (const base::Json& run : *at) {
        if (run.is_string()) notice.runs.push_back(run.get<std::string>());
      }
    }
    return std::optional<BatchNotice>(std::move(notice));
  }

 private:
  std::unique_ptr<Connection> connection_;
};

}  // namespace

base::Result<std::unique_ptr<Fleet>> open_postgres_fleet(const OpenPostgres& options) {
  TRY_ASSIGN(auto connection, Connection::open(connect_options(options)));
  TRY(check_version(*connection));
  return std::unique_ptr<Fleet>(std::make_unique<PostgresFleet>(std::move(connection)));
}

base::Result<std::unique_ptr<Listener>> open_postgres_listener(const OpenPostgres& options) {
  TRY_ASSIGN(auto connection, Connection::open(connect_options(options)));
  TRY(connection->execute("LISTEN holdfast"));
  return std::unique_ptr<Listener>(std::make_unique<PostgresListener>(std::move(connection)));
}

}  // namespace indexing

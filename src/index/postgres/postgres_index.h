// The index in a schema of a PostgreSQL database, which the machines of a team share: each writes
// its own rows, and all can be asked together.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "index/index.h"
#include "index/lists.h"
#include "index/team.h"

namespace indexing {

struct OpenPostgres {
  std::string url;           // As libpq takes it; TLS and passwords are its business.
  std::string machine;       // This one's id, which nobody else has.
  std::string machine_name;  // For people.
  std::string now;           // For the migrations that are needed, and when this machine joined.
  std::string schema = "holdfast";
  // Whose rows are asked for. Marks are always this machine's own.
  enum class Reads { own, all };
  Reads reads = Reads::own;
  int connect_timeout_s = 5;
  int statement_timeout_ms = 60'000;
  int lock_timeout_ms = 2'000;
  // Set by another thread where nobody wants an answer any more. Outlives what is opened.
  const std::atomic<bool>* is_ending = nullptr;
};
// Makes the tables where they are missing and the rights are there. One batch a machine at a time:
// a second one waits, and gets lock_timeout. Errors as index.h has them; none names a password.
base::Result<std::unique_ptr<Index>> open_postgres_index(const OpenPostgres& options);

// To read lists from, and never written: unavailable where the tables are of another version.
base::Result<std::unique_ptr<Lists>> open_postgres_lists(const OpenPostgres& options);

struct MachineRow {
  std::string id;
  std::string name;
  std::string joined_at;
  std::string seen_at;  // When it last wrote.
};
struct DroppedEvents {
  std::vector<std::string> partitions;
  std::int64_t rows = 0;  // Of other tables: what the events had meant.
};
// What concerns all machines at once.
class Fleet {
 public:
  Fleet() = default;
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;
  virtual ~Fleet() = default;

  // By name.
  virtual base::Result<std::vector<MachineRow>> machines() = 0;
  // Whole months of events that are over before `moment`, of all machines, and what they meant;
  // runs stay. For the owner of the tables. Can be broken off and called again.
  virtual base::Result<DroppedEvents> drop_events_before(base::Instant moment) = 0;
};
base::Result<std::unique_ptr<Fleet>> open_postgres_fleet(const OpenPostgres& options);

// Handoffs and claims of all machines; of its own rows alone a machine writes any. unavailable
// where the tables are of another version.
base::Result<std::unique_ptr<Team>> open_postgres_team(const OpenPostgres& options);

// Hears of every batch that any machine commits.
struct BatchNotice {
  std::string machine;
  std::vector<std::string> runs;  // Empty: too many to name.
};
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  // The next one since this was opened; nothing after `timeout`.
  virtual base::Result<std::optional<BatchNotice>> wait(base::Millis timeout) = 0;
};
base::Result<std::unique_ptr<Listener>> open_postgres_listener(const OpenPostgres& options);

}  // namespace indexing

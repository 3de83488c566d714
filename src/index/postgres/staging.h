// Rows on their way into the tables of the journals and of new work: kept here, and put where they
// belong by one statement a table. A few are that statement's values; many are sent by COPY into a
// table that only this transaction sees, and put from there.
#pragma once
#include <array>
#include <cstddef>
#include <set>
#include <string>

#include "index/postgres/connection.h"

namespace indexing {

enum class Bulk {
  events,
  agent_logs,
  denials,
  metrics,
  violations,
  phase_events,
  work,
  folders,
  documents,
};
constexpr std::size_t kBulkKinds = 9;

class Staging {
 public:
  CopyRows& rows(Bulk kind) { return rows_[static_cast<std::size_t>(kind)]; }
  std::size_t bytes() const;
  bool is_empty() const { return bytes() == 0; }
  // All but documents, or those alone.
  base::Result<void> send(Connection& connection, const std::string& machine, bool documents);

 private:
  std::array<CopyRows, kBulkKinds> rows_;
};

// "2026-01-01": the month of an event's number; empty where it has a partition for ever.
std::string month_of(std::int64_t number);
// Whether the month has its partition.
base::Result<bool> has_month(Connection& connection, const std::string& month);
// Makes the partition of a month where there is none, over a connection of its own: the
// transaction that needs it goes on, and no other waits for its end.
base::Result<void> make_month(const ConnectOptions& options, const std::string& month);
// Lets a transaction that has used the events already see the partitions that were made since.
base::Result<void> see_new_months(Connection& connection);

}  // namespace indexing

// libpq behind values and results: a connection, what is asked and told over it, and what the
// server's codes mean to us.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "index/postgres/values.h"

struct pg_conn;
struct pg_result;

namespace indexing {

// The rows of an answer, walked from the first to the last.
class Rows {
 public:
  explicit Rows(pg_result* result) : result_(result) {}
  Rows(Rows&& other) noexcept;
  Rows& operator=(Rows&& other) noexcept;
  ~Rows();

  bool next();  // False at the end.
  // Of the row that `next` came to; NULL reads as empty and 0.
  std::string text(int column) const { return std::string(view(column)); }
  std::string_view view(int column) const;
  std::int64_t number(int column) const;
  double real(int column) const;
  bool is_null(int column) const;
  bool is_real(int column) const;  // Whether the column's type is.
  int columns() const;
  std::int64_t changed() const;  // How many rows the statement changed.
  std::string column_name(int column) const;

 private:
  pg_result* result_ = nullptr;
  int row_ = -1;
};

// A statement that is put together: its text are literals of ours, everything else is a value.
class Query {
 public:
  explicit Query(std::string_view sql) : sql_(sql) {}
  Query& sql(std::string_view more) {
    sql_ += more;
    return *this;
  }
  template <typename Value>
  Query& value(const Value& value) {
    values_.add(value);
    sql_ += "$" + std::to_string(values_.texts().size());
    return *this;
  }
  Query& limit(std::size_t rows);
  const std::string& text() const { return sql_; }
  const Values& values() const { return values_; }

 private:
  std::string sql_;
  Values values_;
};

struct ConnectOptions {
  std::string url;
  std::string schema;
  int connect_timeout_s = 5;
  int statement_timeout_ms = 60'000;
  int lock_timeout_ms = 2'000;
  // Set by another thread where nobody wants an answer any more. Outlives the connection.
  const std::atomic<bool>* is_ending = nullptr;
};

// One thread at a time has it. One that was lost is made anew by the next call, unless a
// transaction was going on, which is then lost too.
class Connection {
 public:
  // The errors of index.h; unavailable where nobody answers or lets us in.
  static base::Result<std::unique_ptr<Connection>> open(const ConnectOptions& options);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  const ConnectOptions& options() const { return options_; }
  // What every call begins with: makes it anew where it was lost.
  base::Result<void> revive();
  // The server's host, for sentences.
  const std::string& place() const { return place_; }
  std::string quoted_name(std::string_view name) const;

  // One or more statements without values.
  base::Result<void> execute(const std::string& sql);
  // One statement, planned for these values.
  base::Result<Rows> ask(const std::string& sql, const Values& values);
  base::Result<Rows> ask(const Query& query) { return ask(query.text(), query.values()); }
  // The same, a row at a time, for more rows than should be kept.
  base::Result<void> each(const std::string& sql, const Values& values,
                          const std::function<void(const Rows& row)>& visit);

  // Statements whose rows nobody wants, sent without waiting for each other's answers; prepared
  // once, found again by the address of their text. The first error is told.
  struct Step {
    const char* sql;
    Values values;
  };
  base::Result<void> run_all(const std::vector<Step>& steps);
  // `sql` is a COPY … FROM STDIN.
  base::Result<void> copy(const std::string& sql, std::string_view rows);

  // Until the end of the transaction no statement takes too long: for what makes tables.
  void be_patient() { is_patient_ = true; }

  base::Result<void> begin(const std::string& more);
  base::Result<void> commit();
  void roll_back();

  struct Notification {
    std::string channel;
    std::string payload;
  };
  // The next one, which may be here already; nothing after `timeout`.
  base::Result<std::optional<Notification>> wait_for_notification(base::Millis timeout);

 private:
  Connection() = default;
  base::Result<void> set_up();
  base::Result<void> run(const std::string& sql);
  base::Error error_now(const pg_result* result) const;
  base::Result<pg_result*> checked(pg_result* result) const;
  bool wait_for_answer();
  base::Result<pg_result*> answer();
  base::Result<const char*> prepared(const char* sql);
  base::Result<void> send(const Step& step);
  base::Result<void> read_answers();

  ConnectOptions options_;
  std::string place_;
  std::string password_;  // So that no sentence has it.
  pg_conn* connection_ = nullptr;
  std::unordered_map<const char*, std::string> statements_;
  bool is_in_transaction_ = false;
  bool is_patient_ = false;
  bool is_given_up_ = false;   // No answer came in time; there may be one still on its way.
  bool is_forgetful_ = false;  // Which statements the server has prepared is not known.
};

}  // namespace indexing

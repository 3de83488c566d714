// SQLite behind values and results: a connection, its statements, and what its codes mean to us.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace indexing {

// A prepared statement. Texts that are bound must live until the next `run`, `start` or `done`.
class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* connection, sqlite3_stmt* statement, const std::string* place)
      : connection_(connection), statement_(statement), place_(place) {}
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  // Binds the values to ?1, ?2, … and runs to the end; rows are not looked at.
  template <typename... Values>
  base::Result<void> run(const Values&... values) {
    start(values...);
    return finish();
  }
  // Binds, for `next` to walk the rows.
  template <typename... Values>
  void start(const Values&... values) {
    done();
    add(values...);
  }
  // Binds the values behind those that are bound since the last `done`, for `finish`.
  template <typename... Values>
  void add(const Values&... values) {
    (bind(++bound_, values), ...);
  }
  // Runs to the end; rows are not looked at.
  base::Result<void> finish();
  // False at the end.
  base::Result<bool> next();
  // Lets go of the rows and values.
  void done();

  // Of the row that `next` came to; NULL reads as empty and 0.
  std::string text(int column) const;
  std::string_view view(int column) const;  // Until the next call.
  std::int64_t number(int column) const;
  double real(int column) const;
  bool is_null(int column) const;
  int columns() const;
  std::string column_name(int column) const;

 private:
  void bind(int place, std::string_view text);  // Empty is NULL.
  template <std::integral Number>
  void bind(int place, Number number) {
    bind_number(place, static_cast<std::int64_t>(number));
  }
  void bind(int place, double number);
  template <typename Value>
  void bind(int place, const std::optional<Value>& value) {
    if (value) {
      bind(place, *value);
    } else {
      bind_null(place);
    }
  }
  void bind_number(int place, std::int64_t number);
  void bind_null(int place);

  sqlite3* connection_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
  const std::string* place_ = nullptr;  // The database's name; outlives the statement.
  int bound_ = 0;
};

struct DatabaseOptions {
  bool create = false;
  bool read_only = false;
  // With read_only: no lock is taken and no file is made beside it. For who knows that nobody
  // writes it, or can live with a wrong answer.
  bool is_untouched = false;
  int cache_kib = 65536;  // At most, of pages that were read or changed.
  // For a file that nobody else knows yet and that is thrown away where this fails: no journal.
  bool is_private = false;
};

class Database {
 public:
  // not_found where there is none and none is to be made; else the errors of index.h.
  static base::Result<std::unique_ptr<Database>> open(const std::string& path,
                                                      const DatabaseOptions& options);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  const std::string& path() const { return path_; }
  // One or more statements without values.
  base::Result<void> execute(const char* sql);
  base::Result<Statement> prepare(std::string_view sql);
  // Prepared once; `sql` is a literal, found again by its address. One that the file's schema does
  // not fit fails when it is run.
  Statement& cached(const char* sql);
  // The number of the row that the last INSERT made; 0 where there was none since
  // `forget_inserted`.
  std::int64_t last_inserted() const;
  void forget_inserted();
  std::int64_t changes() const;  // Rows that the last statement changed.
  base::Result<void> begin();    // BEGIN IMMEDIATE
  base::Result<void> commit();
  void roll_back();

 private:
  Database() = default;
  base::Result<void> write_ahead(int wait_ms_max);

  std::string path_;
  sqlite3* connection_ = nullptr;
  std::unordered_map<const char*, Statement> statements_;
};

}  // namespace indexing

#include "index/sqlite/database.h"

#include <sqlite3.h>

#include <utility>

#include "base/text.h"

#ifdef HOLDFAST_STATIC
// SQLite could load extensions; a static program cannot, and must not pretend to. The linker puts
// these in the place of the C library's (--wrap), whose loader is then no part of the program.
extern "C" {
void* __wrap_dlopen(const char*, int) { return nullptr; }
void* __wrap_dlsym(void*, const char*) { return nullptr; }
int __wrap_dlclose(void*) { return -1; }
char* __wrap_dlerror() {
  static char text[] = "extensions are not supported";
  return text;
}
}
#endif

namespace indexing {
namespace {

base::Error error_of(int code, std::string_view said, const std::string& place) {
  const std::string message = "the index " + place + ": " + std::string(said);
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {base::Code::lock_timeout, "the index " + place + " is in use by another process",
              "Try again."};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {base::Code::parse_error, message, "`holdfast index rebuild` makes it anew."};
    case SQLITE_FULL:
      return {base::Code::io, message, "Free some disk space and try again."};
    case SQLITE_READONLY:
      return {base::Code::io, message, "Make the file writable, or set index.path to another."};
    default:
      return {base::Code::io, message, ""};
  }
}

// "file:/a%20b?immutable=1": every character that means something there is escaped.
std::string untouched_uri(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr unsigned kNibble = 4;
  constexpr unsigned kLow = 0xF;
  std::string uri = "file:";
  for (const char c : path) {
    if (base::is_alnum(c) || c == '/' || c == '.' || c == '-' || c == '_') {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kDigits[byte >> kNibble];
    uri += kDigits[byte & kLow];
  }
  return uri + "?immutable=1";
}

base::Error error_now(sqlite3* connection, const std::string& place) {
  return error_of(sqlite3_extended_errcode(connection), sqlite3_errmsg(connection), place);
}

}  // namespace

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_),
      statement_(std::exchange(other.statement_, nullptr)),
      place_(other.place_) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(statement_, other.statement_);
  std::swap(place_, other.place_);
  return *this;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

base::Result<bool> Statement::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    done();
    return false;
  }
  base::Error error = error_now(connection_, *place_);
  done();
  return error;
}

base::Result<void> Statement::finish() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_DONE || code == SQLITE_ROW) {
    done();
    return {};
  }
  base::Error error = error_now(connection_, *place_);
  done();
  return error;
}

void Statement::done() {
  sqlite3_reset(statement_);
  bound_ = 0;
}

void Statement::bind(int place, std::string_view text) {
  if (text.empty()) return bind_null(place);
  sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

void Statement::bind(int place, double number) { sqlite3_bind_double(statement_, place, number); }
void Statement::bind_number(int place, std::int64_t number) {
  sqlite3_bind_int64(statement_, place, number);
}
void Statement::bind_null(int place) { sqlite3_bind_null(statement_, place); }

std::string_view Statement::view(int column) const {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::string Statement::text(int column) const { return std::string(view(column)); }
std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}
double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }
bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}
int Statement::columns() const { return sqlite3_column_count(statement_); }
std::string Statement::column_name(int column) const {
  return sqlite3_column_name(statement_, column);
}

base::Result<std::unique_ptr<Database>> Database::open(const std::string& path,
                                                       const DatabaseOptions& options) {
  constexpr int kBusyTimeoutMs = 2000;
  // Counting every allocation under one lock is for those who look at the counts.
  static const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(configured);
  std::unique_ptr<Database> database(new Database);
  database->path_ = path;
  int flags = options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (options.create) flags |= SQLITE_OPEN_CREATE;
  // One thread at a time has a connection, so that SQLite need not lock for us.
  flags |= SQLITE_OPEN_NOMUTEX;
  if (options.is_untouched) flags |= SQLITE_OPEN_URI;
  const std::string name = options.is_untouched ? untouched_uri(path) : path;
  const int code = sqlite3_open_v2(name.c_str(), &database->connection_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string_view said =
        database->connection_ == nullptr ? "no memory" : sqlite3_errmsg(database->connection_);
    return error_of(code, said, path);
  }
  sqlite3_busy_timeout(database->connection_, kBusyTimeoutMs);
  // What a file's schema says is not to run anything: it may come from elsewhere.
  sqlite3_db_config(database->connection_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database->connection_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  const std::string settings = "PRAGMA foreign_keys=ON; PRAGMA temp_store=2; PRAGMA cache_size=-" +
                               std::to_string(options.cache_kib);
  TRY(database->execute(settings.c_str()));
  if (options.is_private) {
    // Rows go to the end of most tables, so that pages are hardly ever asked for again: what a
    // large cache costs is memory that the system has to clear first.
    TRY(database->execute(
        "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
        // The index that is looked into beside it may be in use: that one is nobody's alone.
        "PRAGMA main.locking_mode=EXCLUSIVE; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-16384"));
  } else if (!options.read_only) {
    // A power cut may take the last rows: they are taken in again from the files.
    TRY(database->write_ahead(kBusyTimeoutMs));
    TRY(database->execute("PRAGMA synchronous=NORMAL"));
  }
  return database;
}

Database::~Database() {
  statements_.clear();
  sqlite3_close_v2(connection_);
}

// Of several processes that open a new file at once one switches it over, and for that SQLite lets
// nobody wait: the others are told at once that it is busy.
base::Result<void> Database::write_ahead(int wait_ms_max) {
  constexpr int kStepMs = 10;
  for (int waited_ms = 0;; waited_ms += kStepMs) {
    const int code =
        sqlite3_exec(connection_, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return {};
    if (code != SQLITE_BUSY || waited_ms >= wait_ms_max) return error_now(connection_, path_);
    sqlite3_sleep(kStepMs);
  }
}

base::Result<void> Database::execute(const char* sql) {
  if (sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return error_now(connection_, path_);
}

base::Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return error_now(connection_, path_);
  return Statement(connection_, statement, &path_);
}

Statement& Database::cached(const char* sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second;
  auto prepared = prepare(sql);
  // The schema was checked when the file was opened; what another process does to it after that
  // gives a statement that fails when it is run.
  Statement statement =
      prepared.ok() ? *std::move(prepared) : Statement(connection_, nullptr, &path_);
  return statements_.insert_or_assign(sql, std::move(statement)).first->second;
}

std::int64_t Database::last_inserted() const { return sqlite3_last_insert_rowid(connection_); }
void Database::forget_inserted() { sqlite3_set_last_insert_rowid(connection_, 0); }
std::int64_t Database::changes() const { return sqlite3_changes64(connection_); }

base::Result<void> Database::begin() { return execute("BEGIN IMMEDIATE"); }
base::Result<void> Database::commit() { return execute("COMMIT"); }
void Database::roll_back() {
  if (sqlite3_get_autocommit(connection_) == 0) static_cast<void>(execute("ROLLBACK"));
}

}  // namespace indexing

#include "index/postgres/connection.h"

#include <libpq-fe.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "os/readable.h"

namespace indexing {
namespace {

constexpr int kTypeReal = 701;  // float8, in every PostgreSQL.
constexpr const char* kRights = "Ask for the rights that data/fleet/roles.sql gives.";

struct Meaning {
  std::string_view state;  // An SQLSTATE, or how its class begins.
  base::Code code;
  const char* hint;
};
constexpr std::array<Meaning, 18> kMeanings{{
    {"55P03", base::Code::lock_timeout, "Another process of this machine writes. Try again."},
    {"40001", base::Code::lock_timeout, "Try again."},
    {"40P01", base::Code::lock_timeout, "Try again."},
    {"57014", base::Code::lock_timeout, "The server took too long. Try again."},
    {"42501", base::Code::unavailable, kRights},
    {"28", base::Code::unavailable, "Check user and password of the server's address."},
    {"3D000", base::Code::unavailable, "Make the database, or name another one."},
    {"3F000", base::Code::unavailable, "The tables are missing: open it with rights to make them."},
    {"42P01", base::Code::unavailable, "The tables are missing: open it with rights to make them."},
    {"42703", base::Code::unavailable, "The tables are another version's. Update holdfast."},
    {"08", base::Code::unavailable, "Try again when the server answers."},
    {"57P", base::Code::unavailable, "Try again when the server answers."},
    {"25P03", base::Code::unavailable, "The server ended a change that stood still. Try again."},
    {"53300", base::Code::unavailable, "The server has too many connections. Try again."},
    {"53100", base::Code::io, "The server's disk is full."},
    {"53", base::Code::io, "The server has no room left."},
    {"25006", base::Code::io, "The server is read-only; name the one that can be written."},
    {"XX", base::Code::io, "The server's log says more."},
}};

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  if (what.empty()) return;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

// What stands behind a password that nobody escaped is no part of the host's name.
std::string host_of(const char* host) {
  const std::string_view name = host == nullptr ? "" : host;
  const std::size_t at = name.rfind('@');
  return std::string(at == std::string_view::npos ? name : name.substr(at + 1));
}

std::string first_line(std::string_view text) {
  return std::string(base::trim(text.substr(0, text.find('\n'))));
}

struct Address {
  std::string password;
  bool is_read = false;
};
Address address_of(const std::string& url) {
  Address address;
  PQconninfoOption* const options = PQconninfoParse(url.c_str(), nullptr);
  if (options == nullptr) return address;
  address.is_read = true;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    if (std::string_view(option->keyword) == "password" && option->val != nullptr) {
      address.password = option->val;
    }
  }
  PQconninfoFree(options);
  return address;
}

std::vector<const char*> pointers_to(const Values& values) {
  std::vector<const char*> pointers;
  pointers.reserve(values.texts().size());
  for (const auto& text : values.texts()) pointers.push_back(text ? text->c_str() : nullptr);
  return pointers;
}

bool is_good(const PGresult* result) {
  switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_SINGLE_TUPLE:
    case PGRES_COPY_IN:
    case PGRES_PIPELINE_SYNC:
    case PGRES_EMPTY_QUERY:
    case PGRES_NONFATAL_ERROR:
      return true;
    case PGRES_BAD_RESPONSE:
    case PGRES_FATAL_ERROR:
    case PGRES_PIPELINE_ABORTED:
    case PGRES_COPY_OUT:
    case PGRES_COPY_BOTH:
      return false;
  }
  return false;
}

}  // namespace

Rows::Rows(Rows&& other) noexcept
    : result_(std::exchange(other.result_, nullptr)), row_(other.row_) {}
Rows& Rows::operator=(Rows&& other) noexcept {
  std::swap(result_, other.result_);
  std::swap(row_, other.row_);
  return *this;
}
Rows::~Rows() { PQclear(result_); }

bool Rows::next() { return ++row_ < PQntuples(result_); }
std::string_view Rows::view(int column) const {
  return {PQgetvalue(result_, row_, column),
          static_cast<std::size_t>(PQgetlength(result_, row_, column))};
}
std::int64_t Rows::number(int column) const {
  return std::strtoll(PQgetvalue(result_, row_, column), nullptr, 10);
}
double Rows::real(int column) const {
  return std::strtod(PQgetvalue(result_, row_, column), nullptr);
}
bool Rows::is_null(int column) const { return PQgetisnull(result_, row_, column) != 0; }
bool Rows::is_real(int column) const { return PQftype(result_, column) == kTypeReal; }
int Rows::columns() const { return PQnfields(result_); }
std::int64_t Rows::changed() const { return std::strtoll(PQcmdTuples(result_), nullptr, 10); }
std::string Rows::column_name(int column) const { return PQfname(result_, column); }

Query& Query::limit(std::size_t rows) {
  constexpr std::size_t kRowsMax = 1'000'000'000;
  return sql(" LIMIT ").value(rows < kRowsMax ? rows : kRowsMax);
}

base::Result<std::unique_ptr<Connection>> Connection::open(const ConnectOptions& options) {
  const Address address = address_of(options.url);
  if (!address.is_read) {
    // What libpq says of it would quote it, password included.
    return base::Error{base::Code::unavailable, "the PostgreSQL server's address cannot be read",
                       "It looks like postgresql://user@host/database?sslmode=verify-full"};
  }
  std::unique_ptr<Connection> made(new Connection);
  made->options_ = options;
  made->password_ = address.password;
  const std::string timeout = std::to_string(options.connect_timeout_s);
  // What stands behind the address counts more than it does, what stands before it less. A way to
  // the server that vanished without a word is noticed within a minute, also by who only listens.
  const std::array<const char*, 9> names{
      "connect_timeout",  "keepalives_idle",  "keepalives_interval",
      "keepalives_count", "tcp_user_timeout", "dbname",
      "application_name", "client_encoding",  nullptr};
  const std::array<const char*, 9> values{timeout.c_str(),     "30",       "10",   "3",    "20000",
                                          options.url.c_str(), "holdfast", "UTF8", nullptr};
  made->connection_ = PQconnectdbParams(names.data(), values.data(), 1);
  made->place_ = host_of(PQhost(made->connection_));
  if (made->place_.empty()) made->place_ = "localhost";
  if (PQstatus(made->connection_) != CONNECTION_OK) return made->error_now(nullptr);
  TRY(made->set_up());
  return made;
}

base::Result<void> Connection::set_up() {
  PQsetNoticeProcessor(
      connection_, [](void*, const char*) {}, nullptr);
  // A client that vanished must not keep what it locked.
  return run("SET search_path TO " + quoted_name(options_.schema) +
             ", pg_temp; SET client_min_messages TO error; SET statement_timeout TO " +
             std::to_string(options_.statement_timeout_ms) + "; SET lock_timeout TO " +
             std::to_string(options_.lock_timeout_ms) +
             "; SET idle_in_transaction_session_timeout TO '5min'; SET tcp_keepalives_idle TO 60");
}

base::Result<void> Connection::revive() {
  const bool is_lost = is_given_up_ || PQstatus(connection_) != CONNECTION_OK;
  if (is_in_transaction_ || !is_lost) return {};
  is_given_up_ = false;
  PQreset(connection_);
  if (PQstatus(connection_) != CONNECTION_OK) return error_now(nullptr);
  statements_.clear();
  is_forgetful_ = false;
  return set_up();
}

Connection::~Connection() { PQfinish(connection_); }

std::string Connection::quoted_name(std::string_view name) const {
  // Not PQescapeIdentifier, which can fail: a doubled quote is all there is to it.
  std::string quoted = clean_text(name);
  replace_all(quoted, "\"", "\"\"");
  return "\"" + quoted + "\"";
}

base::Error Connection::error_now(const pg_result* result) const {
  const char* const state =
      result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* const primary =
      result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  std::string said = primary != nullptr ? primary : first_line(PQerrorMessage(connection_));
  replace_all(said, password_, "…");
  // A password that has an @ would be taken for a part of the host.
  if (std::string_view(PQhost(connection_) == nullptr ? "" : PQhost(connection_)).find('@') !=
      std::string_view::npos) {
    said = "no connection";
  }
  const std::string message = "the index on " + place_ + ": " + said;
  const bool is_lost = PQstatus(connection_) != CONNECTION_OK;
  if (state != nullptr) {
    for (const Meaning& meaning : kMeanings) {
      if (std::string_view(state).starts_with(meaning.state)) {
        return {meaning.code, message, meaning.hint};
      }
    }
  }
  if (is_lost) return {base::Code::unavailable, message, "Try again when the server answers."};
  return {base::Code::io, message, ""};
}

base::Result<pg_result*> Connection::checked(pg_result* result) const {
  if (is_good(result)) return result;
  base::Error error = error_now(result);
  PQclear(result);
  return error;
}

base::Result<void> Connection::execute(const std::string& sql) {
  TRY(revive());
  return run(sql);
}

// The server ends a statement that takes too long, but one that hangs ends nothing: whoever waits
// for it would wait for ever.
bool Connection::wait_for_answer() {
  using Clock = std::chrono::steady_clock;
  constexpr base::Millis kGrace{2000};
  constexpr base::Millis kLookEvery{200};
  const auto end = Clock::now() + base::Millis{options_.statement_timeout_ms} + kGrace;
  while (PQisBusy(connection_) != 0) {
    const bool is_ending = options_.is_ending != nullptr && options_.is_ending->load();
    if (is_ending || (!is_patient_ && Clock::now() >= end)) {
      is_given_up_ = true;
      return false;
    }
    os::wait_readable(PQsocket(connection_), kLookEvery);
    if (PQconsumeInput(connection_) == 0) return true;
  }
  return true;
}

// The last answer to what was sent.
base::Result<pg_result*> Connection::answer() {
  pg_result* last = nullptr;
  while (wait_for_answer()) {
    pg_result* const result = PQgetResult(connection_);
    if (result == nullptr) return checked(last);
    PQclear(last);
    last = result;
  }
  PQclear(last);
  return base::Error{base::Code::unavailable, "the index on " + place_ + ": no answer came in time",
                     "Try again when the server answers."};
}

base::Result<void> Connection::run(const std::string& sql) {
  if (PQsendQuery(connection_, sql.c_str()) == 0) return error_now(nullptr);
  TRY_ASSIGN(pg_result* const result, answer());
  PQclear(result);
  return {};
}

base::Result<Rows> Connection::ask(const std::string& sql, const Values& values) {
  TRY(revive());
  const auto pointers = pointers_to(values);
  if (PQsendQueryParams(connection_, sql.c_str(), static_cast<int>(pointers.size()), nullptr,
                        pointers.data(), nullptr, nullptr, 0) == 0) {
    return error_now(nullptr);
  }
  TRY_ASSIGN(pg_result* const result, answer());
  return Rows(result);
}

base::Result<void> Connection::each(const std::string& sql, const Values& values,
                                    const std::function<void(const Rows& row)>& visit) {
  TRY(revive());
  const auto pointers = pointers_to(values);
  if (PQsendQueryParams(connection_, sql.c_str(), static_cast<int>(pointers.size()), nullptr,
                        pointers.data(), nullptr, nullptr, 0) == 0) {
    return error_now(nullptr);
  }
  PQsetSingleRowMode(connection_);
  base::Result<void> outcome;
  while (pg_result* const result = PQgetResult(connection_)) {
    if (!is_good(result)) outcome = error_now(result);
    Rows rows(result);
    while (outcome.ok() && rows.next()) visit(rows);
  }
  return outcome;
}

base::Result<const char*> Connection::prepared(const char* sql) {
  const auto known = statements_.find(sql);
  if (known != statements_.end()) return known->second.c_str();
  const std::string name = "holdfast_" + std::to_string(statements_.size());
  if (PQsendPrepare(connection_, name.c_str(), sql, 0, nullptr) == 0) return error_now(nullptr);
  return statements_.emplace(sql, name).first->second.c_str();
}

base::Result<void> Connection::send(const Step& step) {
  TRY_ASSIGN(const char* const name, prepared(step.sql));
  const auto pointers = pointers_to(step.values);
  if (PQsendQueryPrepared(connection_, name, static_cast<int>(pointers.size()), pointers.data(),
                          nullptr, nullptr, 0) == 0) {
    return error_now(nullptr);
  }
  return {};
}

// Up to the point where the pipeline is empty.
base::Result<void> Connection::read_answers() {
  base::Result<void> outcome;
  while (true) {
    pg_result* const result = PQgetResult(connection_);
    if (result == nullptr) {
      if (PQstatus(connection_) != CONNECTION_OK) {
        return outcome.ok() ? base::Result<void>(error_now(nullptr)) : outcome;
      }
      continue;
    }
    const ExecStatusType status = PQresultStatus(result);
    if (outcome.ok() && !is_good(result)) outcome = error_now(result);
    PQclear(result);
    if (status == PGRES_PIPELINE_SYNC) return outcome;
  }
}

base::Result<void> Connection::run_all(const std::vector<Step>& steps) {
  if (steps.empty()) return {};
  if (PQenterPipelineMode(connection_) == 0) return error_now(nullptr);
  base::Result<void> outcome;
  for (const Step& step : steps) {
    outcome = send(step);
    if (!outcome.ok()) break;
  }
  if (PQpipelineSync(connection_) == 0) {
    if (outcome.ok()) outcome = error_now(nullptr);
  } else if (const auto answered = read_answers(); !answered.ok() && outcome.ok()) {
    outcome = answered;
  }
  PQexitPipelineMode(connection_);
  if (!outcome.ok()) is_forgetful_ = true;
  return outcome;
}

base::Result<void> Connection::copy(const std::string& sql, std::string_view rows) {
  constexpr std::size_t kChunk = 256UL * 1024;
  TRY_ASSIGN(pg_result* const started, checked(PQexec(connection_, sql.c_str())));
  PQclear(started);
  bool is_sent = true;
  while (is_sent && !rows.empty()) {
    const std::string_view chunk = rows.substr(0, kChunk);
    is_sent = PQputCopyData(connection_, chunk.data(), static_cast<int>(chunk.size())) == 1;
    rows.remove_prefix(chunk.size());
  }
  is_sent = PQputCopyEnd(connection_, nullptr) == 1 && is_sent;
  base::Result<void> outcome;
  if (!is_sent) outcome = error_now(nullptr);
  while (pg_result* const result = PQgetResult(connection_)) {
    if (!is_good(result)) outcome = error_now(result);
    PQclear(result);
  }
  return outcome;
}

base::Result<void> Connection::begin(const std::string& more) {
  TRY(revive());
  if (is_forgetful_) {
    TRY(execute("DEALLOCATE ALL"));
    statements_.clear();
    is_forgetful_ = false;
  }
  is_in_transaction_ = true;
  auto begun = run("BEGIN; " + more);
  if (!begun.ok()) roll_back();
  return begun;
}

base::Result<void> Connection::commit() {
  if (PQsendQuery(connection_, "COMMIT") == 0) return error_now(nullptr);
  TRY_ASSIGN(pg_result* const result, answer());
  // Of a transaction that failed before, COMMIT is a ROLLBACK.
  const bool is_kept = std::string_view(PQcmdStatus(result)) == "COMMIT";
  PQclear(result);
  is_in_transaction_ = is_patient_ = false;
  if (is_kept) return {};
  return base::Error{base::Code::io, "the index on " + place_ + ": the change was undone", ""};
}

void Connection::roll_back() {
  const bool is_open = PQtransactionStatus(connection_) != PQTRANS_IDLE;
  if (is_open && !is_given_up_) static_cast<void>(run("ROLLBACK"));
  is_in_transaction_ = is_patient_ = false;
}

base::Result<std::optional<Connection::Notification>> Connection::wait_for_notification(
    base::Millis timeout) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + timeout;
  while (true) {
    if (PQconsumeInput(connection_) == 0) return error_now(nullptr);
    if (PGnotify* const told = PQnotifies(connection_)) {
      Notification notification{told->relname, told->extra};
      PQfreemem(told);
      return std::optional<Notification>(std::move(notification));
    }
    const auto left = std::chrono::duration_cast<base::Millis>(end - Clock::now());
    if (left.count() <= 0) return std::optional<Notification>();
    os::wait_readable(PQsocket(connection_), left);
  }
}

}  // namespace indexing

// How a batch keeps and sends what it is told; the other batch_*.cpp say what is told.
#include "index/postgres/batch.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "index/event_number.h"

namespace indexing {
namespace {

constexpr std::size_t kBytesMax = 8UL * 1024 * 1024;
constexpr std::size_t kTouchedMax = 150;

}  // namespace

std::string begin_batch_sql(const std::string& schema, const std::string& machine) {
  const auto key = [](const std::string& text) {
    return std::to_string(static_cast<std::int32_t>(run_slot(text)));
  };
  return "SELECT pg_advisory_xact_lock(" + key("holdfast batch " + schema) + ", " + key(machine) +
         ")";
}

PostgresBatch::~PostgresBatch() {
  if (!is_done_) connection_.roll_back();
}

base::Result<void> PostgresBatch::later(Connection::Step step) {
  if (failed_) return *failed_;
  step_bytes_ += step.values.bytes();
  steps_.push_back(std::move(step));
  return grown();
}

base::Result<void> PostgresBatch::grown() {
  if (failed_) return *failed_;
  if (staging_.bytes() + step_bytes_ < kBytesMax) return {};
  return flush();
}

base::Result<void> PostgresBatch::flush() {
  if (failed_) return *failed_;
  auto sent = send_all();
  if (!sent.ok()) {
    failed_ = sent.error();
    // A month may have been dropped since it was made.
    months_.clear();
  }
  return sent;
}

base::Result<void> PostgresBatch::make_months() {
  if (new_months_.empty()) return {};
  for (const std::string& month : new_months_) {
    TRY_ASSIGN(const bool is_there, has_month(connection_, month));
    if (!is_there) TRY(make_month(connection_.options(), month));
    months_.insert(month);
  }
  new_months_.clear();
  if (!has_sent_) return {};
  return see_new_months(connection_);
}

base::Result<void> PostgresBatch::send_all() {
  TRY(make_months());
  has_sent_ = true;
  TRY(staging_.send(connection_, machine_, /*documents=*/false));
  events_.clear();
  TRY(connection_.run_all(steps_));
  steps_.clear();
  step_bytes_ = 0;
  blind_agents_.clear();
  has_usage_ = false;
  TRY(staging_.send(connection_, machine_, /*documents=*/true));
  documents_.clear();
  return {};
}

base::Result<void> PostgresBatch::once(bool& is_told) {
  if (is_told) TRY(flush());
  is_told = true;
  return {};
}

void PostgresBatch::touch(std::string_view run) {
  if (touched_.size() <= kTouchedMax && touched_.find(run) == touched_.end()) touched_.emplace(run);
}

// For those who listen: which runs; none where they are too many to name.
std::string PostgresBatch::told_runs() const {
  constexpr std::size_t kBytesTold = 7500;  // The server takes less than 8000.
  base::Json told{{"machine", machine_}, {"runs", base::Json::array()}};
  if (touched_.size() <= kTouchedMax) told["runs"] = touched_;
  const auto text = [&] {
    return told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  if (text().size() > kBytesTold) told["runs"] = base::Json::array();
  if (text().size() > kBytesTold) told["machine"] = "";
  return text();
}

base::Result<void> PostgresBatch::commit() {
  TRY(
      tell("UPDATE machines SET seen_at=to_char(now() AT TIME ZONE 'UTC', "
           "'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') WHERE id=$1"));
  if (!touched_.empty()) {
    TRY(later({"SELECT pg_notify('holdfast', $1)", Values::of(told_runs())}));
  }
  TRY(flush());
  TRY(connection_.commit());
  is_done_ = true;
  return {};
}

}  // namespace indexing

#include "cost/ledger.h"

#include <algorithm>
#include <chrono>

namespace cost {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kDayMs = 24 * kHourMs;

std::int64_t floor_divided(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

UseRecord record_of(const ScannedUse& use, std::uint32_t row) {
  UseRecord record;
  record.key = use.key;
  record.time_ms = use.time_ms;
  record.input = use.input;
  record.output = use.output;
  record.cache_read = use.cache_read;
  record.cache_write_5m = use.cache_write_5m;
  record.cache_write_1h = use.cache_write_1h;
  record.web_searches = use.web_searches;
  record.row = row;
  return record;
}

}  // namespace

std::int32_t Ledger::day_of(std::int64_t time_ms) {
  // Time zones change on the hour or the half of it; within one the offset is asked for once.
  const std::int64_t hour = floor_divided(time_ms, kHourMs / 2);
  if (hour != offset_hour_) {
    offset_hour_ = hour;
    offset_seconds_ = basis_.local_offset(hour * (kHourMs / 2));
  }
  return static_cast<std::int32_t>(floor_divided(time_ms + offset_seconds_ * 1000, kDayMs));
}

std::uint64_t Ledger::limit_of(std::uint32_t model) {
  const auto [found, is_new] = limits_.try_emplace(model, 0);
  if (is_new) found->second = basis_.long_prompt_above(strings[model]);
  return found->second;
}

std::size_t Ledger::RowKeyHash::operator()(const RowKey& key) const {
  return hash_of({reinterpret_cast<const char*>(&key), sizeof key}).low;
}

Ledger::RowKey Ledger::key_of(const LedgerRow& row) {
  return {row.file,   static_cast<std::uint32_t>(row.day), row.branch, row.model, row.is_sidechain,
          row.is_long};
}

void Ledger::place_loaded_rows(std::uint32_t file) {
  if (!is_added_to_) rows_loaded_ = rows.size();
  is_added_to_ = true;
  for (std::uint32_t i = 0; i < rows_loaded_; ++i) {
    if (rows[i].file == file) row_places_.emplace(key_of(rows[i]), i);
  }
}

std::uint32_t Ledger::row_for(const LedgerRow& key) {
  const auto [found, is_new] =
      row_places_.try_emplace(key_of(key), static_cast<std::uint32_t>(rows.size()));
  if (is_new) {
    rows.push_back(key);
    rows.back().tokens = {};
  }
  return found->second;
}

// Of two files with the same line, the one whose path sorts first is where it counts.
bool Ledger::is_before(std::uint32_t file, std::uint32_t other) const {
  return strings[files[file].path] < strings[files[other].path];
}

base::Result<void> Ledger::add_use(const LedgerRow& key, const ScannedUse& use) {
  TRY_ASSIGN(const std::optional<UseRecord> known, uses_.find(use.key));
  const Tokens tokens = use.tokens();
  if (known) {
    if (known->row >= rows.size()) return base::Error{base::Code::parse_error, "no such row", ""};
    LedgerRow& row = rows[known->row];
    const UseRank rank = rank_of(tokens, use.is_sidechain);
    const UseRank known_rank = rank_of(known->tokens(), row.is_sidechain != 0);
    if (rank < known_rank || (rank == known_rank && !is_before(key.file, row.file))) return {};
    row.tokens -= known->tokens();
  }
  const std::uint32_t place = row_for(key);
  rows[place].tokens += tokens;
  uses_.put(record_of(use, place));
  return {};
}

LedgerRow Ledger::row_key(std::uint32_t file, const FileScan& scan, const ScannedUse& use) {
  LedgerRow row;
  row.file = file;
  row.day = day_of(use.time_ms);
  row.branch = strings.number_of(scan.words[use.branch]);
  row.model = strings.number_of(scan.words[use.model]);
  row.is_sidechain = use.is_sidechain ? 1 : 0;
  row.is_long = use.tokens().prompt() > limit_of(row.model) ? 1 : 0;
  return row;
}

base::Result<void> Ledger::add(std::uint32_t file, const FileScan& scan) {
  FileEntry& entry = files[file];
  if (entry.cwd == 0) entry.cwd = strings.number_of(scan.cwd);
  // A subagent's file belongs to the session that started it, and tells its own.
  if (!scan.session.empty() && strings[entry.agent].empty()) {
    entry.session = strings.number_of(scan.session);
  }
  entry.size = scan.end;
  entry.next = scan.next;
  entry.mark = scan.mark;
  entry.codex = scan.codex.total;
  entry.model = strings.number_of(scan.codex.model);
  entry.branch = strings.number_of(scan.codex.branch);
  if (scan.state) {
    entry.has_state = 1;
    entry.state_usd = scan.state->usd;
    entry.state_tokens = scan.state->tokens;
  }
  place_loaded_rows(file);
  for (const ScannedUse& use : scan.uses) TRY(add_use(row_key(file, scan, use), use));
  return {};
}

base::Result<void> Ledger::rebuild_rows() {
  TRY(uses_.load_all());
  const std::vector<LedgerRow> old = std::move(rows);
  rows.clear();
  row_places_.clear();
  is_added_to_ = true;
  rows_loaded_ = 0;
  for (UseRecord& record : uses_.slots()) {
    if (record.key.is_none()) continue;
    if (record.row >= old.size()) return base::Error{base::Code::parse_error, "no such row", ""};
    LedgerRow key = old[record.row];
    key.day = day_of(record.time_ms);
    key.is_long = record.tokens().prompt() > limit_of(key.model) ? 1 : 0;
    record.row = row_for(key);
    rows[record.row].tokens += record.tokens();
  }
  return {};
}

}  // namespace cost

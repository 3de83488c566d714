// All that the hosts' files told, each request once, summed up by file, day, branch and model.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cost/file_scan.h"
#include "cost/strings.h"
#include "cost/use_table.h"

namespace cost {

// The plain structs here are written to disk as they are; see snapshot.h.

struct FileEntry {
  std::uint32_t path = 0;     // Of the strings.
  std::uint32_t session = 0;  // The same.
  std::uint32_t agent = 0;    // The same: the type of a subagent; empty for the main conversation.
  std::uint32_t cwd = 0;      // The same.
  std::uint32_t model = 0;    // The same: Codex, what was used last.
  std::uint32_t branch = 0;   // The same: Codex.
  FileKind kind = FileKind::claude;
  std::uint32_t has_state = 0;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;  // As far as it was read.
  std::int64_t mtime_ns = 0;
  std::uint64_t next = 0;  // Behind the last whole line.
  UseKey mark;
  CodexTokens codex;
  double state_usd = 0;  // The host's own sum, where it has written one.
  Tokens state_tokens;
};

// A folder that was listed: while its time stands, its names do.
struct FolderEntry {
  std::uint32_t path = 0;
  std::uint32_t is_settled = 0;  // Its time was old enough when it was listed.
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t mtime_ns = 0;
};

struct LedgerRow {
  std::uint32_t file = 0;
  std::int32_t day = 0;  // Since 1970, in the ledger's own time zone.
  std::uint32_t branch = 0;
  std::uint32_t model = 0;
  std::uint32_t is_sidechain = 0;
  std::uint32_t is_long = 0;  // Each prompt was beyond the model's limit of ordinary prices.
  Tokens tokens;
};

// What a row depends on besides the files. Another basis needs other rows, but no other scan.
struct Basis {
  std::uint64_t id = 0;  // Equal where all of the rest is.
  // Seconds to add to a time to get the wall clock's.
  std::function<std::int64_t(std::int64_t time_ms)> local_offset;
  // Beyond how many tokens a prompt has the long price; UINT64_MAX: never.
  std::function<std::uint64_t(std::string_view model)> long_prompt_above;
};

class Ledger {
 public:
  explicit Ledger(Basis basis) : basis_(std::move(basis)) {}

  Strings strings;
  std::vector<FileEntry> files;
  std::vector<FolderEntry> folders;
  std::vector<LedgerRow> rows;

  // Takes in what a file told; files must come in the order of their paths within one call series.
  // Fails only where the table on disk cannot be read.
  base::Result<void> add(std::uint32_t file, const FileScan& scan);

  UseTable& uses() { return uses_; }
  const Basis& basis() const { return basis_; }
  // Makes the rows anew for the ledger's basis, from rows of another one.
  base::Result<void> rebuild_rows();

 private:
  std::uint32_t row_for(const LedgerRow& key);
  void place_loaded_rows(std::uint32_t file);
  LedgerRow row_key(std::uint32_t file, const FileScan& scan, const ScannedUse& use);
  bool is_before(std::uint32_t file, std::uint32_t other) const;
  base::Result<void> add_use(const LedgerRow& key, const ScannedUse& use);
  std::int32_t day_of(std::int64_t time_ms);
  std::uint64_t limit_of(std::uint32_t model);

  // What makes a row one of its own.
  struct RowKey {
    std::uint32_t file, day, branch, model, is_sidechain, is_long;
    bool operator==(const RowKey&) const = default;
  };
  struct RowKeyHash {
    std::size_t operator()(const RowKey& key) const;
  };
  static RowKey key_of(const LedgerRow& row);

  Basis basis_;
  UseTable uses_;
  // Of files that were added to: of those that were only loaded nobody asks for a row.
  std::unordered_map<RowKey, std::uint32_t, RowKeyHash> row_places_;
  std::size_t rows_loaded_ = 0;  // How many were there before anything was added.
  bool is_added_to_ = false;
  std::unordered_map<std::uint32_t, std::uint64_t> limits_;
  std::int64_t offset_hour_ = INT64_MIN;  // The hour that the next one is known for.
  std::int64_t offset_seconds_ = 0;
};

}  // namespace cost

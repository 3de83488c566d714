// What one file of a host tells from an offset on. Files are scanned side by side: nothing here
// knows of another one.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cost/claude_line.h"
#include "cost/codex_line.h"
#include "cost/gemini_record.h"
#include "cost/use_key.h"
#include "os/files.h"

namespace cost {

enum class FileKind : std::uint32_t { claude, codex, gemini };

// One request. A line of the same request that knows less is gone already where it was a neighbour.
struct ScannedUse {
  UseKey key;
  std::int64_t time_ms = 0;
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  std::uint32_t cache_read = 0;
  std::uint32_t cache_write_5m = 0;
  std::uint32_t cache_write_1h = 0;
  std::uint32_t web_searches = 0;
  std::uint32_t model = 0;   // Place in FileScan::words.
  std::uint32_t branch = 0;  // The same.
  bool is_sidechain = false;

  Tokens tokens() const;
};

// Which of two lines of one request counts: the host writes a message several times while it grows,
// and copies lines into a resumed session's file. A line of the main conversation goes before a
// copy in a side one; then the one with more tokens, which is the later state; then the first.
struct UseRank {
  bool is_main = false;
  std::uint64_t tokens = 0;
  auto operator<=>(const UseRank&) const = default;
};
UseRank rank_of(const Tokens& tokens, bool is_sidechain);

// What a rollout must remember from one scan to the next: its counts are sums since the beginning.
struct CodexState {
  CodexTokens total;
  std::string model;
  std::string branch;
};

struct FileScan {
  std::vector<ScannedUse> uses;
  std::vector<std::string> words;        // Names of models and branches.
  std::string cwd;                       // The first that was named.
  std::string session;                   // Gemini, the last: the file's name has but a part.
  std::optional<ClaudeCostState> state;  // The last one.
  CodexState codex;
  std::uint64_t end = 0;
  std::uint64_t next = 0;     // Where to go on: behind the last whole line.
  UseKey mark;                // Of what was read: a file that was rewritten has another one.
  bool is_rewritten = false;  // The mark that was expected is not there. Then nothing else is set.
};

struct ScanStart {
  FileKind kind = FileKind::claude;
  std::uint64_t offset = 0;
  UseKey mark;  // As the scan before it left it; none at the beginning.
  CodexState codex;
};

// `buffer` is the caller's to reuse.
base::Result<FileScan> scan_file(os::FileSystem& files, const os::Path& path, ScanStart start,
                                 std::vector<char>& buffer);

}  // namespace cost

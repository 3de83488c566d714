#include "cost/file_scan.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/text.h"
#include "cost/byte_search.h"
#include "cost/line_blocks.h"

namespace cost {
namespace {

constexpr std::uint64_t kHeadBytes = 256;
constexpr std::uint64_t kTailBytes = 1024;
constexpr std::size_t kWordBytesMax = 256;

std::uint32_t narrow(std::uint64_t count) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
}

// The words of one file, each once.
class Words {
 public:
  explicit Words(std::vector<std::string>& words) : words_(words) {}

  std::uint32_t place_of(std::string_view word) {
    word = base::clip_utf8(word, kWordBytesMax);
    if (last_ < words_.size() && words_[last_] == word) return last_;
    const auto [found, is_new] =
        places_.try_emplace(std::string(word), static_cast<std::uint32_t>(words_.size()));
    if (is_new) words_.emplace_back(word);
    last_ = found->second;
    return last_;
  }

 private:
  std::vector<std::string>& words_;
  std::unordered_map<std::string, std::uint32_t> places_;
  std::uint32_t last_ = 0;
};

class Scanner {
 public:
  Scanner(FileKind kind, std::uint64_t seed, FileScan& scan)
      : kind_(kind), seed_(seed), scan_(scan), models_(scan.words), branches_(scan.words) {}

  void take(std::string_view lines, std::uint64_t offset) {
    switch (kind_) {
      case FileKind::claude:
        return take_claude(lines, offset);
      case FileKind::codex:
        return take_codex(lines);
      case FileKind::gemini:
        return take_gemini(lines);
    }
  }

  // A line, or the whole of a file that is one record.
  void take_gemini_record(std::string_view text) {
    const auto record = read_gemini_record(text);
    if (!record) return;
    if (!record->session.empty()) {
      scan_.session = base::clip_utf8(record->session, kWordBytesMax);
    }
    for (const GeminiUse& use : record->uses) {
      ScannedUse added = scanned(use.tokens);
      // A message is written again as it grows, and into the file of a session that goes on.
      added.key = hash_of(use.id, static_cast<std::uint64_t>(FileKind::gemini) + 1);
      added.time_ms = use.time_ms;
      added.model = models_.place_of(use.model);
      added.branch = branches_.place_of("");
      add(added);
    }
  }

 private:
  void take_claude(std::string_view lines, std::uint64_t offset) {
    const char* const begin = lines.data();
    const char* const end = begin + lines.size();
    for (const char* at = begin; at < end;) {
      const char* const key = find_usage_key(at, end);
      if (key == end) return;
      const auto before = static_cast<std::size_t>(key - at);
      const auto* const line_break = static_cast<const char*>(::memrchr(at, '\n', before));
      const char* const line = line_break == nullptr ? at : line_break + 1;
      const auto* const line_end =
          static_cast<const char*>(std::memchr(key, '\n', static_cast<std::size_t>(end - key)));
      take_claude_line({line, static_cast<std::size_t>(line_end - line)},
                       offset + static_cast<std::uint64_t>(line - begin));
      at = line_end + 1;
    }
  }

  void take_claude_line(std::string_view line, std::uint64_t offset) {
    if (const auto use = read_claude_use(line)) {
      add_claude(*use, offset);
    } else if (auto state = read_cost_state(line)) {
      scan_.state = *state;
    }
  }

  void add_claude(const ClaudeUse& use, std::uint64_t offset) {
    if (scan_.cwd.empty()) scan_.cwd = base::clip_utf8(use.cwd, 4096);
    // Without an id nothing can be a copy of it.
    const UseKey key = use.message_id.empty() ? hash_of(std::to_string(offset), seed_)
                                              : message_key(use.message_id, use.request_id);
    ScannedUse added = scanned(use.tokens);
    added.key = key;
    added.time_ms = use.time_ms;
    added.is_sidechain = use.is_sidechain;
    added.model = models_.place_of(use.model);
    added.branch = branches_.place_of(use.branch);
    add(added);
  }

  static ScannedUse scanned(const Tokens& tokens) {
    ScannedUse use;
    use.input = narrow(tokens.input);
    use.output = narrow(tokens.output);
    use.cache_read = narrow(tokens.cache_read);
    use.cache_write_5m = narrow(tokens.cache_write_5m);
    use.cache_write_1h = narrow(tokens.cache_write_1h);
    use.web_searches = narrow(tokens.web_searches);
    return use;
  }

  void add(const ScannedUse& use) {
    Tokens tokens = use.tokens();
    tokens.requests = 0;
    if (tokens == Tokens{}) return;  // Made up by the host: no model was asked.
    if (!scan_.uses.empty() && scan_.uses.back().key == use.key) {
      ScannedUse& last = scan_.uses.back();
      if (rank_of(use.tokens(), use.is_sidechain) > rank_of(last.tokens(), last.is_sidechain)) {
        last = use;
      }
      return;
    }
    scan_.uses.push_back(use);
  }

  void take_codex(std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t size = lines.find('\n');
      if (may_tell(lines.substr(0, size))) take_codex_line(lines.substr(0, size));
      lines.remove_prefix(size + 1);
    }
  }

  // A line of a rollout names its kind before its payload.
  static bool may_tell(std::string_view line) {
    constexpr std::size_t kKindBytes = 256;
    const std::string_view head = line.substr(0, kKindBytes);
    for (const std::string_view kind :
         {"\"token_count\"", "\"token_usage_record\"", "\"turn_context\"", "\"session_meta\""}) {
      if (head.find(kind) != std::string_view::npos) return true;
    }
    return false;
  }

  void take_codex_line(std::string_view text) {
    const auto line = read_codex_line(text);
    if (!line) return;
    if (!line->model.empty()) scan_.codex.model = base::clip_utf8(line->model, kWordBytesMax);
    if (!line->branch.empty()) scan_.codex.branch = base::clip_utf8(line->branch, kWordBytesMax);
    if (scan_.cwd.empty()) scan_.cwd = base::clip_utf8(line->cwd, 4096);
    const auto time = milliseconds_of(line->time);
    if (line->total && time) add_codex(*line, *time);
  }

  // Counts are sums, so that an event said twice adds nothing. Where they fall, the thread began
  // anew and the event tells its own request.
  void add_codex(const CodexLine& line, std::int64_t time_ms) {
    const CodexTokens& total = *line.total;
    CodexTokens& before = scan_.codex.total;
    CodexTokens used = line.last.value_or(total);
    if (!total.is_below(before)) {
      used = {total.input - before.input, total.cached - before.cached,
              total.cache_write - before.cache_write, total.output - before.output};
    }
    before = total;
    ScannedUse added = scanned(tokens_of(used));
    // A forked thread's file begins with the lines of the one it came from.
    added.key = hash_of(std::string(line.time) + "/" + std::to_string(total.input) + "/" +
                            std::to_string(total.output),
                        static_cast<std::uint64_t>(FileKind::codex) + 1);
    added.time_ms = time_ms;
    added.model = models_.place_of(scan_.codex.model);
    added.branch = branches_.place_of(scan_.codex.branch);
    add(added);
  }

  void take_gemini(std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t size = lines.find('\n');
      const std::string_view line = lines.substr(0, size);
      if (line.find("\"tokens\"") != std::string_view::npos ||
          line.find("\"sessionId\"") != std::string_view::npos) {
        take_gemini_record(line);
      }
      lines.remove_prefix(size + 1);
    }
  }

  FileKind kind_;
  std::uint64_t seed_;
  FileScan& scan_;
  Words models_;
  Words branches_;
};

// The hash of what the file begins with and of the bytes before `offset`: one that was rewritten
// differs in one of the two, since lines have ids and times.
base::Result<UseKey> mark_before(os::File& file, std::uint64_t offset) {
  if (offset == 0) return UseKey{};
  const auto piece = [&](std::uint64_t begin, std::uint64_t size) {
    return file.read_at(begin, static_cast<std::size_t>(size));
  };
  const std::uint64_t tail_size = std::min(offset, kTailBytes);
  TRY_ASSIGN(const std::string head, piece(0, std::min(offset, kHeadBytes)));
  TRY_ASSIGN(const std::string tail, piece(offset - tail_size, tail_size));
  return hash_of(head + tail);
}

// Older versions of Gemini CLI wrote a session as one record, again and again.
bool is_one_record(const os::Path& path, FileKind kind) {
  return kind == FileKind::gemini && path.extension() == ".json";
}

// Such a file is known as it is or not at all: messages may have gone from it.
base::Result<FileScan> scan_one_record(os::File& file, std::uint64_t size, const ScanStart& start) {
  FileScan scan;
  scan.is_rewritten = start.offset != 0;
  if (scan.is_rewritten) return scan;
  std::string text;
  if (size <= kLineBytesMax) {
    TRY_ASSIGN(text, file.read_at(0, static_cast<std::size_t>(size)));
  }
  Scanner(start.kind, 0, scan).take_gemini_record(text);
  scan.end = scan.next = size;
  TRY_ASSIGN(scan.mark, mark_before(file, size));
  return scan;
}

}  // namespace

Tokens ScannedUse::tokens() const {
  return {input, output, cache_read, cache_write_5m, cache_write_1h, web_searches, 1};
}

UseRank rank_of(const Tokens& tokens, bool is_sidechain) {
  return {!is_sidechain, tokens.prompt() + tokens.output};
}

base::Result<FileScan> scan_file(os::FileSystem& files, const os::Path& path, ScanStart start,
                                 std::vector<char>& buffer) {
  FileScan scan;
  TRY_ASSIGN(const auto file, files.open(path, {.follow_links = false}));
  TRY_ASSIGN(const os::FileInfo info, file->info());
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::io, path.native() + ": is not a regular file", ""};
  }
  if (is_one_record(path, start.kind)) return scan_one_record(*file, info.size, start);
  TRY_ASSIGN(const UseKey mark, mark_before(*file, start.offset));
  if (mark != start.mark) {
    scan.is_rewritten = true;
    return scan;
  }
  scan.codex = std::move(start.codex);
  Scanner scanner(start.kind, hash_of(path.native()).low, scan);
  TRY_ASSIGN(const LinesRead read,
             each_block_of_lines(*file, start.offset, info.size, buffer,
                                 [&](std::string_view lines, std::uint64_t offset) {
                                   scanner.take(lines, offset);
                                 }));
  scan.end = read.end;
  scan.next = read.next;
  TRY_ASSIGN(scan.mark, mark_before(*file, scan.next));
  return scan;
}

}  // namespace cost

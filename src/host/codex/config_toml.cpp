#include "host/codex/config_toml.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/hook_file.h"
#include "host/server_entry.h"
#include "host/shell_words.h"

namespace host::codex {
namespace {

constexpr std::string_view kBegin = "# holdfast: the MCP server, put in by `holdfast init`";
constexpr std::string_view kEnd = "# holdfast: end";
constexpr std::string_view kCommand = "command = ";

// A basic string of TOML is one of JSON, with the same escapes.
std::string quoted(const std::string& text) { return base::dump_line(base::Json(text)); }

std::string table_of(const os::Path& program) {
  return "[mcp_servers." + std::string(kServerName) + "]\n" + std::string(kCommand) +
         quoted(program.native()) + "\nargs = [\"mcp\"]\n";
}

std::string block_of(const os::Path& program) {
  return std::string(kBegin) + "\n" + table_of(program) + std::string(kEnd) + "\n";
}

// Where our table stands, from its mark or header to what comes next. Codex rewrites the file and
// puts tables of its own in front of a comment, so the last mark may stand behind those.
struct Block {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string program;
};

std::optional<std::size_t> line_at(std::string_view text, std::string_view line) {
  for (std::size_t at = text.find(line); at != std::string_view::npos;
       at = text.find(line, at + 1)) {
    const std::size_t end = at + line.size();
    const bool is_whole = (at == 0 || text[at - 1] == '\n') &&
                          (end == text.size() || text[end] == '\n' || text[end] == '\r');
    if (is_whole) return at;
  }
  return std::nullopt;
}

std::size_t after_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

std::optional<Block> block_in(std::string_view text) {
  const std::string header = "[mcp_servers." + std::string(kServerName) + "]";
  const auto found = line_at(text, header);
  if (!found) return std::nullopt;
  Block block{*found, after_line(text, *found), ""};
  const std::string mark = std::string(kBegin) + "\n";
  const bool has_mark = text.substr(0, *found).ends_with(mark);
  if (has_mark) block.begin -= mark.size();
  while (block.end < text.size() && text[block.end] != '[') {
    const std::size_t next = after_line(text, block.end);
    const std::string_view line = text.substr(block.end, next - block.end);
    block.end = next;
    if (line.starts_with(kEnd)) break;
    if (!line.starts_with(kCommand)) continue;
    const auto value = base::parse_json(line.substr(kCommand.size()));
    if (value.ok() && value->is_string()) block.program = value->get<std::string>();
  }
  if (!has_mark && !is_our_program(block.program)) return std::nullopt;
  return block;
}

void cut(std::string& text, std::size_t begin, std::size_t end) {
  // A file without a final newline got the one that ends its last line from us.
  const bool is_last = end == text.size() && !text.ends_with('\n');
  if (is_last && begin > 0) --begin;
  text.erase(begin, end - begin);
}

std::string without_block(std::string text, const Block& block) {
  cut(text, block.begin, block.end);
  if (const auto mark = line_at(text, kEnd)) cut(text, *mark, after_line(text, *mark));
  return text;
}

// Multi-line strings that are still open at the end would swallow a table.
bool is_open_at_end(std::string_view text) {
  for (const std::string_view quote : {"\"\"\"", "'''"}) {
    int count = 0;
    for (std::size_t at = text.find(quote); at != std::string_view::npos;
         at = text.find(quote, at + quote.size())) {
      ++count;
    }
    if (count % 2 != 0) return true;
  }
  return false;
}

// Servers as one value (`mcp_servers = {…}`) cannot be added to by a table.
bool has_servers_as_value(std::string_view text) {
  const auto lines = base::split(text, '\n');
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    line = base::trim(line);
    if (!line.starts_with("mcp_servers")) return false;
    return base::trim(line.substr(std::string_view("mcp_servers").size())).starts_with('=');
  });
}

}  // namespace

bool TomlServerPart::may_be_in(std::string_view text) const {
  return text.find(kServerName) != std::string_view::npos;
}

base::Result<std::vector<OurHook>> TomlServerPart::find(const std::string& text) const {
  const auto block = block_in(text);
  if (!block) return std::vector<OurHook>{};
  return std::vector<OurHook>{{"", block->program}};
}

base::Result<std::string> TomlServerPart::with_ours(const std::optional<std::string>& text,
                                                    const PartForm& form) const {
  TRY(check_program(form.program));
  const std::string block = block_of(form.program);
  if (!text) return block;
  const auto there = block_in(*text);
  if (there && there->program == form.program.native()) return *text;
  const std::string rest = there ? without_block(*text, *there) : *text;
  // A table of that name would be there twice, and Codex would refuse the whole file.
  if (may_be_in(rest) || has_servers_as_value(rest)) {
    return base::Error{base::Code::exists, "session-state is another program there", ""};
  }
  if (is_open_at_end(rest)) {
    return base::Error{base::Code::parse_error, "not TOML: a string is not closed",
                       "Correct the file."};
  }
  if (rest.empty() || rest.ends_with('\n')) return rest + block;
  return rest + "\n" + block.substr(0, block.size() - 1);
}

base::Result<std::optional<std::string>> TomlServerPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  const auto block = block_in(text);
  const bool is_meant = block && (!kind || OurHook{"", block->program}.kind() == *kind);
  if (!is_meant) return std::optional<std::string>(text);
  std::string rest = without_block(text, *block);
  if (rest.empty()) return std::optional<std::string>();
  return std::optional<std::string>(std::move(rest));
}

std::string TomlServerPart::by_hand(const PartForm& form) const { return table_of(form.program); }

std::string TomlServerPart::how_to_add(const std::string&, const PartForm& form) const {
  return "run `codex mcp add " + std::string(kServerName) + " -- " +
         quoted_for_shell(form.program) + " mcp`";
}

}  // namespace host::codex

#include "host/codex/config_toml.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/codex/toml.h"
#include "host/codex/trust.h"
#include "host/hook_file.h"
#include "host/server_entry.h"
#include "host/shell_words.h"

namespace host::codex {
namespace {

constexpr std::string_view kBegin = "# holdfast: the MCP server, put in by `holdfast init`";
constexpr std::string_view kEnd = "# holdfast: end";

// A basic string of TOML is one of JSON, with the same escapes.
std::string quoted(const std::string& text) { return base::dump_line(base::Json(text)); }

std::string table_of(const os::Path& program) {
  return "[mcp_servers." + std::string(kServerName) + "]\ncommand = " + quoted(program.native()) +
         "\nargs = [\"mcp\"]\n";
}

std::string block_of(const os::Path& program) {
  return std::string(kBegin) + "\n" + table_of(program) + std::string(kEnd) + "\n";
}

TomlPath server_path() { return {"mcp_servers", std::string(kServerName)}; }

// Our server. Codex rewrites the file and puts tables of its own in front of a comment, so the last
// mark may stand behind those.
struct Server {
  TomlRange table;  // From its mark or header to what comes next.
  std::string program = {};
  // With those below it, which without it Codex takes for a server of their own.
  std::vector<TomlRange> tables = {};
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

using ItemPlace = std::vector<TomlItem>::const_iterator;

ItemPlace next_header(const std::vector<TomlItem>& items, ItemPlace header) {
  return std::find_if(header + 1, items.end(), [](const TomlItem& item) { return item.is_header; });
}

// A comment behind the last value may be about the table that comes next, and stays with it; the
// last mark is ours.
TomlRange table_lines(std::string_view text, const std::vector<TomlItem>& items, ItemPlace header) {
  const ItemPlace next = next_header(items, header);
  TomlRange lines{header->lines.begin, (next - 1)->lines.end};
  const std::string mark = std::string(kBegin) + "\n";
  if (text.substr(0, lines.begin).ends_with(mark)) lines.begin -= mark.size();
  const std::size_t stop = next == items.end() ? text.size() : next->lines.begin;
  const auto last = line_at(text.substr(0, stop).substr(lines.end), kEnd);
  if (last) lines.end = after_line(text, lines.end + *last);
  return lines;
}

std::vector<TomlRange> our_tables(std::string_view text, const std::vector<TomlItem>& items,
                                  ItemPlace server) {
  const auto is_ours = [&](ItemPlace header) {
    const bool is_below = header->path.size() > server_path().size();
    return header == server || (is_below && starts_with(header->path, server_path()));
  };
  std::vector<TomlRange> ranges;
  for (ItemPlace header = items.begin(); header != items.end(); ++header) {
    if (!header->is_header || !is_ours(header)) continue;
    TomlRange lines = table_lines(text, items, header);
    const ItemPlace next = next_header(items, header);
    if (next != items.end() && is_ours(next)) lines.end = next->lines.begin;
    if (!ranges.empty() && ranges.back().end >= lines.begin) {
      ranges.back().end = lines.end;
    } else {
      ranges.push_back(lines);
    }
  }
  return ranges;
}

std::optional<Server> server_in(std::string_view text) {
  const std::vector<TomlItem> items = toml_items(text);
  const ItemPlace header = std::find_if(items.begin(), items.end(), [](const TomlItem& item) {
    return item.is_header && item.path == server_path();
  });
  if (header == items.end()) return std::nullopt;
  Server server{.table = table_lines(text, items, header)};
  TomlPath command = server_path();
  command.emplace_back("command");
  for (ItemPlace item = header + 1; item != next_header(items, header); ++item) {
    if (item->path == command) server.program = toml_string(item->value).value_or("");
  }
  const bool has_mark = server.table.begin != header->lines.begin;
  if (!has_mark && !is_our_program(server.program)) return std::nullopt;
  server.tables = our_tables(text, items, header);
  return server;
}

void cut(std::string& text, TomlRange range) {
  // A file without a final newline got the one that ends its last line from us.
  const bool is_last = range.end == text.size() && !text.ends_with('\n');
  if (is_last && range.begin > 0) --range.begin;
  text.erase(range.begin, range.end - range.begin);
}

std::string without(std::string text, const std::vector<TomlRange>& ranges) {
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) cut(text, *range);
  if (const auto mark = line_at(text, kEnd)) cut(text, {*mark, after_line(text, *mark)});
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
  const auto server = server_in(text);
  if (!server) return std::vector<OurHook>{};
  return std::vector<OurHook>{{"", server->program}};
}

base::Result<std::string> TomlServerPart::with_ours(const std::optional<std::string>& text,
                                                    const PartForm& form) const {
  TRY(check_program(form.program));
  const std::string block = block_of(form.program);
  if (!text) return block;
  const auto there = server_in(*text);
  if (there && there->program == form.program.native()) return *text;
  // What a person set in the tables below ours holds for the new program too.
  const std::string rest = there ? without(*text, {there->table}) : *text;
  const std::string others = there ? without(*text, there->tables) : *text;
  // A table of that name would be there twice, and Codex would refuse the whole file.
  if (may_be_in(others) || has_servers_as_value(others)) {
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
  const auto server = server_in(text);
  const bool is_meant = server && (!kind || OurHook{"", server->program}.kind() == *kind);
  if (!is_meant) return std::optional<std::string>(text);
  std::string rest = without(text, server->tables);
  if (rest.empty()) return std::optional<std::string>();
  return std::optional<std::string>(std::move(rest));
}

std::string TomlServerPart::obstacle(const std::string& text) const {
  return hooks_feature_off(text);
}

void TomlServerPart::take_standing(const std::string& text, Standing& standing) const {
  constexpr std::array<const char*, 6> kStarting{"command", "args", "cwd", "env", "url", "enabled"};
  const std::string name(kServerName);
  std::string entry;
  for (const char* const member : kStarting) {
    const auto value = toml_value(text, {"mcp_servers", name, member});
    if (value) entry += std::string(member) + "=" + *value + "\n";
  }
  if (server_in(text)) {
    standing.add_ours("server " + entry, "the MCP server " + name);
  } else if (!entry.empty()) {
    standing.add_against("server " + entry, "another program as the MCP server " + name);
  }
  const std::string why = hooks_feature_off(text);
  if (!why.empty()) standing.add_against(why, "a switch by which no hook is asked (" + why + ")");
  for (const TomlItem& item : toml_items(text)) {
    const bool is_trust = item.path.size() == 3 && item.path[0] == "projects" &&
                          item.path[2] == "trust_level" && toml_string(item.value) == "untrusted";
    if (!is_trust) continue;
    standing.add_against(item.path[1],
                         item.path[1] + " untrusted, by which a project's hooks are not asked");
  }
}

std::string TomlServerPart::by_hand(const PartForm& form) const { return table_of(form.program); }

std::string TomlServerPart::how_to_add(const std::string&, const PartForm& form) const {
  return "run `codex mcp add " + std::string(kServerName) + " -- " +
         quoted_for_shell(form.program) + " mcp`";
}

}  // namespace host::codex

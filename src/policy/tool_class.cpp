#include "policy/tool_class.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/file_tool.h"

namespace policy {
namespace {

constexpr std::string_view kMcpPrefix = "mcp__";

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "serena" of "mcp__serena__read_memory". Ends at the first separator, so that nothing in a tool's
// own name can pass for a server. Empty where `tool` is not a server's.
std::string_view server_of(std::string_view tool) {
  if (!tool.starts_with(kMcpPrefix)) return {};
  tool.remove_prefix(kMcpPrefix.size());
  const std::size_t end = tool.find("__");
  if (end == std::string_view::npos || end + 2 == tool.size()) return {};
  return tool.substr(0, end);
}

std::string_view own_name(std::string_view tool) {
  const std::string_view server = server_of(tool);
  return server.empty() ? std::string_view() : tool.substr(kMcpPrefix.size() + server.size() + 2);
}

// "readTextFile" and "read_text-file" are read, text, file.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool begins = base::is_upper(name[at]) && at > 0 && !base::is_upper(name[at - 1]);
    if ((begins || !base::is_alnum(name[at])) && !words.back().empty()) words.emplace_back();
    if (base::is_alnum(name[at])) words.back() += base::to_lower(name[at]);
  }
  return words;
}

// Whether a server's tool has one of these words in its own name.
template <std::size_t N>
bool has_word(std::string_view tool, const std::array<std::string_view, N>& words) {
  const std::vector<std::string> own = words_of(own_name(tool));
  return std::any_of(own.begin(), own.end(),
                     [&](const std::string& word) { return contains(words, word); });
}

// What mcp/tools offers, in the order of the bytes; a test there holds the two together.
constexpr auto kOwnTools = std::to_array<std::string_view>({
    "advance_phase",
    "agent_invocation_add",
    "agent_invocation_complete",
    "cortex_session_continue",
    "decision_add",
    "get_blocked_reason",
    "handoff_accept",
    "handoff_add",
    "handoff_list",
    "record_evidence",
    "requirement_approve",
    "requirement_clear",
    "requirement_satisfy",
    "requirement_status",
    "session_add_commit",
    "session_chain",
    "session_compact",
    "session_complete_checkpoint",
    "session_complete_phase",
    "session_create",
    "session_end",
    "session_get",
    "session_get_state",
    "session_init_build",
    "session_list",
    "session_onboard",
    "session_set_git",
    "session_set_mode",
    "session_set_status",
    "session_start",
    "session_start_checkpoint",
    "session_transition_phase",
    "session_update_git",
    "validate_gate",
    "verdict_add",
    "working_memory",
});
static_assert(std::is_sorted(kOwnTools.begin(), kOwnTools.end()));

// Letters and the few signs that no shell reads, in any place of a word. Bytes beyond ASCII are
// left out because a locale may take one of them for a blank.
bool is_plain(char c) {
  constexpr std::string_view kPlainSigns = " _-./:=,@+%";
  return base::is_alnum(c) || kPlainSigns.find(c) != std::string_view::npos;
}

// Options of git that write a file or start a program. Git takes any unambiguous beginning of an
// option for the whole, and "--output=x" for "--output x".
bool is_harmful_option(std::string_view word) {
  constexpr std::array<std::string_view, 2> kHarmful{"--output", "--ext-diff"};
  const std::string_view name = word.substr(0, word.find('='));
  return std::any_of(kHarmful.begin(), kHarmful.end(), [&](std::string_view harmful) {
    return name.starts_with(harmful) || (name.size() > 2 && harmful.starts_with(name));
  });
}

}  // namespace

bool is_readonly_tool(std::string_view tool, const model::Config& config) {
  // These change nothing and send nothing away. A list that leaves them out would let nobody look
  // at what is wrong.
  constexpr std::array<std::string_view, 5> kAlways{"Read", "Glob", "Grep", "LS", "LSP"};
  if (tool.empty()) return false;
  if (contains(kAlways, tool)) return true;
  const auto& patterns = config.gate_readonly_tools;
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return base::matches_wildcard(pattern, tool);
  });
}

bool is_own_tool(std::string_view tool) {
  constexpr std::array<std::string_view, 4> kServers{"session-state", "session_state", "brain",
                                                     "holdfast"};
  constexpr std::string_view kPlugin = "plugin_holdfast_";
  const std::string_view server = server_of(tool);
  const bool is_our_server =
      contains(kServers, server) || (server.starts_with(kPlugin) && server.size() > kPlugin.size());
  return is_our_server && std::binary_search(kOwnTools.begin(), kOwnTools.end(), own_name(tool));
}

std::span<const std::string_view> own_tool_names() { return kOwnTools; }

bool is_server_tool(std::string_view tool) { return tool.starts_with(kMcpPrefix); }

bool only_looks_by_name(std::string_view tool) {
  constexpr auto kLooking =
      std::to_array<std::string_view>({"read", "get", "list", "ls", "search", "find", "view",
                                       "show", "stat", "info", "tree", "overview"});
  constexpr auto kChanging = std::to_array<std::string_view>(
      {"write",   "edit",   "create", "delete",   "remove",  "rm",     "move",   "rename",
       "replace", "insert", "append", "add",      "put",     "set",    "update", "save",
       "patch",   "apply",  "copy",   "upload",   "modify",  "change", "make",   "mkdir",
       "touch",   "run",    "exec",   "execute",  "command", "shell",  "sync",   "restore",
       "revert",  "clear",  "drop",   "truncate", "link",    "unlink", "sed",    "download"});
  return has_word(tool, kLooking) && !has_word(tool, kChanging);
}

bool takes_trees_by_name(std::string_view tool) {
  constexpr auto kTaking = std::to_array<std::string_view>(
      {"delete", "remove", "rm", "move", "mv", "rename", "clear", "trash"});
  return is_server_tool(tool) && has_word(tool, kTaking);
}

bool is_memory_server_tool(std::string_view tool) {
  const std::string_view server = server_of(tool);
  return server == "serena" || base::matches_wildcard("plugin_*serena*", server);
}

bool is_file_writing_tool(std::string_view tool) { return model::writes_files(tool); }

bool may_change_files(std::string_view tool, const model::Config& config) {
  if (is_file_writing_tool(tool)) return true;
  const bool is_harmless = is_own_tool(tool) || is_readonly_tool(tool, config);
  return is_server_tool(tool) && !is_harmless && !only_looks_by_name(tool);
}

bool is_memory_writing_tool(std::string_view tool) {
  // Wider than is_memory_server_tool: that one allows, this one denies.
  constexpr std::array<std::string_view, 4> kPatterns{
      "mcp__*serena*__write_memory", "mcp__*serena*__edit_memory", "mcp__*serena*__delete_memory",
      "mcp__*serena*__rename_memory"};
  const std::string lower = base::to_lower(tool);
  return std::any_of(kPatterns.begin(), kPatterns.end(), [&](std::string_view pattern) {
    return base::matches_wildcard(pattern, lower);
  });
}

bool is_plain_looking_command(std::string_view command) {
  constexpr std::array<std::string_view, 6> kVerbs{"status", "log",       "diff",
                                                   "show",   "rev-parse", "ls-files"};
  if (!std::all_of(command.begin(), command.end(), is_plain)) return false;
  std::vector<std::string_view> words = base::split(command, ' ');
  words.erase(std::remove(words.begin(), words.end(), std::string_view{}), words.end());
  if (words.empty()) return false;
  if (words[0] == "ls") return true;
  if (words[0] != "git" || words.size() < 2 || !contains(kVerbs, words[1])) return false;
  return std::none_of(words.begin() + 2, words.end(), is_harmful_option);
}

}  // namespace policy

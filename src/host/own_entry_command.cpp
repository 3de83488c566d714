#include "host/own_entry_command.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "host/our_hook.h"
#include "host/server_entry.h"

namespace host {
namespace {

using Words = std::vector<std::string>;

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Where the host's own words begin; nothing where no host is called.
std::optional<std::size_t> words_of_host(const Words& words) {
  constexpr std::array<std::string_view, 8> kHosts{
      "claude", "codex", "gemini", "copilot", "cursor-agent", "opencode", "openclaw", "cline"};
  constexpr std::array<std::string_view, 4> kStarters{"npx", "bunx", "pnpx", "pnpm"};
  constexpr std::array<std::string_view, 7> kPackages{"@anthropic-ai/claude-code",
                                                      "@openai/codex",
                                                      "@google/gemini-cli",
                                                      "@github/copilot",
                                                      "opencode-ai",
                                                      "openclaw",
                                                      "cline"};
  if (words.empty()) return std::nullopt;
  if (is_among(kHosts, words[0])) return 1;
  if (!is_among(kStarters, words[0])) return std::nullopt;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view name = std::string_view(words[i]).substr(0, words[i].find('@', 1));
    if (is_among(kHosts, name) || is_among(kPackages, name)) return i + 1;
  }
  return std::nullopt;
}

// "session-state", "holdfast@market".
bool names_ours(std::string_view word) {
  return word == kServerName || word.starts_with("holdfast");
}

bool starts_our_server(const Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (is_our_program(words[i]) && words[i + 1] == "mcp") return true;
  }
  return false;
}

bool takes_ours(const Words& words, std::size_t first) {
  constexpr std::array<std::string_view, 10> kTaking{"remove",    "rm",    "delete",   "disable",
                                                     "uninstall", "add",   "add-json", "set",
                                                     "unset",     "logout"};
  bool is_taking = false;
  for (std::size_t i = first; i < words.size(); ++i) {
    is_taking = is_taking || is_among(kTaking, words[i]);
    if (is_taking && names_ours(words[i])) return !starts_our_server(words);
  }
  return false;
}

// `claude plugin install x`: what a plugin brings may be asked before our hooks are.
bool loads_plugins(const Words& words, std::size_t first) {
  constexpr std::array<std::string_view, 4> kLoading{"install", "i", "enable", "update"};
  if (words.size() < first + 2) return false;
  const bool is_plugin = words[first] == "plugin" || words[first] == "plugins";
  const bool is_claude = words[0] == "claude" || words[first - 1].starts_with("@anthropic-ai/");
  return is_claude && is_plugin && is_among(kLoading, words[first + 1]);
}

// `codex features disable hooks`, `openclaw config set plugins.enabled false`.
bool switches_off(const Words& words, std::size_t first) {
  constexpr std::array<std::string_view, 4> kChanging{"disable", "set", "unset", "--disable"};
  constexpr std::array<std::string_view, 3> kSwitches{"hooks", "codex_hooks", "disableAllHooks"};
  bool is_changing = false;
  for (std::size_t i = first; i < words.size(); ++i) {
    is_changing = is_changing || is_among(kChanging, words[i]);
    const bool is_switch = is_among(kSwitches, words[i]) || words[i].starts_with("plugins.");
    if (is_changing && is_switch) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> own_entry_command(const policy::shell::ProgramCall& call) {
  const auto first = words_of_host(call.words);
  if (!first) return std::nullopt;
  const Words& words = call.words;
  if (!takes_ours(words, *first) && !loads_plugins(words, *first) && !switches_off(words, *first)) {
    return std::nullopt;
  }
  return base::join(words, " ");
}

}  // namespace host

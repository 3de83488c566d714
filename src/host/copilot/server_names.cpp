#include "host/copilot/server_names.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "host/server_entry.h"

namespace host::copilot {
namespace {

constexpr std::uint64_t kFileBytesMax = 256UL * 1024;
constexpr std::size_t kFoldersMax = 16;

// As the client spells a server in the names of its tools.
std::string spelled(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool continues_a_letter = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (continues_a_letter) continue;
    text += base::is_alnum(c) || c == '_' ? c : '-';
  }
  return text;
}

// The length of the longest server's name in the file that the tool's begins with.
std::size_t longest_in(const os::Path& file, std::string_view tool, os::System& system) {
  const auto text = system.files.read(file, {.bytes_max = kFileBytesMax});
  if (!text.ok()) return 0;
  const auto document = base::parse_json(*text);
  if (!document.ok() || !document->is_object()) return 0;
  const auto servers = document->find("mcpServers");
  if (servers == document->end() || !servers->is_object()) return 0;
  std::size_t longest = 0;
  for (const auto& server : servers->items()) {
    const std::string name = spelled(server.key());
    const bool is_it =
        tool.size() > name.size() + 1 && tool.starts_with(name) && tool[name.size()] == '-';
    if (is_it) longest = std::max(longest, name.size());
  }
  return longest;
}

// From the conversation's folder up to the project's; the project's alone where that is not above.
std::vector<os::Path> all_of(const ServerFolders& folders) {
  if (folders.project.empty()) return {folders.conversation};
  std::vector<os::Path> found;
  os::Path folder = folders.conversation;
  while (folder.has_relative_path() && folder != folders.project && found.size() < kFoldersMax) {
    found.push_back(folder);
    folder = folder.parent_path();
  }
  if (folder != folders.project) found.clear();
  found.push_back(folders.project);
  return found;
}

std::size_t longest_known(std::string_view tool, const ServerFolders& folders, os::System& system) {
  std::size_t longest = 0;
  const auto look = [&](const os::Path& file) {
    longest = std::max(longest, longest_in(file, tool, system));
  };
  for (const os::Path& folder : all_of(folders)) {
    if (!folder.is_absolute()) continue;
    look(folder / ".mcp.json");
    look(folder / ".github/mcp.json");
  }
  const os::Path moved = system.environment.text("COPILOT_HOME");
  const os::Path home = system.environment.text("HOME");
  const os::Path own = moved.empty() ? home / ".copilot" : moved;
  if (own.is_absolute()) look(own / "mcp-config.json");
  return longest;
}

}  // namespace

std::size_t server_end(std::string_view tool, const ServerFolders& folders, os::System& system) {
  const std::size_t last = tool.rfind('-');
  if (last == std::string_view::npos || last == 0 || last + 1 == tool.size()) {
    return std::string_view::npos;
  }
  const bool is_ours = tool.size() > kServerName.size() && tool.starts_with(kServerName) &&
                       tool[kServerName.size()] == '-';
  if (is_ours || tool.find('-') == last) return is_ours ? kServerName.size() : last;
  const std::size_t known = longest_known(tool, folders, system);
  return known == 0 ? last : known;
}

}  // namespace host::copilot

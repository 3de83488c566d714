#include "host/claude_code/client.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/claude_code/settings.h"
#include "host/shell_words.h"

namespace host::claude_code {
namespace {

constexpr std::string_view kPackage = "@anthropic-ai/claude-code";
constexpr ProgramVersion kFirstWithArguments{2, 1, 139};
constexpr ProgramVersion kFirstThatReadsMainWorktree{2, 1, 211};
// What is smaller only starts the client: its own code is megabytes.
constexpr std::uint64_t kLauncherBytesMax = 256ULL * 1024;
constexpr int kLaunchersMax = 4;

bool is_word(char c) { return base::is_alnum(c) || c == '_' || c == '$'; }

// Whether `word` stands in the text by itself, not as a part of a longer name.
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word(text[at - 1]);
    if (starts && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

struct Package {
  os::Path folder;
  std::optional<ProgramVersion> version;
};

// The npm package around a file, at most three folders up.
std::optional<Package> package_around(os::FileSystem& files, const os::Path& file) {
  os::Path folder = file.parent_path();
  for (int i = 0; i < 3 && folder.has_relative_path(); ++i, folder = folder.parent_path()) {
    const auto text = files.read(folder / "package.json", {.bytes_max = kLauncherBytesMax});
    if (!text.ok()) continue;
    const auto manifest = base::parse_json(*text);
    if (!manifest.ok() || !manifest->is_object()) continue;
    const auto name = manifest->find("name");
    if (name == manifest->end() || !name->is_string()) continue;
    // The package of one platform is called after the main one, and has its version.
    if (!name->get_ref<const std::string&>().starts_with(kPackage)) continue;
    const auto version = manifest->find("version");
    const bool has_version = version != manifest->end() && version->is_string();
    return Package{folder, has_version ? version_from_text(version->get_ref<const std::string&>())
                                       : std::nullopt};
  }
  return std::nullopt;
}

bool is_large(os::FileSystem& files, const os::Path& path) {
  const auto info = files.info(path);
  return info.ok() && info->kind == os::FileKind::regular && info->size > kLauncherBytesMax;
}

// The client's code in an npm package: a script of old, a program of the platform since.
std::optional<os::Path> code_in_package(os::FileSystem& files, const os::Path& folder) {
  if (is_large(files, folder / "cli.js")) return folder / "cli.js";
  for (const os::Path& place : {folder.parent_path(), folder / "node_modules" / "@anthropic-ai"}) {
    const auto names = files.list(place);
    if (!names.ok()) continue;
    for (const std::string& name : *names) {
      if (!name.starts_with("claude-code-")) continue;
      if (is_large(files, place / name / "claude")) return place / name / "claude";
    }
  }
  return std::nullopt;
}

// The absolute path that a small script starts: `exec "/home/me/.claude/local/…/claude" "$@"`.
std::optional<os::Path> started_by(os::FileSystem& files, const os::Path& launcher) {
  const auto text = files.read(launcher, {.bytes_max = kLauncherBytesMax});
  if (!text.ok()) return std::nullopt;
  for (const std::string_view line : base::split(*text, '\n')) {
    if (line.starts_with("#")) continue;
    const auto words = shell_words(line);
    if (!words) continue;
    for (const std::string& word : *words) {
      if (!word.starts_with('/') || word.find("claude") == std::string::npos) continue;
      const auto real = files.real_path(word);
      if (real.ok() && *real != launcher) return *real;
    }
  }
  return std::nullopt;
}

// From what is called `claude` to the file with the client's own code.
os::Path code_behind(os::FileSystem& files, os::Path file) {
  for (int i = 0; i < kLaunchersMax && !is_large(files, file); ++i) {
    if (const auto package = package_around(files, file)) {
      if (auto code = code_in_package(files, package->folder)) return *std::move(code);
    }
    auto next = started_by(files, file);
    if (!next) break;
    file = *std::move(next);
  }
  return file;
}

// The version as the client's code says it, or what a script prints. Other packages in the code
// have a VERSION too, so only the one beside the client's own name counts.
std::optional<ProgramVersion> version_in(std::string_view piece) {
  constexpr std::string_view kOwnName = "PACKAGE_URL:\"@anthropic-ai/claude-code\"";
  constexpr std::string_view kConstant = "VERSION:\"";
  constexpr std::string_view kPrinted = " (Claude Code)";
  constexpr std::size_t kNear = 200;
  for (std::size_t at = piece.find(kOwnName); at != std::string_view::npos;
       at = piece.find(kOwnName, at + 1)) {
    const std::string_view near = piece.substr(at, kNear);
    const std::size_t constant = near.find(kConstant);
    if (constant == std::string_view::npos) continue;
    if (const auto version = version_from_text(near.substr(constant + kConstant.size()))) {
      return version;
    }
  }
  for (std::size_t at = piece.find(kPrinted); at != std::string_view::npos;
       at = piece.find(kPrinted, at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && (base::is_digit(piece[begin - 1]) || piece[begin - 1] == '.')) --begin;
    if (const auto version = version_from_text(piece.substr(begin, at - begin))) return version;
  }
  return std::nullopt;
}

// Fills in what only the code itself tells.
void read_code(os::FileSystem& files, Client& client) {
  std::vector<std::string_view> wanted;
  for (const std::string_view event : used_events()) {
    const auto& basic = basic_events();
    if (std::find(basic.begin(), basic.end(), event) == basic.end()) wanted.push_back(event);
  }
  std::vector<std::string_view> found = basic_events();
  const auto scanned = scan_file(files, client.program, [&](std::string_view piece) {
    if (!client.version) client.version = version_in(piece);
    std::erase_if(wanted, [&](std::string_view event) {
      if (!has_word(piece, event)) return false;
      found.push_back(event);
      return true;
    });
    return !wanted.empty() || !client.version;
  });
  // What could not be read to its end has told of fewer events, which is the safe side.
  static_cast<void>(scanned.ok());
  for (const std::string_view event : used_events()) {
    if (std::find(found.begin(), found.end(), event) != found.end()) client.events.push_back(event);
  }
}

std::optional<os::Path> find_launcher(os::System& system) {
  if (auto found = find_on_path(system, "claude")) return found;
  const os::Path home = system.environment.text("HOME");
  if (home.empty()) return std::nullopt;
  for (const char* const place : {".claude/local/claude", ".local/bin/claude"}) {
    if (is_executable(system.files, home / place)) return home / place;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Client> find_client(os::System& system) {
  const auto launcher = find_launcher(system);
  if (!launcher) return std::nullopt;
  const auto real = system.files.real_path(*launcher);
  if (!real.ok()) return std::nullopt;
  Client client;
  client.program = code_behind(system.files, *real);
  for (const os::Path& file : {client.program, *real}) {
    const auto package = package_around(system.files, file);
    if (package && !client.version) client.version = package->version;
  }
  // The native installer names each version's file by its number.
  if (!client.version) client.version = version_from_text(client.program.filename().native());
  read_code(system.files, client);
  return client;
}

HookStyle style_for(const std::optional<Client>& client) {
  const bool takes_arguments = client && client->version && *client->version >= kFirstWithArguments;
  return takes_arguments ? HookStyle::exec : HookStyle::shell;
}

std::vector<std::string_view> events_for(const std::optional<Client>& client) {
  return client ? client->events : basic_events();
}

std::optional<bool> reads_main_worktree(const std::optional<Client>& client) {
  if (!client || !client->version) return std::nullopt;
  return *client->version >= kFirstThatReadsMainWorktree;
}

}  // namespace host::claude_code

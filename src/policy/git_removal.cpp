#include "policy/git_removal.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "policy/path_pattern.h"

namespace policy {
namespace {

// The command's own words: options, the values of -e, and what it is about.
struct GitWords {
  std::string letters;                 // Of all short options.
  std::vector<std::string> long_ones;  // Without dashes and values.
  std::vector<std::string> excludes;
  std::vector<std::string> paths;

  bool has(char letter, std::string_view name = {}) const {
    return letters.find(letter) != std::string::npos ||
           (!name.empty() &&
            std::find(long_ones.begin(), long_ones.end(), name) != long_ones.end());
  }
};

// `valued`: the letters that take a value. Only -e's is kept.
GitWords read_words(const std::vector<std::string>& arguments, std::string_view valued) {
  GitWords read;
  bool only_paths = false;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (only_paths || !word.starts_with('-') || word == "-") {
      read.paths.push_back(word);
    } else if (word == "--") {
      only_paths = true;
    } else if (word.starts_with("--")) {
      const std::size_t equals = word.find('=');
      read.long_ones.push_back(word.substr(2, equals == word.npos ? equals : equals - 2));
      if (read.long_ones.back() != "exclude") continue;
      if (equals != word.npos) {
        read.excludes.push_back(word.substr(equals + 1));
      } else if (at + 1 < arguments.size()) {
        read.excludes.push_back(arguments[++at]);
      }
    } else {
      for (std::size_t i = 1; i < word.size(); ++i) {
        read.letters += word[i];
        if (valued.find(word[i]) == valued.npos) continue;
        const bool is_attached = i + 1 < word.size();
        std::string value = is_attached ? word.substr(i + 1) : "";
        if (!is_attached && at + 1 < arguments.size()) value = arguments[++at];
        if (word[i] == 'e') read.excludes.push_back(std::move(value));
        break;
      }
    }
  }
  return read;
}

std::string_view without_ends(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// As a line of an exclude list means it: with a slash inside from the root, else of any folder.
bool is_excluded_by(std::string_view line, std::string_view path) {
  const bool has_root = line.starts_with('/');
  if (has_root) line.remove_prefix(1);
  line = without_ends(line);
  const bool is_anchored = has_root || line.find('/') != line.npos;
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const std::string_view head = path.substr(0, end);
    const std::string_view name = is_anchored ? head : head.substr(head.rfind('/') + 1);
    if (base::matches_wildcard(line, name)) return true;
    if (end == path.npos) return false;
  }
}

bool is_below_path(std::string_view path, std::string_view folder) {
  return folder.empty() || folder == "." || path == folder ||
         (path.starts_with(folder) && path[folder.size()] == '/');
}

// `src/..` and `.` from a folder as git understands them, relative to the work tree; nothing where
// that is outside.
std::optional<std::string> from_root(const std::string& folder, std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view text : {std::string_view(folder), path}) {
    for (const std::string_view part : base::split(text, '/')) {
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.empty()) {
        return std::nullopt;
      } else {
        parts.pop_back();
      }
    }
  }
  std::string joined;
  for (const std::string_view part : parts) {
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return joined;
}

// The path behind the sign that leaves it out.
std::optional<std::string_view> excluding_pathspec(std::string_view spec) {
  for (const std::string_view magic : {":!", ":^", ":(exclude)", ":(top,exclude)"}) {
    if (spec.starts_with(magic)) return spec.substr(magic.size());
  }
  return std::nullopt;
}

// Whether git's pathspecs mean the entry. One with a sign that is not read means everything.
bool means_entry(const GitWords& words, const std::string& folder, const std::string& path) {
  bool has_wish = false;
  bool is_wished = false;
  for (const std::string& spec : words.paths) {
    if (const auto excluded = excluding_pathspec(spec)) {
      const auto place = from_root(spec.starts_with(":(top") ? "" : folder, *excluded);
      if (place && (is_below_path(path, *place) || base::matches_wildcard(*place, path))) {
        return false;
      }
      continue;
    }
    has_wish = true;
    const auto place = from_root(
        spec.starts_with(":/") ? "" : folder,
        spec.starts_with(":/") ? std::string_view(spec).substr(2) : std::string_view(spec));
    if (!place) continue;
    // A folder that holds it, itself, a wildcard, or something inside of a folder of ours.
    is_wished |= is_below_path(path, *place) || base::matches_wildcard(*place, path) ||
                 is_below_path(*place, path);
  }
  return has_wish ? is_wished : is_below_path(path, folder);
}

std::string quoted(const std::string& word) {
  constexpr std::string_view kPlainSigns = "-_./=:,@+%";
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return base::is_alnum(c) || kPlainSigns.find(c) != kPlainSigns.npos;
  });
  if (is_plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string command_of(const shell::GitOperation& operation,
                       const std::vector<std::string>& arguments) {
  std::string text = "git " + operation.verb;
  for (const std::string& word : arguments) text += " " + quoted(word);
  return text;
}

GitRemoval removal_of(const shell::GitOperation& operation, const std::string& taken,
                      const std::vector<std::string>& narrower) {
  return {taken, command_of(operation, operation.arguments), command_of(operation, narrower)};
}

std::optional<GitRemoval> removal_by_clean(const shell::GitOperation& operation,
                                           const std::string& folder,
                                           const std::vector<TreeEntry>& entries) {
  const GitWords words = read_words(operation.arguments, "e");
  const bool only_ignored = words.has('X');
  if (!(words.has('x') || only_ignored) || words.has('n', "dry-run")) return std::nullopt;
  // With -X the list says what goes, so that a line with `!` spares.
  const std::string mark = only_ignored ? "!" : "";
  std::vector<std::string> more;
  std::string taken;
  for (const TreeEntry& entry : entries) {
    if (entry.is_tracked || !means_entry(words, folder, entry.path)) continue;
    const bool is_spared =
        std::any_of(words.excludes.begin(), words.excludes.end(), [&](std::string_view line) {
          return line.starts_with('!') == only_ignored &&
                 is_excluded_by(line.substr(mark.size()), entry.path);
        });
    if (is_spared) continue;
    if (taken.empty()) taken = entry.path;
    more.insert(more.end(), {"-e", mark + entry.path});
  }
  if (taken.empty()) return std::nullopt;
  // In front of the paths, wherever these begin.
  std::vector<std::string> narrower = operation.arguments;
  narrower.insert(narrower.begin(), more.begin(), more.end());
  return removal_of(operation, taken, narrower);
}

std::optional<GitRemoval> removal_by_stash(const shell::GitOperation& operation,
                                           const std::string& folder,
                                           const std::vector<TreeEntry>& entries) {
  std::vector<std::string> arguments = operation.arguments;
  const bool has_verb = !arguments.empty() && !arguments.front().starts_with('-');
  if (has_verb && arguments.front() != "push" && arguments.front() != "save") return std::nullopt;
  std::vector<std::string> rest(arguments.begin() + (has_verb ? 1 : 0), arguments.end());
  GitWords words = read_words(rest, "m");
  if (!words.has('a', "all")) return std::nullopt;
  // What `save` is given is a message.
  if (has_verb && arguments.front() == "save") words.paths.clear();
  const auto taken = std::find_if(entries.begin(), entries.end(), [&](const TreeEntry& entry) {
    return !entry.is_tracked && (means_entry(words, folder, entry.path) || words.paths.empty());
  });
  if (taken == entries.end()) return std::nullopt;
  for (std::string& word : arguments) {
    if (word == "--all") word = "--include-untracked";
    if (!word.starts_with('-') || word.starts_with("--")) continue;
    const std::size_t at = word.find('a');
    if (at < word.find('m')) word[at] = 'u';
  }
  return removal_of(operation, taken->path, arguments);
}

std::optional<GitRemoval> removal_by_rm(const shell::GitOperation& operation,
                                        const std::string& folder,
                                        const std::vector<TreeEntry>& entries) {
  const GitWords words = read_words(operation.arguments, "");
  const bool changes_index_alone =
      std::find(words.long_ones.begin(), words.long_ones.end(), "cached") != words.long_ones.end();
  if (changes_index_alone || words.has('n', "dry-run") || words.paths.empty()) return std::nullopt;
  std::vector<std::string> narrower = operation.arguments;
  std::string taken;
  for (const TreeEntry& entry : entries) {
    if (!entry.is_tracked || !means_entry(words, folder, entry.path)) continue;
    if (taken.empty()) taken = entry.path;
    narrower.push_back(":(top,exclude)" + entry.path);
  }
  if (taken.empty()) return std::nullopt;
  return removal_of(operation, taken, narrower);
}

}  // namespace

std::optional<GitRemoval> git_removal(const shell::GitOperation& operation,
                                      const std::string& folder,
                                      const std::vector<TreeEntry>& entries) {
  if (operation.verb == "clean") return removal_by_clean(operation, folder, entries);
  if (operation.verb == "stash") return removal_by_stash(operation, folder, entries);
  if (operation.verb == "rm") return removal_by_rm(operation, folder, entries);
  return std::nullopt;
}

bool may_remove_files_of_ours(const shell::GitOperation& operation) {
  const GitWords words = read_words(operation.arguments, "");
  if (operation.verb == "clean") return words.has('x') || words.has('X');
  if (operation.verb == "stash") return words.has('a', "all");
  return operation.verb == "rm";
}

}  // namespace policy

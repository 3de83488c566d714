#include <algorithm>
#include <string>

#include "base/text.h"
#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

struct FileCommand;
using Run = void (*)(const FileCommand&, const Arguments&, Walk&);

struct FileCommand {
  std::string_view name;
  Run run;
  OptionRules rules{};
  std::string_view harmless{};  // Options with which nothing is changed.
};

constexpr std::string_view kTree = "r R recursive";
constexpr std::string_view kGrant = "a change of rights";
constexpr std::string_view kLinkingCopy = "cp -l";
// Another link to a folder is replaced itself instead of getting something in that folder.
constexpr std::string_view kReplacingLink = "ln -n";
constexpr std::string_view kCopiedTree = "r R recursive a archive";

void remove_all(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (const Word& file : given.operands) {
    walk.touch(file, {.use = FileUse::remove, .by = row.name, .whole_tree = given.has(kTree)});
  }
}

void write_all(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (const Word& file : given.operands) {
    walk.touch(file, {.use = FileUse::write, .by = row.name});
  }
}

// `chmod -x FILE…`, `chattr -i FILE…`: a mode that reads like options.
bool has_mode_among_options(const FileCommand& row, const Arguments& given) {
  if (row.name == "chmod") return given.has("r w x X s t");
  return row.name == "chattr" && given.has("a A c C d D e i j m P s S t T u x");
}

// These take folders with all that is in them.
void remove_trees(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (const Word& file : given.operands) {
    walk.touch(file, {.use = FileUse::remove, .by = row.name, .whole_tree = true});
  }
}

// Whether a mode leaves the owner all rights: `+x`, `u+rw,g+r`, `755`.
bool takes_nothing_away(const Word& mode) {
  if (!mode.is_literal() || mode.text.empty()) return false;
  if (!base::is_digit(mode.text.front())) {
    return mode.text.find_first_of("-=") == std::string::npos;
  }
  return mode.text.size() >= 3 && mode.text[mode.text.size() - 3] == '7';
}

// What is done, as far as it counts whether it can do harm to all that is below a folder.
std::string_view rights_changed_by(const FileCommand& row, const Arguments& given) {
  const bool has_no_operand = has_mode_among_options(row, given) || given.operands.empty();
  if (given.has("reference") || has_no_operand) return row.name;
  const Word& first = given.operands.front();
  if (row.name == "chmod" && takes_nothing_away(first)) return kGrant;
  return row.name == "chown" && !first.is_literal() ? kGrant : row.name;
}

// `chmod MODE FILE…`; the first is a file too where the mode comes from another one.
void write_but_first(const FileCommand& row, const Arguments& given, Walk& walk) {
  const bool has_mode = given.has("reference") || has_mode_among_options(row, given);
  const std::size_t skipped = has_mode ? 0 : 1;
  const std::string_view by = rights_changed_by(row, given);
  for (std::size_t i = skipped; i < given.operands.size(); ++i) {
    walk.touch(given.operands[i],
               {.use = FileUse::write, .by = by, .whole_tree = given.has(kTree)});
  }
}

void read_all(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (const Word& file : given.operands) {
    if (!file.is("-") && !file.unknown) walk.touch(file, {.by = row.name});
  }
  if (const Word* output = given.value("o output")) {
    if (row.rules.letters.find('o') != std::string_view::npos) {
      walk.touch(*output, {.use = FileUse::write, .by = row.name});
    }
  }
}

void read_but_first(const FileCommand& row, const Arguments& given, Walk& walk) {
  const std::size_t skipped = given.has("e f regexp file files") ? 0 : 1;
  for (std::size_t i = skipped; i < given.operands.size(); ++i) {
    if (!given.operands[i].unknown) walk.touch(given.operands[i], {.by = row.name});
  }
}

bool names_a_folder(const Word& word) {
  const std::string_view text = word.text;
  return text == "." || text == ".." || text.ends_with('/') || text.ends_with("/.") ||
         text.ends_with("/..") || word.varies != Word::kNone;
}

// A copy lands at the target, or under its own name in it where the target is a folder. Only the
// disk knows which; both are said unless the text tells.
void write_target(const Words& sources, const Word& target, const Touch& touch, bool in_folder,
                  Walk& walk) {
  const bool is_folder = in_folder || sources.size() > 1 || names_a_folder(target);
  if (!is_folder || target.unknown) walk.touch(target, touch);
  if (target.unknown || target.varies != Word::kNone) {
    if (target.varies != Word::kNone) walk.touch(target, touch);
    return;
  }
  for (const Word& source : sources) {
    if (source.is_literal() && base_name(source.text) != "." && base_name(source.text) != "..") {
      walk.touch(joined(target, base_name(source.text)), touch);
    } else if (is_folder) {
      walk.report().within(target, touch, walk.scope());
    }
  }
}

struct Transfer {
  Words sources;
  Word target;
  bool in_folder = false;
};

// Sources and target of `cp`, `mv`, `ln`, `install`; no sources where there is nothing to do.
Transfer transfer_of(const Arguments& given) {
  Transfer transfer{.sources = given.operands, .target = {}};
  if (const Word* folder = given.value("t target-directory")) {
    transfer.target = *folder;
    transfer.in_folder = true;
  } else if (given.operands.size() > 1) {
    transfer.target = given.operands.back();
    transfer.sources.pop_back();
  } else {
    transfer.sources.clear();
  }
  return transfer;
}

// Where what is in a tree ends up. Only the disk knows whether the target is there already.
void report_arrivals(const Transfer& transfer, const Arguments& given, Walk& walk) {
  const bool is_target_itself = given.has("T no-target-directory");
  for (const Word& source : transfer.sources) {
    const std::string_view name = base_name(source.text);
    const bool are_contents = name == "." || name == ".." || !source.is_literal();
    const bool has_one_source = transfer.sources.size() == 1 && !transfer.in_folder;
    if (are_contents || is_target_itself || has_one_source) {
      walk.report().tree_arrival(source, transfer.target, walk.scope());
    }
    if (!are_contents && !is_target_itself) {
      walk.report().tree_arrival(source, joined(transfer.target, name), walk.scope());
    }
  }
}

// The target, and the source's name in it: whichever it is, it is another name of the source.
void report_links(const Transfer& transfer, Walk& walk) {
  for (const Word& source : transfer.sources) {
    const Word inside = joined(transfer.target, base_name(source.text));
    walk.report().link(transfer.target, source, walk.scope());
    walk.report().link(inside, source, walk.scope());
    // What a soft link says counts from where it lies.
    if (!source.is_literal() || source.text.starts_with('/')) continue;
    const std::size_t slash = transfer.target.text.rfind('/');
    if (slash == std::string::npos) continue;
    const Word folder = Word::literal(transfer.target.text.substr(0, slash + 1));
    walk.report().link(transfer.target, joined(folder, source.text), walk.scope());
    walk.report().link(inside, joined(transfer.target, source.text), walk.scope());
  }
}

void copy(const FileCommand& row, const Arguments& given, Walk& walk) {
  const Transfer transfer = transfer_of(given);
  if (given.has("l link s symbolic-link")) report_links(transfer, walk);
  report_arrivals(transfer, given, walk);
  for (const Word& source : transfer.sources) {
    if (!source.unknown) walk.touch(source, {.by = row.name, .whole_tree = given.has(kCopiedTree)});
  }
  if (transfer.sources.empty()) return;
  const bool links = given.has("l link s symbolic-link");
  const std::string_view by = links ? kLinkingCopy : row.name;
  write_target(transfer.sources, transfer.target,
               {.use = FileUse::write, .by = by, .whole_tree = given.has(kCopiedTree)},
               transfer.in_folder, walk);
}

void move(const FileCommand& row, const Arguments& given, Walk& walk) {
  const Transfer transfer = transfer_of(given);
  report_arrivals(transfer, given, walk);
  for (const Word& source : transfer.sources) {
    walk.touch(source, {.use = FileUse::remove, .by = row.name, .whole_tree = true});
  }
  if (transfer.sources.empty()) return;
  write_target(transfer.sources, transfer.target,
               {.use = FileUse::write, .by = row.name, .whole_tree = true}, transfer.in_folder,
               walk);
}

void link(const FileCommand& row, const Arguments& given, Walk& walk) {
  if (given.operands.size() == 1 && !given.has("t target-directory")) {
    const Word& source = given.operands[0];
    walk.touch(source, {.by = row.name});
    report_links({.sources = {source}, .target = Word::literal("."), .in_folder = true}, walk);
    return write_target({source}, Word::literal("."), {.use = FileUse::write, .by = row.name}, true,
                        walk);
  }
  const Transfer transfer = transfer_of(given);
  if (transfer.sources.empty()) return;
  for (const Word& source : transfer.sources) {
    if (!source.unknown) walk.touch(source, {.by = row.name});
  }
  report_links(transfer, walk);
  const std::string_view by =
      given.has("n no-dereference T no-target-directory") ? kReplacingLink : row.name;
  write_target(transfer.sources, transfer.target, {.use = FileUse::write, .by = by},
               transfer.in_folder, walk);
}

void install(const FileCommand& row, const Arguments& given, Walk& walk) {
  if (given.has("d directory")) return write_all(row, given, walk);
  copy(row, given, walk);
}

// Operands of the form `key=value`.
void convert(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (const Word& operand : given.operands) {
    if (operand.starts_with("of=")) {
      walk.touch(operand.behind(3), {.use = FileUse::write, .by = row.name});
    } else if (operand.starts_with("if=")) {
      walk.touch(operand.behind(3), {.by = row.name});
    }
  }
}

// The second operand is written, as `uniq IN OUT` does.
void write_second(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (std::size_t i = 0; i < given.operands.size(); ++i) {
    if (given.operands[i].is("-")) continue;
    walk.touch(given.operands[i], {.use = i == 1 ? FileUse::write : FileUse::read, .by = row.name});
  }
}

void split(const FileCommand& row, const Arguments& given, Walk& walk) {
  Word pieces = given.operands.size() > 1 ? given.operands[1] : Word::literal("x");
  if (pieces.is_literal()) pieces.varies = pieces.text.size();
  walk.touch(pieces, {.use = FileUse::write, .by = row.name});
}

void shred(const FileCommand& row, const Arguments& given, Walk& walk) {
  given.has("u remove") ? remove_all(row, given, walk) : write_all(row, given, walk);
}

// Rewrites the files it is given, but only where one of its options asks for it.
void write_if_asked(const FileCommand& row, const Arguments& given, Walk& walk) {
  const bool asked = given.has("i w write fix in-place inplace L");
  for (const Word& file : given.operands) {
    walk.touch(
        file, {.use = asked ? FileUse::write : FileUse::read, .by = row.name, .whole_tree = asked});
  }
}

void rename(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (std::size_t i = 1; i < given.operands.size(); ++i) {
    walk.touch(given.operands[i], {.use = FileUse::write, .by = row.name});
  }
}

void write_output(const FileCommand& row, const Arguments& given, Walk& walk) {
  if (const Word* file = given.value("o output")) {
    if (!file->is("-")) walk.touch(*file, {.use = FileUse::write, .by = row.name});
  }
}

// A file, or a folder with all that is in it.
void write_trees(const FileCommand& row, const Arguments& given, Walk& walk) {
  for (const Word& file : given.operands) {
    walk.touch(file, {.use = FileUse::write, .by = row.name, .whole_tree = true});
  }
}

constexpr FileCommand kFileCommands[] = {
    {"rm", remove_all},
    {"rmdir", remove_all},
    {"unlink", remove_all},
    {"trash", remove_trees},
    {"trash-put", remove_trees},
    {"rimraf", remove_trees},
    {"del-cli", remove_trees},
    {"srm", remove_all},
    {"shred", shred, {"ns", "iterations size"}},
    {"touch", write_all, {"dtr", "date time reference"}},
    {"mkdir", write_all, {"m", "mode"}},
    {"mkfifo", write_all, {"m", "mode"}},
    {"truncate", write_all, {"sr", "size reference"}},
    {"tee", write_all},
    {"sponge", write_all},
    {"dos2unix", write_all},
    {"unix2dos", write_all},
    {"chmod", write_but_first, {"", "reference"}},
    {"chown", write_but_first, {"", "reference from"}},
    {"chgrp", write_but_first, {"", "reference"}},
    {"chattr", write_but_first},
    {"cp", copy, {"tS", "target-directory suffix"}},
    {"gcp", copy, {"tS", "target-directory suffix"}},
    {"ditto", copy},
    {"mv", move, {"tS", "target-directory suffix"}},
    {"gmv", move, {"tS", "target-directory suffix"}},
    {"ln", link, {"tS", "target-directory suffix"}},
    {"link", link},
    {"install", install, {"mogtS", "mode owner group target-directory suffix"}},
    {"dd", convert},
    {"uniq", write_second, {"fsw", "skip-fields skip-chars check-chars"}},
    {"xxd", write_second, {"clsogRn", ""}},
    {"split", split, {"bClnat", "bytes lines number suffix-length additional-suffix"}, "filter"},
    {"csplit", split, {"fbn", "prefix suffix-format digits"}},
    {"sort",
     read_all,
     {"okStT", "output key field-separator buffer-size temporary-directory parallel"}},
    {"rename", rename, {"", ""}, "n no-act nono"},
    {"gpg", write_output, {"oru", "output recipient"}},
    {"clang-format", write_if_asked, {"", "style assume-filename"}},
    {"prettier", write_if_asked, {"", "config parser"}},
    {"eslint", write_if_asked, {"cf", "config ext format"}},
    {"gofmt", write_if_asked, {"r", ""}},
    {"goimports", write_if_asked},
    {"shfmt", write_if_asked, {"", "language"}},
    {"yapf", write_if_asked, {"", "style"}},
    {"autopep8", write_if_asked},
    {"rustfmt", write_all, {"", "edition config"}, "check"},
    {"black", write_trees, {"lt", "line-length target-version"}, "check diff"},
    {"isort", write_trees, {"", "profile"}, "check check-only diff c"},
    {"cat", read_all},
    {"tac", read_all},
    {"less", read_all},
    {"more", read_all},
    {"bat", read_all, {"lr", "language line-range style"}},
    {"head", read_all, {"nc", "lines bytes"}},
    {"tail", read_all, {"nc", "lines bytes pid"}},
    {"wc", read_all, {"", "files0-from"}},
    {"nl", read_all, {"bdfhilnsvw", ""}},
    {"od", read_all, {"AjNStw", ""}},
    {"hexdump", read_all, {"efns", ""}},
    {"strings", read_all, {"nte", ""}},
    {"file", read_all, {"mfF", ""}},
    {"stat", read_all, {"cf", "format printf"}},
    {"diff", read_all, {"UCLIxW", "label ignore-matching-lines exclude width"}},
    {"cmp", read_all, {"in", "bytes"}},
    {"comm", read_all},
    {"cut", read_all, {"bcdfs", "delimiter fields characters bytes output-delimiter"}},
    {"paste", read_all, {"d", "delimiters"}},
    {"rev", read_all},
    {"fold", read_all, {"w", "width"}},
    {"base64", read_all, {"wio", "wrap"}},
    {"md5sum", read_all},
    {"sha1sum", read_all},
    {"sha256sum", read_all},
    {"column", read_all, {"tsoNc", ""}},
    {"grep",
     read_but_first,
     {"eAfBCmd",
      "regexp file context after-context before-context max-count include exclude exclude-dir "
      "color"}},
    {"egrep", read_but_first, {"eAfBCmd", "regexp file"}},
    {"fgrep", read_but_first, {"eAfBCmd", "regexp file"}},
    {"zgrep", read_but_first, {"eAfBCm", "regexp file"}},
    {"rg",
     read_but_first,
     {"eAfBCmgtTjMr", "regexp file files glob type type-not replace max-count context"}},
    {"jq", read_but_first, {"L", "indent"}},
};

// A tool of many verbs, some of which rewrite the files of the folder.
struct Rewriter {
  std::string_view name;
  std::string_view verbs;
  std::string_view needed{};    // Only with one of these options.
  std::string_view harmless{};  // Never with one of these.
};

constexpr Rewriter kRewriters[] = {
    {"cargo", "fmt", "", "check"},
    {"cargo", "fix"},
    {"cargo", "clippy", "fix"},
    {"go", "fmt"},
    {"ruff", "format", "", "check diff"},
    {"ruff", "check", "fix"},
    {"dotnet", "format", "", "verify-no-changes"},
    {"mix", "format", "", "check-formatted"},
    {"terraform", "fmt", "", "check"},
    {"biome", "format lint check", "write apply fix"},
    {"npm", "version"},
};

// The network family may still have something to say, so nothing is claimed.
void note_rewriting(const Command& command, Walk& walk) {
  for (const Rewriter& row : kRewriters) {
    if (row.name != command.name()) continue;
    const Arguments given = read_arguments(command.arguments(), {});
    if (given.operands.empty() || !lists(row.verbs, given.operands[0].text)) continue;
    if (!row.needed.empty() && !given.has(row.needed)) continue;
    if (!row.harmless.empty() && given.has(row.harmless)) continue;
    const std::string by = std::string(row.name) + " " + given.operands[0].text;
    walk.report().within_current({.use = FileUse::write, .by = by, .whole_tree = true},
                                 walk.scope());
  }
}

// Its options have one dash however long they are.
void run_openssl(const Command& command, Walk& walk) {
  const std::span<const Word> words = command.arguments();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!words[i].is("-out") && !words[i].is("-keyout")) continue;
    walk.touch(words[i + 1], {.use = FileUse::write, .by = "openssl"});
  }
}

}  // namespace

bool run_file_command(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  note_rewriting(command, walk);
  if (name == "openssl") {
    run_openssl(command, walk);
    return true;
  }
  const auto* const row = std::find_if(std::begin(kFileCommands), std::end(kFileCommands),
                                       [&](const FileCommand& r) { return r.name == name; });
  if (row == std::end(kFileCommands)) return false;
  const Arguments given = read_arguments(command.arguments(), row->rules);
  if (given.has("help version")) return true;
  if (!row->harmless.empty() && given.has(row->harmless)) return true;
  row->run(*row, given, walk);
  return true;
}

}  // namespace policy::shell

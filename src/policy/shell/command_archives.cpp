#include <algorithm>
#include <string>

#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

constexpr std::string_view kTarValues = "fCTXbgNKVIH";

// `tar xzf a.tgz` is `tar -x -z -f a.tgz`: the values of the letters follow in their order.
Words with_dashes(std::span<const Word> words) {
  Words plain(words.begin(), words.end());
  if (words.empty() || words[0].text.starts_with('-') || words[0].unknown) return plain;
  Words dashed;
  std::size_t next = 1;
  for (const char letter : words[0].text) {
    dashed.push_back(Word::literal(std::string("-") + letter));
    const bool takes_value = kTarValues.find(letter) != std::string_view::npos;
    if (takes_value && next < words.size()) dashed.push_back(words[next++]);
  }
  for (; next < words.size(); ++next) dashed.push_back(words[next]);
  return dashed;
}

void run_tar(const Command& command, Walk& walk) {
  const Words words = with_dashes(command.arguments());
  const Arguments given = read_arguments(
      words, {kTarValues, "file directory exclude files-from transform strip-components"});
  const Word* const file = given.value("f file");
  const Word* const folder = given.value("C directory");
  const bool has_file = file != nullptr && !file->is("-");
  if (given.has("x extract get")) {
    if (has_file && !file->unknown) walk.touch(*file, {.by = "tar"});
    if (given.has("O to-stdout")) return;
    const Word here = Word::literal(".");
    if (has_file) {
      walk.report().arrival(Arrival::Kind::archive, *file, folder == nullptr ? here : *folder,
                            walk.scope());
    }
    const Touch touch{.use = FileUse::write, .by = "tar x", .whole_tree = true};
    if (folder != nullptr) return walk.report().within(*folder, touch, walk.scope());
    return walk.report().within_current(touch, walk.scope());
  }
  if (!has_file) return;
  const bool writes = given.has("c create r append u update A delete");
  if (given.has("c create r append u update")) {
    const Scope::Mark mark = walk.scope().mark();
    if (folder != nullptr) walk.scope().enter(*folder);
    for (const Word& packed : given.operands) {
      const FileUse use = given.has("remove-files") ? FileUse::remove : FileUse::read;
      if (!packed.unknown) walk.touch(packed, {.use = use, .by = "tar c", .whole_tree = true});
    }
    walk.scope().rewind(mark);
  }
  walk.touch(*file, {.use = writes ? FileUse::write : FileUse::read, .by = "tar"});
}

void run_unzip(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"dxP", ""});
  if (!given.operands.empty()) walk.touch(given.operands[0], {.by = "unzip"});
  if (given.has("l p t v Z z c")) return;
  if (!given.operands.empty()) {
    const Word* const into = given.value("d");
    walk.report().arrival(Arrival::Kind::archive, given.operands[0],
                          into == nullptr ? Word::literal(".") : *into, walk.scope());
  }
  const Touch touch{.use = FileUse::write, .by = "unzip", .whole_tree = true};
  if (const Word* folder = given.value("d")) {
    return walk.report().within(*folder, touch, walk.scope());
  }
  walk.report().within_current(touch, walk.scope());
}

void run_zip(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"xinbtP", ""});
  for (std::size_t i = 1; i < given.operands.size(); ++i) {
    if (given.operands[i].unknown) continue;
    walk.touch(given.operands[i], {.use = given.has("m move") ? FileUse::remove : FileUse::read,
                                   .by = "zip",
                                   .whole_tree = given.has("r recurse-paths")});
  }
  if (given.operands.empty() || given.operands[0].is("-")) return;
  walk.touch(given.operands[0], {.use = FileUse::write, .by = "zip"});
}

void run_7z(const Command& command, Walk& walk) {
  const std::span<const Word> words = command.arguments();
  if (words.size() < 2) return;
  if (words[0].is("a") || words[0].is("u") || words[0].is("d")) {
    return walk.touch(words[1], {.use = FileUse::write, .by = "7z"});
  }
  if (!words[0].is("x") && !words[0].is("e")) return;
  const Touch touch{.use = FileUse::write, .by = "7z x", .whole_tree = true};
  for (const Word& word : words) {
    if (word.starts_with("-so")) return;
    if (word.starts_with("-o")) return walk.report().within(word.behind(2), touch, walk.scope());
  }
  walk.report().within_current(touch, walk.scope());
}

struct Compressor {
  std::string_view name;
  std::string_view ending;
  bool packs = true;
};

constexpr Compressor kCompressors[] = {
    {"gzip", ".gz"},       {"bzip2", ".bz2"},     {"xz", ".xz"},          {"zstd", ".zst"},
    {"lz4", ".lz4"},       {"gunzip", "", false}, {"bunzip2", "", false}, {"unxz", "", false},
    {"unzstd", "", false}, {"pigz", ".gz"},
};

// `gzip f` leaves `f.gz` instead of `f`; `gunzip f.gz` the other way round.
void run_compressor(const Compressor& row, const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"SToM", "suffix threads"});
  if (given.has("c stdout to-stdout t test l list help version")) return;
  const bool packs = row.packs && !given.has("d decompress uncompress");
  const bool keeps = given.has("k keep") || row.ending == ".zst" || row.name == "unzstd";
  for (const Word& file : given.operands) {
    if (file.is("-")) continue;
    walk.touch(file, {.use = keeps ? FileUse::read : FileUse::remove,
                      .by = row.name,
                      .whole_tree = given.has("r recursive")});
    Word made = file;
    if (packs) {
      made.text += row.ending;
    } else if (made.is_literal()) {
      made.text.resize(std::min(made.text.rfind('.'), made.text.size()));
    }
    walk.touch(made, {.use = FileUse::write, .by = row.name});
  }
}

void run_cpio(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"DFOIHE", "directory file"});
  if (!given.has("i extract p pass-through") || given.has("t list to-stdout")) return;
  walk.report().within_current({.use = FileUse::write, .by = "cpio", .whole_tree = true},
                               walk.scope());
}

struct Archiver {
  std::string_view name;
  void (*run)(const Command&, Walk&);
};

constexpr Archiver kArchivers[] = {
    {"tar", run_tar}, {"gtar", run_tar}, {"bsdtar", run_tar}, {"unzip", run_unzip},
    {"zip", run_zip}, {"7z", run_7z},    {"7za", run_7z},     {"cpio", run_cpio},
};

}  // namespace

bool run_archiver(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  for (const Archiver& archiver : kArchivers) {
    if (archiver.name != name) continue;
    archiver.run(command, walk);
    return true;
  }
  for (const Compressor& compressor : kCompressors) {
    if (compressor.name != name) continue;
    run_compressor(compressor, command, walk);
    return true;
  }
  return false;
}

}  // namespace policy::shell

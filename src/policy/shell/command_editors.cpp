#include <optional>
#include <string>

#include "base/text.h"
#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/program_text.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

// A word that is one variable and nothing else tells nothing of the program in it.
bool is_bare_variable(const Word& word) {
  return word.unknown && word.starts_with("$") &&
         word.text.find_first_of(" {;/", 2) == std::string::npos;
}

void read_sed_text(const Word& program, Walk& walk) {
  if (is_bare_variable(program)) return walk.report().opaque("sed with a program of a variable");
  const SedProgram read = read_sed_program(program.text);
  if (read.runs_commands) walk.report().opaque("sed that runs commands");
  for (const std::string& file : read.written) {
    // Where a wildcard or a variable stands in the program, it may stand in the name.
    const Word path = program.is_literal() ? Word::literal(file) : Word::unknown_text(file);
    walk.touch(path, {.use = FileUse::write, .by = "sed w"});
  }
}

void run_sed(const Command& command, Walk& walk) {
  // -i takes a suffix only where it is attached, so it is neither an option with a value nor one
  // that others can follow: `-i.bak`, `-ie` and `-i -e` are all in place.
  Words words;
  bool in_place = false;
  bool suffix_may_follow = false;
  for (const Word& word : command.arguments()) {
    const std::string& text = word.text;
    const bool is_letters = text.size() > 1 && text[0] == '-' && text[1] != '-';
    const std::size_t at = is_letters ? text.find('i') : std::string::npos;
    const bool before_value =
        at != std::string::npos && text.substr(0, at).find_first_of("efl") == std::string::npos;
    if (before_value || text.starts_with("--in-place")) {
      in_place = true;
      suffix_may_follow = text == "-i";
      if (at != std::string::npos && at > 1) words.push_back(Word::literal(text.substr(0, at)));
      continue;
    }
    // BSD's way: `sed -i '' …`.
    if (!(suffix_may_follow && text.empty())) words.push_back(word);
    suffix_may_follow = false;
  }
  const Arguments given = read_arguments(words, {"efl", "expression file line-length"});
  if (given.has("version help")) return;
  for (const Option& option : given.options) {
    if (lists("e expression", option.name)) read_sed_text(option.value, walk);
    if (lists("f file", option.name)) walk.touch(option.value, {.by = "sed"});
  }
  const bool has_program = given.has("e expression f file");
  for (std::size_t i = 0; i < given.operands.size(); ++i) {
    if (i == 0 && !has_program) {
      read_sed_text(given.operands[i], walk);
    } else {
      walk.touch(given.operands[i], {.use = in_place ? FileUse::write : FileUse::read,
                                     .by = in_place ? "sed -i" : "sed"});
    }
  }
}

void run_awk(const Command& command, Walk& walk) {
  const Arguments given =
      read_arguments(command.arguments(), {"fFvie", "file field-separator assign include source"},
                     Order::options_first);
  if (given.has("version help V")) return;
  const bool in_place = given.value("i include") != nullptr &&
                        given.value("i include")->text.find("inplace") != std::string::npos;
  const bool has_file = given.has("f file");
  for (std::size_t i = 0; i < given.operands.size(); ++i) {
    const Word& operand = given.operands[i];
    if (i == 0 && !has_file) {
      if (is_bare_variable(operand) || awk_reaches_out(operand.text)) {
        walk.report().opaque("awk that runs commands or writes files");
      }
    } else if (operand.text.find('=') == std::string::npos && !operand.unknown) {
      walk.touch(operand, {.use = in_place ? FileUse::write : FileUse::read, .by = "awk"});
    } else if (in_place) {
      walk.touch(operand, {.use = FileUse::write, .by = "awk"});
    }
  }
}

void run_yq(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"ops", "output-format"});
  const bool in_place = given.has("i inplace in-place");
  for (std::size_t i = 1; i < given.operands.size(); ++i) {
    walk.touch(given.operands[i], {.use = in_place ? FileUse::write : FileUse::read, .by = "yq"});
  }
}

// Opens its files to be changed.
void run_text_editor(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"cpuSTUW", "cmd"});
  if (given.has("version help h R")) return;
  for (const Word& file : given.operands) {
    if (!file.starts_with("+")) walk.touch(file, {.use = FileUse::write, .by = command.name()});
  }
}

void run_patch(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(
      command.arguments(), {"pdioFBYzDrg", "strip directory input output fuzz reject-file"});
  const Scope::Mark mark = walk.scope().mark();
  const std::optional<std::string> before = walk.scope().folder();
  if (const Word* input = given.value("i input")) walk.touch(*input, {.by = "patch"});
  if (given.has("dry-run C check version help")) return;
  if (const Word* folder = given.value("d directory")) walk.scope().enter(*folder);
  const Touch touch{.use = FileUse::write, .by = "patch", .whole_tree = false};
  if (const Word* output = given.value("o output")) {
    if (!output->is("-")) walk.touch(*output, touch);
  } else if (!given.operands.empty()) {
    walk.touch(given.operands[0], touch);
  } else {
    const Word* const strip = given.value("p strip");
    const auto count = strip == nullptr ? std::nullopt : base::to_number(strip->text);
    const Word* const input = given.value("i input");
    // Its name counts from where patch was started.
    const std::string from = input != nullptr && before ? *before + "/" + input->text : "";
    const bool is_told = input == nullptr || input->is_literal();
    const Word source = input != nullptr && input->starts_with("/") ? *input : Word::literal(from);
    if (is_told) {
      walk.report().arrival(Arrival::Kind::patch, source, Word::literal("."), walk.scope(),
                            count.value_or(0));
    }
    walk.report().within_current({.use = FileUse::write, .by = "patch", .whole_tree = true},
                                 walk.scope());
  }
  walk.scope().rewind(mark);
}

void run_apply_patch(const Command&, Walk& walk) {
  walk.report().within_current({.use = FileUse::write, .by = "apply_patch", .whole_tree = true},
                               walk.scope());
}

struct Editor {
  std::string_view name;
  void (*run)(const Command&, Walk&);
};

constexpr Editor kEditors[] = {
    {"sed", run_sed},
    {"gsed", run_sed},
    {"awk", run_awk},
    {"gawk", run_awk},
    {"mawk", run_awk},
    {"nawk", run_awk},
    {"yq", run_yq},
    {"ed", run_text_editor},
    {"ex", run_text_editor},
    {"vi", run_text_editor},
    {"vim", run_text_editor},
    {"nvim", run_text_editor},
    {"nano", run_text_editor},
    {"patch", run_patch},
    {"gpatch", run_patch},
    {"apply_patch", run_apply_patch},
    {"applypatch", run_apply_patch},
};

}  // namespace

bool run_editor(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  for (const Editor& editor : kEditors) {
    if (editor.name != name) continue;
    editor.run(command, walk);
    return true;
  }
  return false;
}

}  // namespace policy::shell

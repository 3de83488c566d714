// memory list, read, write, edit and delete: what sessions leave for each other (document S1).
#include "engine/memory.h"

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

int print_done(Context& context, const Arguments& arguments, const std::string& name,
               const std::string& done) {
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"name", name}, {"done", done}});
  } else {
    print_line(context.console, "Memory " + printable(name) + " is " + done + ".");
  }
  return kDone;
}

}  // namespace

base::Result<int> run_memory_list(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  engine::MemoryStore& store = engine::memories(workspace);
  TRY_ASSIGN(const auto names, store.list());
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"backend", store.kind()}, {"memories", names}});
    return kDone;
  }
  for (const std::string& name : names) print_line(context.console, printable(name));
  if (names.empty()) print_line(context.console, "There are no memories.");
  return kDone;
}

base::Result<int> run_memory_read(Context& context, Arguments& arguments) {
  std::string name;
  arguments.operand({"NAME", "", "The memory"}, name);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  auto content = engine::memories(workspace).read(name);
  if (!content.ok() && content.error().code == base::Code::not_found) {
    return base::Error{base::Code::not_found, "There is no memory " + name,
                       "`holdfast memory list` shows those there are."};
  }
  if (!content.ok()) return std::move(content).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"name", name}, {"content", *content}});
  } else {
    // As it is: it is a document, and may be on its way to a file.
    context.console.write(*content);
  }
  return kDone;
}

base::Result<int> run_memory_write(Context& context, Arguments& arguments) {
  std::string name;
  std::optional<std::string> input;
  arguments.operand({"NAME", "", "The memory"}, name);
  arguments.option({"--input", "TEXT", "Its text, or - for standard input"}, input);
  TRY(arguments.parse());
  if (!input) return arguments.wrong_use("--input is missing.");
  std::string text = *input;
  if (text == "-") {
    TRY_ASSIGN(text, read_standard_input(context.console));
  }
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY(engine::memories(workspace).write(name, text));
  return print_done(context, arguments, name, "written");
}

base::Result<int> run_memory_edit(Context& context, Arguments& arguments) {
  std::string name;
  std::optional<std::string> find;
  std::optional<std::string> replacement;
  engine::MemoryEdit edit;
  arguments.operand({"NAME", "", "The memory"}, name);
  arguments.option({"--find", "TEXT", "What to replace, literally"}, find);
  arguments.option({"--replace", "TEXT", "What to put in its place"}, replacement);
  arguments.flag({"--all", "", "Wherever it is; else it must be there once"}, edit.all);
  TRY(arguments.parse());
  if (!find || !replacement) return arguments.wrong_use("--find and --replace are both needed.");
  edit.needle = *find;
  edit.replacement = *replacement;
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY(engine::edit_memory(engine::memories(workspace), name, edit));
  return print_done(context, arguments, name, "changed");
}

base::Result<int> run_memory_delete(Context& context, Arguments& arguments) {
  std::string name;
  arguments.operand({"NAME", "", "The memory"}, name);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY(engine::memories(workspace).remove(name));
  return print_done(context, arguments, name, "deleted");
}

}  // namespace cli

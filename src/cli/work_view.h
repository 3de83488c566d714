// What the commands of work sessions share: which one is meant, who asks, and how it is told.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/command.h"
#include "engine/work.h"

namespace cli {

// The operand that names a work session.
void work_operand(Arguments& arguments, std::string& into);
// A folder is meant as the current one sees it; a slug stays as it is.
std::string work_id(Context& context, const std::string& given);

// The run of --session or of the host that this process was started from. A person at a terminal
// has none: what they do is no part of an agent's conversation.
base::Result<engine::WorkCaller> work_caller(Context& context, const Arguments& arguments,
                                             engine::Workspace& workspace);

base::Json work_json(const engine::WorkView& work);
void print_work(Context& context, const engine::WorkView& work);

// On standard error, one a line.
void print_work_warnings(Context& context, const std::vector<std::string>& warnings);

// How a change is told: `sentence`, or JSON of the whole state with `changed`.
int print_change(Context& context, const Arguments& arguments, const engine::WorkResult& result,
                 const std::string& sentence);

// A whole number from 0 on; wrong use names the option.
base::Result<std::int64_t> number_of(const Arguments& arguments, const std::string& text,
                                     std::string_view name);

// A change of one work session, from the words of the command to its answer.
struct WorkCommand {
  using Change = std::function<base::Result<engine::WorkResult>(
      engine::Workspace& workspace, const std::string& id, const engine::WorkCaller& caller)>;
  using Sentence = std::function<std::string(const engine::WorkResult& result)>;
  std::string id;
  Change change;
  Sentence sentence;  // Where something was changed; else it is said that nothing was.
};
base::Result<int> run_change(Context& context, const Arguments& arguments,
                             const WorkCommand& command);

}  // namespace cli

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_commit(Context& context, Arguments& arguments) {
  std::string id;
  engine::NewWorkCommit commit;
  std::optional<std::string> message;
  std::optional<std::string> checkpoint;
  work_operand(arguments, id);
  arguments.operand({"SHA", "", "The commit, at least 7 digits"}, commit.sha);
  arguments.option({"--message", "TEXT", "What it says (default: its subject)"}, message);
  arguments.option({"--checkpoint", "NUMBER", "What it is part of (default: the current one)"},
                   checkpoint);
  arguments.session_option();
  TRY(arguments.parse());
  commit.message = message.value_or("");
  if (checkpoint) {
    TRY_ASSIGN(commit.checkpoint, number_of(arguments, *checkpoint, "--checkpoint"));
  }
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return engine::add_work_commit(workspace, session, commit, caller);
                     },
                     [&](const engine::WorkResult& result) {
                       return "Added " + printable(commit.sha) + " to " +
                              printable(result.work.slug) + ", which has " +
                              std::to_string(result.work.session.commits.size()) + " now.";
                     }});
}

}  // namespace cli

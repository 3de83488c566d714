#include "cli/continuity_question.h"

#include "cli/run_choice.h"

namespace cli {

base::Result<ContinuityQuestion> continuity_question(Context& context, Arguments& arguments) {
  std::optional<std::string> prompt;
  arguments.option({"--prompt", "TEXT", "The first words of the session: they count as topics"},
                   prompt);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  engine::RestoreQuestion question;
  question.prompt = prompt.value_or("");
  const engine::SessionChoice choice = session_choice(context, arguments);
  if (choice.given || choice.host_session) {
    auto run = engine::choose_run(workspace, choice);
    if (run.ok()) {
      question.run = *std::move(run);
    } else if (choice.given) {
      return std::move(run).error();
    }
  }
  return ContinuityQuestion{std::move(workspace), std::move(question)};
}

}  // namespace cli

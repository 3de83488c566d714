#include "cli/docs.h"

#include "base/text.h"
#include "cli/table.h"

namespace cli {
namespace {

constexpr std::string_view kIntroduction = R"(# Commands

This page is printed by `holdfast help --markdown`; a test keeps it true.

Plain text is for people, `--json` for programs. Colour appears only on a terminal and never where
`NO_COLOR` is set. `--input` takes JSON, or `-` to read it from standard input (up to 16 MiB). Errors
go to standard error: one sentence and a hint, or with `--json` one line of
`{"error":{"code":…,"message":…,"hint":…}}`.

Without `--session` the session is found by itself: the one whose host started this process, else
the only live one of this worktree, else the current one. Several: they are listed, exit 64. None:
`No current session found`, exit 1.

| exit | meaning |
|---|---|
| 0 | done |
| 1 | failed |
| 2 | denied, blocked, or a gate failed |
| 64 | wrong use |
| 65 | bad data: not readable, a wrong signature, an older state in the place of a newer one |
| 69 | a needed part is not available, or the project does not use Holdfast |
| 75 | a conflict, or a lock held by another: try again |
| 77 | no usable secret |

`brain` is another name of the program, and `req` of `holdfast req`, for scripts that call them so.
)";

// As `--help` prints it: the command declares its arguments, asks for help and ends.
std::string help_of(Context& context, const Command& command) {
  Arguments arguments({command.path, command.summary, command.examples}, {"--help"});
  const auto ended = command.run(context, arguments);
  return ended.ok() ? std::string() : arguments.help();
}

}  // namespace

std::string markdown_manual(Context& context) {
  std::string page(kIntroduction);
  page += "\n| command | does |\n|---|---|\n";
  for (const Command& command : all_commands()) {
    page += "| `" + std::string(command.path) + "` | " + std::string(command.summary) + " |\n";
  }
  for (const Command& command : all_commands()) {
    page += "\n## holdfast " + std::string(command.path) + "\n\n```text\n" +
            std::string(base::trim(help_of(context, command))) + "\n```\n";
  }
  return page;
}

}  // namespace cli

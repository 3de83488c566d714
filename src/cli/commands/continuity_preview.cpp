#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/continuity_question.h"
#include "cli/exit_code.h"
#include "cli/pin_view.h"
#include "engine/restored_json.h"

namespace cli {
namespace {

// The preamble's own lines; each of them may have come from a session.
void print_text(Console& console, const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = printable(std::string_view(text).substr(begin, end - begin));
    print_line(console, line.empty() ? "" : "  " + line);
    begin = end + 1;
  }
}

void print_context(Context& context, const engine::RestoredContext& restored) {
  Console& console = context.console;
  if (restored.preamble.empty()) {
    print_line(console, "Nothing would be told: no session qualifies.");
    print_line(console, "`holdfast continuity score` says why.");
  } else {
    print_line(console, "The session would be told:");
    print_text(console, restored.preamble);
  }
  if (!restored.inherited_pins.empty()) {
    print_line(console, "It would take over these pins:");
    print_pins(console, restored.inherited_pins);
  }
  print_skipped(console, restored.skipped);
}

}  // namespace

base::Result<int> run_continuity_preview(Context& context, Arguments& arguments) {
  TRY_ASSIGN(auto asked, continuity_question(context, arguments));
  TRY_ASSIGN(const auto restored, engine::preview_restore(asked.workspace, asked.question));
  if (arguments.form() == Form::json) {
    print_json(context.console, engine::to_json(restored));
  } else {
    print_context(context, restored);
  }
  return kDone;
}

}  // namespace cli

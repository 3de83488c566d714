#include "engine/events.h"

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/requirement_choice.h"
#include "cli/run_choice.h"
#include "cli/verification.h"
#include "engine/history.h"

namespace cli {
namespace {

using base::Json;

constexpr std::size_t kLimitDefault = 50;

struct RunEvent {
  model::RunId run;
  model::JournalEvent event;
};

struct Printing {
  Form form = Form::text;
  bool names_run = false;  // Several runs are printed together.
};

void print_event(Console& console, const RunEvent& entry, const Printing& printing) {
  const model::JournalEvent& event = entry.event;
  if (printing.form == Form::json) {
    print_json(console, Json{{"sessionId", entry.run.text},
                             {"seq", event.seq},
                             {"at", event.at},
                             {"kind", event.kind},
                             {"actor", event.actor},
                             {"payload", event.payload.get()}});
    return;
  }
  // As wide as the usual kinds; a longer one pushes its line out, and no other.
  constexpr std::size_t kKindWidth = 13;
  std::string kind = printable(event.kind);
  kind.resize(std::max(kind.size(), kKindWidth), ' ');
  print_line(console, short_time(event.at) + "  " +
                          (printing.names_run ? entry.run.brief() + "  " : "") + kind + "  " +
                          printable(engine::event_summary(event)));
}

// The run that was named, or that we are called from; else all of them, oldest first.
base::Result<std::vector<model::RunId>> runs_to_show(Context& context, const Arguments& arguments,
                                                     engine::Workspace& workspace) {
  const engine::SessionChoice choice = session_choice(context, arguments);
  if (choice.given) {
    TRY_ASSIGN(auto run, engine::find_run(workspace, *choice.given));
    return std::vector<model::RunId>{std::move(run)};
  }
  if (choice.host_session) {
    auto run = engine::choose_run(workspace, choice);
    if (run.ok()) return std::vector<model::RunId>{*std::move(run)};
  }
  if (!workspace.keeps_runs()) return engine::journalled_runs(workspace);
  std::vector<model::RunId> runs;
  for (const engine::RunLine& line : engine::list_sessions(workspace)) runs.push_back(line.id);
  std::reverse(runs.begin(), runs.end());
  return runs;
}

// The last `limit` of each run, in the order of their times; 0: all.
base::Result<std::deque<RunEvent>> last_events(engine::Workspace& workspace,
                                               const std::vector<model::RunId>& runs,
                                               std::size_t limit) {
  std::deque<RunEvent> all;
  for (const model::RunId& run : runs) {
    std::deque<RunEvent> own;
    TRY(engine::each_event(workspace, run, [&](const model::JournalEvent& event) {
      own.push_back({run, event});
      if (limit > 0 && own.size() > limit) own.pop_front();
      return true;
    }));
    std::move(own.begin(), own.end(), std::back_inserter(all));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const RunEvent& a, const RunEvent& b) { return a.event.at < b.event.at; });
  while (limit > 0 && all.size() > limit) all.pop_front();
  return all;
}

base::Result<int> follow(Context& context, const Arguments& arguments, engine::Workspace& workspace,
                         std::size_t limit) {
  TRY_ASSIGN(const auto run, choose_journal(context, arguments, workspace));
  std::size_t count = 0;
  TRY(engine::each_event(workspace, run, [&](const model::JournalEvent&) {
    count += 1;
    return true;
  }));
  std::size_t skipped = limit > 0 && count > limit ? count - limit : 0;
  const Printing printing{.form = arguments.form()};
  TRY(engine::follow_events(
      workspace, run,
      [&](const model::JournalEvent& event) {
        if (skipped > 0) {
          skipped -= 1;
        } else {
          print_event(context.console, {run, event}, printing);
        }
        return true;
      },
      [&] { return context.console.is_read(); }));
  return kDone;
}

}  // namespace

base::Result<int> run_events(Context& context, Arguments& arguments) {
  bool follows = false;
  bool verifies = false;
  std::optional<std::string> limit_text;
  arguments.flag({"--follow", "", "Go on with what is appended, until interrupted"}, follows);
  arguments.flag({"--verify", "", "Check instead that nothing was changed, moved or dropped"},
                 verifies);
  arguments.option({"--limit", "N", "Only the last N (default: 50; 0: all)"}, limit_text);
  arguments.session_option();
  TRY(arguments.parse());
  if (follows && verifies) return arguments.wrong_use("Give --follow or --verify, not both.");
  const auto limit = limit_text ? base::to_number(*limit_text) : kLimitDefault;
  if (!limit) return arguments.wrong_use("--limit: '" + *limit_text + "' is not a number.");
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments, engine::Needs::requirements));
  if (follows) return follow(context, arguments, workspace, *limit);
  TRY_ASSIGN(const auto runs, runs_to_show(context, arguments, workspace));
  if (verifies) return verify_runs(context, workspace, runs, arguments.form());
  TRY_ASSIGN(const auto events, last_events(workspace, runs, *limit));
  const Printing printing{.form = arguments.form(), .names_run = runs.size() > 1};
  for (const RunEvent& event : events) print_event(context.console, event, printing);
  if (events.empty() && printing.form == Form::text) {
    print_line(context.console, "Nothing has happened yet.");
  }
  return kDone;
}

}  // namespace cli

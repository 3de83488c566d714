// req status and req list: how the requirements stand, and which there are.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/requirement_choice.h"
#include "cli/requirement_text.h"

namespace cli {
namespace {

using base::Json;
using engine::RequirementLine;
using engine::RequirementStatus;

struct StatusOptions {
  os::Path root;  // Of the project, for short names of its files.
  bool verbose = false;
  bool summary = false;
  bool all = false;
};

bool is_met(const RequirementLine& line) { return line.standing == "met"; }

// What is kept for one session alone can only be known of one.
bool is_unknown(const RequirementStatus& status, const RequirementLine& line) {
  const bool is_own = line.scope == "session" || line.scope == "single_use";
  return status.session.empty() && is_own && line.type == "blocking" && line.standing == "unmet";
}

std::string_view standing_of(const RequirementStatus& status, const RequirementLine& line) {
  return is_unknown(status, line) ? "unknown" : std::string_view(line.standing);
}

struct MetCount {
  std::size_t met = 0;
  std::size_t all = 0;

  std::string text() const {
    return std::to_string(met) + "/" + std::to_string(all) + " satisfied";
  }
};

MetCount count_of(const RequirementStatus& status) {
  MetCount count;
  for (const RequirementLine& line : status.lines) {
    if (!line.enabled) continue;
    ++count.all;
    if (is_met(line)) ++count.met;
  }
  return count;
}

// "satisfied by skill 2026-01-18 09:30:00 UTC, until 2026-01-18 10:30:00 UTC"
std::string met_text(const RequirementLine& line) {
  if (line.satisfied_by.empty() && !line.satisfied_at) {
    if (line.type == "guard") return "holds";
    return line.type == "dynamic" ? "is within its limits" : "satisfied";
  }
  std::string text =
      line.satisfied_by == "approval"
          ? "approved"
          : "satisfied" +
                (line.satisfied_by.empty() ? std::string() : " by " + printable(line.satisfied_by));
  if (line.satisfied_at) text += " " + time_text(*line.satisfied_at);
  if (line.expires_at) text += ", until " + time_text(*line.expires_at);
  return text;
}

// Why it is open, where that is more than that nobody did it.
std::string open_reason(const RequirementLine& line) {
  if (line.standing == "unmet") return "";
  if (line.standing == "expired") {
    return line.expires_at ? " (expired " + time_text(*line.expires_at) + ")" : " (expired)";
  }
  return " (" + printable(line.why) + ")";
}

std::string open_text(const RequirementLine& line) {
  std::string text = "NOT satisfied" + open_reason(line);
  if (line.standing == "stale") {
    text = "STALE: satisfied for other content";
    if (line.satisfied_at) text += ", " + time_text(*line.satisfied_at);
  }
  return text + " - Run `" + printable(line.way_out) + "`";
}

std::string weight_of(const RequirementLine& line) {
  if (line.enforced == "warn") return " (only warns)";
  if (line.enforced == "observe") return " (only observed)";
  return line.stop_only ? " (asked when the turn ends)" : "";
}

std::string line_text(const RequirementStatus& status, const RequirementLine& line,
                      const Style& style) {
  const std::string name = printable(line.name);
  if (!line.enabled) return style.dim("· " + name + " disabled");
  if (is_met(line)) return style.green("✓ " + name) + " " + met_text(line);
  const std::string weight = style.dim(weight_of(line));
  if (is_unknown(status, line)) {
    return style.yellow("? " + name) + " unknown without a session" + weight;
  }
  const char* const mark = line.standing == "stale" ? "⟳ " : "⬜ ";
  return style.yellow(mark + name) + " " + open_text(line) + weight;
}

void print_details(Context& context, const RequirementLine& line, const os::Path& root) {
  const Style style(context.system.environment);
  const auto print = [&](const std::string& text) {
    if (!text.empty()) print_line(context.console, "      " + style.dim(text));
  };
  print(printable(line.description));
  print("type " + line.type + ", scope " + line.scope + ", enforce " + line.enforced +
        (line.triggered ? ", triggered in this session" : ""));
  print(place_text(root, line.source));
}

void print_header(Context& context, const RequirementStatus& status, const Style& style) {
  Console& console = context.console;
  std::string where;
  if (!status.branch.empty()) where = " on " + printable(status.branch);
  if (!status.session.empty()) where += ", session " + printable(status.session);
  print_line(console, style.bold("Requirements" + where) + ": " + count_of(status).text());
  const auto warn = [&](const std::string& text) {
    print_line(console, style.yellow("  ! ") + text);
  };
  if (!status.enabled) warn("switched off: nothing is asked");
  if (!status.paused.empty()) warn("paused " + printable(status.paused) + ": nothing is blocked");
  if (!status.neighbours.empty()) {
    warn("other sessions are live here: " + printable(base::join(status.neighbours, ", ")));
  }
  if (status.read_only) {
    warn(printable(status.file) + " is of a version that is not understood: it is only read");
  }
}

void print_status(Context& context, const RequirementStatus& status, const StatusOptions& options) {
  const Style style(context.system.environment);
  Console& console = context.console;
  print_header(context, status, style);
  for (const RequirementLine& line : status.lines) {
    print_line(console, "  " + line_text(status, line, style));
    if (options.verbose) print_details(context, line, options.root);
  }
  if (status.lines.empty() && status.faults.empty()) {
    print_line(console, options.all ? "  None is configured."
                                    : "  None is enabled; --all lists those that are not.");
  }
  for (const model::ConfigProblem& problem : status.problems) {
    print_line(console, style.red("  ✗ ") + problem_text(options.root, problem));
  }
  for (const std::string& fault : status.faults) {
    print_line(console, style.yellow("  ! ") + printable(fault));
  }
  if (!options.verbose) return;
  for (const model::ConfigProblem& unused : status.unused) {
    print_line(console, style.dim("  · " + problem_text(options.root, unused)));
  }
  if (!status.file.empty()) print_line(console, style.dim("  " + printable(status.file)));
}

Json source_json(const model::RuleSource& source) {
  return Json{{"file", source.file}, {"line", source.line}};
}

Json problems_json(const std::vector<model::ConfigProblem>& problems) {
  Json list = Json::array();
  for (const model::ConfigProblem& problem : problems) {
    list.push_back(
        Json{{"file", problem.file}, {"line", problem.line}, {"message", problem.message}});
  }
  return list;
}

Json optional_json(const std::optional<std::int64_t>& number) {
  return number ? Json(*number) : Json();
}

Json to_json(const RequirementStatus& status, const RequirementLine& line) {
  return Json{{"name", line.name},
              {"description", line.description},
              {"type", line.type},
              {"scope", line.scope},
              {"enforce", line.enforced},
              {"enabled", line.enabled},
              {"standing", standing_of(status, line)},
              {"satisfied", is_met(line)},
              {"satisfied_by", line.satisfied_by},
              {"satisfied_at", optional_json(line.satisfied_at)},
              {"expires_at", optional_json(line.expires_at)},
              {"triggered", line.triggered},
              {"stop_only", line.stop_only},
              {"why", is_unknown(status, line) ? "no session" : line.why},
              {"run", line.way_out},
              {"source", source_json(line.source)}};
}

Json to_json(const RequirementStatus& status) {
  Json lines = Json::array();
  for (const RequirementLine& line : status.lines) lines.push_back(to_json(status, line));
  const MetCount count = count_of(status);
  return Json{{"branch", status.branch},
              {"session", status.session},
              {"file", status.file},
              {"enabled", status.enabled},
              {"paused", status.paused},
              {"read_only", status.read_only},
              {"satisfied", count.met},
              {"total", count.all},
              {"requirements", std::move(lines)},
              {"problems", problems_json(status.problems)},
              {"unused", problems_json(status.unused)},
              {"faults", status.faults},
              {"neighbours", status.neighbours}};
}

Json summary_json(const RequirementStatus& status) {
  const MetCount count = count_of(status);
  return Json{{"branch", status.branch},
              {"session", status.session},
              {"satisfied", count.met},
              {"total", count.all}};
}

// Status is worth something without a session, and says so outside git (S4-112).
base::Result<std::optional<engine::RequirementSessionId>> session_or_none(
    Context& context, const Arguments& arguments, engine::Workspace& workspace) {
  using Session = std::optional<engine::RequirementSessionId>;
  auto session = choose_session(context, arguments, workspace);
  if (session.ok()) return Session(*std::move(session));
  const base::Code code = session.error().code;
  if (code == base::Code::no_session || code == base::Code::unavailable) return Session();
  return std::move(session).error();
}

std::string trigger_text(const model::Requirement& requirement) {
  std::vector<std::string> texts;
  for (const model::ToolMatch& match : requirement.triggers) {
    texts.push_back(printable(match.tool) +
                    (match.pattern.empty() ? "" : " /" + printable(match.pattern) + "/"));
  }
  return base::join(texts, ", ");
}

Json to_json(const model::Requirement& requirement) {
  Json triggers = Json::array();
  for (const model::ToolMatch& match : requirement.triggers) {
    Json trigger{{"tool", match.tool}};
    if (!match.pattern.empty()) trigger["command_pattern"] = match.pattern;
    triggers.push_back(std::move(trigger));
  }
  return Json{{"name", requirement.name},
              {"description", requirement.description},
              {"type", model::name_of(requirement.type)},
              {"scope", model::name_of(requirement.scope)},
              {"enforce", model::name_of(requirement.enforcing)},
              {"enabled", requirement.enabled},
              {"stop_only", requirement.stop_only},
              {"triggers", std::move(triggers)},
              {"skill", requirement.resolving_skill},
              {"source", source_json(requirement.source)}};
}

void print_list(Context& context, const os::Path& root, const model::Requirements& rules) {
  const Style style(context.system.environment);
  Console& console = context.console;
  std::vector<std::vector<std::string>> rows{
      {"NAME", "STATE", "TYPE", "SCOPE", "ENFORCE", "WRITTEN IN", "TRIGGERS"}};
  for (const model::Requirement& one : rules.list) {
    rows.push_back({printable(one.name), one.enabled ? "on" : "off",
                    std::string(model::name_of(one.type)), std::string(model::name_of(one.scope)),
                    std::string(model::name_of(one.enforcing)), place_text(root, one.source),
                    trigger_text(one)});
  }
  if (!rules.enabled) {
    print_line(console, style.yellow("! ") + "All of them are switched off by `enabled: false`.");
  }
  if (rules.list.empty()) {
    print_line(console, "No requirement is configured.");
  } else {
    print_table(console, rows);
  }
  for (const model::ConfigProblem& problem : rules.problems) {
    print_line(console, style.red("✗ ") + problem_text(root, problem));
  }
}

}  // namespace

base::Result<int> run_req_status(Context& context, Arguments& arguments) {
  engine::StatusQuestion question;
  StatusOptions options;
  arguments.option({"-b,--branch", "BRANCH", "Another branch than the one that is checked out"},
                   question.branch);
  arguments.flag({"-v,--verbose", "", "Also what each is about and where it is written"},
                 options.verbose);
  arguments.flag({"--summary", "", "One line: how many are satisfied"}, options.summary);
  arguments.flag({"--all", "", "Also those that are disabled"}, options.all);
  arguments.session_option();
  TRY(arguments.parse());
  if (question.branch && question.branch->empty()) return arguments.wrong_use("BRANCH is empty.");
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  TRY_ASSIGN(question.session, session_or_none(context, arguments, workspace));
  question.all = options.all;
  options.root = workspace.root();
  const RequirementStatus status = engine::requirement_status(workspace, question);
  const bool is_json = arguments.form() == Form::json;
  if (options.summary) {
    if (is_json) {
      print_json(context.console, summary_json(status));
    } else {
      print_line(context.console, count_of(status).text());
    }
  } else if (is_json) {
    print_json(context.console, to_json(status));
  } else {
    print_status(context, status, options);
  }
  return kDone;
}

base::Result<int> run_req_list(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  const model::Requirements rules = engine::requirement_rules(workspace);
  if (arguments.form() == Form::text) {
    print_list(context, workspace.root(), rules);
    return kDone;
  }
  Json list = Json::array();
  for (const model::Requirement& one : rules.list) list.push_back(to_json(one));
  print_json(context.console, Json{{"enabled", rules.enabled},
                                   {"files", rules.files},
                                   {"requirements", std::move(list)},
                                   {"problems", problems_json(rules.problems)},
                                   {"unused", problems_json(rules.unused)}});
  return kDone;
}

}  // namespace cli

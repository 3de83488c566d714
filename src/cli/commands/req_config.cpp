// `req enable`, `req disable` and `req config`: the values of the rules and their files.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/requirement.h"
#include "engine/requirement_rules.h"

namespace cli {
namespace {

using base::Json;
using engine::RuleLevel;

struct LevelFlags {
  bool user = false;
  bool project = false;
  bool local = false;
};

void declare(Arguments& arguments, LevelFlags& flags) {
  arguments.flag(
      {"--local", "", "In .claude/requirements.local.yaml, for this machine (the default)"},
      flags.local);
  arguments.project_flag("In .claude/requirements.yaml, for everybody", flags.project);
  arguments.flag({"--user", "", "In ~/.claude/requirements.yaml, for all your projects"},
                 flags.user);
}

base::Result<RuleLevel> level_of(const Arguments& arguments, const LevelFlags& flags) {
  if (int{flags.user} + int{flags.project} + int{flags.local} > 1) {
    return arguments.wrong_use("--local, --project and --user name different files.");
  }
  if (flags.user) return RuleLevel::user;
  return flags.project ? RuleLevel::project : RuleLevel::local;
}

base::Result<engine::Workspace> open(Context& context, const Arguments& arguments) {
  return engine::Workspace::open(context.system, start_folder(context, arguments),
                                 engine::Needs::requirements);
}

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : base::dump_line(value);
}

Json outcome_json(const engine::RuleChange& change, const engine::RulePlan& plan) {
  Json settings = Json::object();
  for (const engine::RuleSetting& setting : change.settings) {
    settings[setting.key] = setting.value.get();
  }
  return Json{{"requirement", change.name},
              {"settings", std::move(settings)},
              {"file", plan.file.native()},
              {"changed", plan.before != plan.after},
              {"remarks", plan.remarks}};
}

void print_plan(Console& console, const engine::RuleChange& change, const engine::RulePlan& plan) {
  print_line(console, printable(plan.file.native()) + (plan.is_new ? " (new)" : "") + ":");
  for (const engine::RuleSetting& setting : change.settings) {
    print_line(console, "  " + printable(change.name) + "." + printable(setting.key) + " = " +
                            printable(value_text(setting.value.get())));
  }
}

struct Asking {
  bool asks = false;
  bool yes = false;
};

// Shows the change, asks where that is wanted, makes it and says so.
base::Result<int> change_rules(Context& context, const Arguments& arguments,
                               engine::Workspace& workspace, const engine::RuleChange& change,
                               Asking asking) {
  const engine::SessionChoice session = session_choice(context, arguments);
  TRY(engine::check_may_change_rules(workspace, session));
  TRY_ASSIGN(const engine::RulePlan plan, engine::plan_rule_change(workspace, change));
  const bool is_text = arguments.form() == Form::text;
  const bool changes = plan.before != plan.after;
  if (is_text && changes) print_plan(context.console, change, plan);
  if (changes && asking.asks && !asking.yes) {
    TRY(confirm_change(context, arguments, {.text = "Make this change?", .hint = "Give --yes."}));
  }
  TRY(engine::apply_rule_change(workspace, change, plan, session));
  if (!is_text) {
    print_json(context.console, outcome_json(change, plan));
    return kDone;
  }
  print_line(
      context.console,
      changes ? "Done." : "Nothing to change: " + printable(plan.file.native()) + " has it so.");
  const Style style(context.system.environment);
  for (const std::string& remark : plan.remarks) {
    print_line(context.console, style.yellow("! ") + printable(remark));
  }
  return kDone;
}

base::Result<int> switch_requirement(Context& context, Arguments& arguments, bool enabled) {
  engine::RuleChange change;
  LevelFlags flags;
  arguments.operand({"NAME", "", "The requirement"}, change.name);
  declare(arguments, flags);
  TRY(arguments.parse());
  TRY_ASSIGN(change.level, level_of(arguments, flags));
  change.settings.push_back({"enabled", base::JsonBox(Json(enabled))});
  TRY_ASSIGN(auto workspace, open(context, arguments));
  return change_rules(context, arguments, workspace, change, {});
}

struct ConfigOptions {
  std::optional<std::string> name;
  bool enable = false;
  bool disable = false;
  std::optional<std::string> scope;
  std::optional<std::string> message;
  std::optional<std::string> enforce;
  std::vector<std::string> assignments;
  LevelFlags level;
  bool yes = false;
  bool sources = false;
};

void declare(Arguments& arguments, ConfigOptions& options) {
  arguments.operand({"NAME", "", "The requirement (default: all are listed)"}, options.name);
  arguments.flag({"--enable", "", "Switch it on"}, options.enable);
  arguments.flag({"--disable", "", "Switch it off"}, options.disable);
  arguments.option({"--scope", "SCOPE", "session, branch, single_use or permanent"}, options.scope);
  arguments.option({"--message", "TEXT", "What a denial says"}, options.message);
  arguments.option({"--enforce", "HOW", "block, warn or observe"}, options.enforce);
  arguments.repeated({"--set", "KEY=VALUE",
                      "Any other value: thresholds.block=600, trigger_tools='[\"Bash\"]'; may be "
                      "given more than once"},
                     options.assignments);
  declare(arguments, options.level);
  arguments.flag({"--sources", "", "Show which file each value comes from"}, options.sources);
  arguments.flag({"-y,--yes", "", "Do it without asking"}, options.yes);
}

// JSON for true, false, a number, a list or an object; everything else is text.
Json value_of(const std::string& text) {
  auto parsed = base::parse_json(text);
  return parsed.ok() && !parsed->is_string() && !parsed->is_null() ? *std::move(parsed)
                                                                   : Json(text);
}

base::Result<std::vector<engine::RuleSetting>> settings_of(const Arguments& arguments,
                                                           const ConfigOptions& options) {
  if (options.enable && options.disable) {
    return arguments.wrong_use("--enable and --disable cannot both be meant.");
  }
  std::vector<engine::RuleSetting> settings;
  const auto add = [&](std::string key, Json value) {
    settings.push_back({std::move(key), base::JsonBox(std::move(value))});
  };
  if (options.enable || options.disable) add("enabled", options.enable);
  if (options.scope) add("scope", *options.scope);
  if (options.enforce) add("enforce", *options.enforce);
  if (options.message) add("message", *options.message);
  for (const std::string& assignment : options.assignments) {
    const std::size_t equals = assignment.find('=');
    const std::string key = assignment.substr(0, equals);
    const auto parts = base::split(key, '.');
    const bool is_key = std::none_of(parts.begin(), parts.end(),
                                     [](std::string_view part) { return part.empty(); });
    if (equals == std::string::npos || !is_key) {
      return arguments.wrong_use("--set takes KEY=VALUE, not '" + printable(assignment) + "'.");
    }
    add(key, value_of(assignment.substr(equals + 1)));
  }
  return settings;
}

std::string place_of(const std::string& file, int line) {
  return file + (line == 0 ? "" : ":" + std::to_string(line));
}

void list_rules(Context& context, const Arguments& arguments, const model::Requirements& rules) {
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const model::Requirement& one : rules.list) {
      list.push_back(Json{{"name", one.name},
                          {"enabled", one.enabled},
                          {"type", model::name_of(one.type)},
                          {"scope", model::name_of(one.scope)},
                          {"enforce", model::name_of(one.enforcing)},
                          {"file", one.source.file},
                          {"line", one.source.line}});
    }
    return print_json(context.console, Json{{"enabled", rules.enabled},
                                            {"files", rules.files},
                                            {"requirements", std::move(list)}});
  }
  std::vector<std::vector<std::string>> table{
      {"REQUIREMENT", "ENABLED", "TYPE", "SCOPE", "ENFORCE", "FROM"}};
  for (const model::Requirement& one : rules.list) {
    table.push_back({printable(one.name), one.enabled ? "yes" : "no",
                     std::string(model::name_of(one.type)), std::string(model::name_of(one.scope)),
                     std::string(model::name_of(one.enforcing)),
                     printable(place_of(one.source.file, one.source.line))});
  }
  if (rules.list.empty()) {
    print_line(context.console, "There is no requirement. `req init` writes a first file of them.");
  } else {
    print_table(context.console, table);
  }
  if (!rules.enabled) print_line(context.console, "`enabled: false` switches all of them off.");
}

base::Result<int> show_rule(Context& context, const Arguments& arguments,
                            engine::Workspace& workspace, const ConfigOptions& options) {
  const model::Requirements rules = engine::requirement_rules(workspace);
  const std::vector<engine::RuleValue> values = engine::rule_values(workspace, *options.name);
  if (values.empty() && rules.find(*options.name) == nullptr) {
    std::vector<std::string> names;
    for (const model::Requirement& one : rules.list) names.push_back(one.name);
    return base::Error{base::Code::not_found, "no requirement is called " + *options.name,
                       names.empty() ? "" : "There are: " + base::join(names, ", ") + "."};
  }
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const engine::RuleValue& one : values) {
      list.push_back(Json{{"key", one.key},
                          {"value", one.value},
                          {"file", one.file},
                          {"line", one.line},
                          {"counts", one.counts}});
    }
    print_json(context.console, Json{{"name", *options.name}, {"values", std::move(list)}});
    return kDone;
  }
  std::vector<std::vector<std::string>> table{{"KEY", "VALUE"}};
  if (options.sources) table.front() = {"KEY", "FROM", "VALUE"};
  for (const engine::RuleValue& one : values) {
    if (!one.counts && !options.sources) continue;
    std::vector<std::string> row{printable(one.key)};
    if (options.sources) row.push_back(printable(place_of(one.file, one.line)));
    row.push_back(printable(one.value) + (one.counts ? "" : "  (a stronger file goes before it)"));
    table.push_back(std::move(row));
  }
  print_table(context.console, table);
  for (const model::ConfigProblem& problem : rules.problems) {
    if (problem.message.find("`" + *options.name + "`") == std::string::npos) continue;
    print_line(context.console, "! " + printable(place_of(problem.file, problem.line)) + ": " +
                                    printable(problem.message));
  }
  return kDone;
}

}  // namespace

base::Result<int> run_req_enable(Context& context, Arguments& arguments) {
  return switch_requirement(context, arguments, true);
}

base::Result<int> run_req_disable(Context& context, Arguments& arguments) {
  return switch_requirement(context, arguments, false);
}

base::Result<int> run_req_config(Context& context, Arguments& arguments) {
  ConfigOptions options;
  declare(arguments, options);
  TRY(arguments.parse());
  TRY_ASSIGN(auto settings, settings_of(arguments, options));
  TRY_ASSIGN(const RuleLevel level, level_of(arguments, options.level));
  if (!options.name && (!settings.empty() || options.sources)) {
    return arguments.wrong_use("Name the requirement that is meant.");
  }
  TRY_ASSIGN(auto workspace, open(context, arguments));
  if (!options.name) {
    list_rules(context, arguments, engine::requirement_rules(workspace));
    return kDone;
  }
  if (settings.empty()) return show_rule(context, arguments, workspace, options);
  return change_rules(context, arguments, workspace,
                      {.name = *options.name, .settings = std::move(settings), .level = level},
                      {.asks = true, .yes = options.yes});
}

}  // namespace cli

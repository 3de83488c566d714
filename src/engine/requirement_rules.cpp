#include "engine/requirement_rules.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "engine/exclude_list.h"
#include "engine/operator.h"
#include "engine/requirement_journal.h"
#include "engine/requirement_scene.h"
#include "engine/session_liveness.h"
#include "policy/requirement_lint.h"
#include "store/requirement_config.h"
#include "store/requirement_edit.h"

namespace engine {
namespace {

constexpr std::uint64_t kRuleFileBytesMax = 1024 * 1024;
constexpr std::string_view kSection = "requirements";
constexpr const char* kWhat = "changing the rules of requirements";

void journal_change(Workspace& workspace, const RuleChange& change, const RulePlan& plan,
                    const SessionChoice& session) {
  const auto run = choose_run(workspace, session);
  if (!run.ok()) return;
  std::string detail;
  for (const RuleSetting& setting : change.settings) {
    detail += setting.key + "=" + base::dump_line(setting.value.get()) + " ";
  }
  note_requirement(workspace.stores(), *run, "cli",
                   {.action = "configured",
                    .names = {change.name},
                    .branch = "",
                    .by = "cli",
                    .detail = detail + "in " + plan.file.native()});
}

// The files of the cascade with their texts, weakest first.
std::vector<store::RequirementSource> read_sources(Stores& stores,
                                                   const model::Requirements& rules) {
  std::vector<store::RequirementSource> sources;
  for (const std::string& file : rules.files) {
    auto text = stores.system.files.read(file, {.bytes_max = kRuleFileBytesMax});
    if (!text.ok()) continue;
    sources.push_back({file, *std::move(text), file == stores.project.config_file.native()});
  }
  return sources;
}

std::vector<store::SourcedValue> values_in(const store::RequirementSource& source,
                                           const std::string& name) {
  return store::values_in_file(source.text, source.file, source.is_block ? kSection : "", name);
}

std::vector<os::Path> candidates(const Stores& stores, RuleLevel level) {
  const std::string name = level == RuleLevel::local ? "requirements.local" : "requirements";
  std::vector<os::Path> folders;
  if (level == RuleLevel::user) {
    folders.push_back(stores.homes.home / ".claude");
  } else {
    folders.push_back(stores.project.root / ".claude");
    if (stores.project.main_root != stores.project.root) {
      folders.push_back(stores.project.main_root / ".claude");
    }
  }
  std::vector<os::Path> files;
  for (const os::Path& folder : folders) {
    files.push_back(folder / (name + ".yaml"));
    files.push_back(folder / (name + ".json"));
  }
  return files;
}

bool is_strictly_below(const os::Path& path, const os::Path& folder) {
  const std::string relative = path.lexically_relative(folder).native();
  return !relative.empty() && relative != "." && !relative.starts_with("..");
}

// The file that the cascade reads for this level; where there is none, the one to make. A link of a
// repository must not lead out of it, while a user's own dotfiles may lie anywhere.
base::Result<RulePlan> plan_for_level(Stores& stores, RuleLevel level) {
  os::FileSystem& files = stores.system.files;
  if (level == RuleLevel::user && !stores.homes.home.is_absolute()) {
    return base::Error{base::Code::unavailable, "HOME is not set", ""};
  }
  const std::vector<os::Path> paths = candidates(stores, level);
  const auto found = std::find_if(paths.begin(), paths.end(),
                                  [&](const os::Path& path) { return files.link_info(path).ok(); });
  RulePlan plan;
  plan.is_new = found == paths.end();
  plan.file = plan.place = plan.is_new ? paths.front() : *found;
  const os::Path folder = plan.file.parent_path();
  if (plan.is_new && !files.exists(folder)) return plan;
  TRY_ASSIGN(const os::Path real, files.real_path(plan.is_new ? folder : plan.file));
  const store::Project& project = stores.project;
  const bool is_inside =
      is_strictly_below(real, project.root) || is_strictly_below(real, project.main_root);
  if (level != RuleLevel::user && !is_inside) {
    return base::Error{base::Code::refused, plan.file.string() + " leads out of the project", ""};
  }
  if (plan.is_new) return plan;
  plan.place = real;
  TRY_ASSIGN(const os::FileInfo info, files.info(real));
  plan.mode = info.mode;
  TRY_ASSIGN(plan.before, files.read(real, {.bytes_max = kRuleFileBytesMax}));
  return plan;
}

std::vector<store::RequirementSetting> settings_of(const RuleChange& change) {
  std::vector<store::RequirementSetting> settings;
  for (const RuleSetting& setting : change.settings) {
    store::RequirementSetting one{{std::string(kSection), change.name}, setting.value};
    for (const std::string_view part : base::split(setting.key, '.')) one.path.emplace_back(part);
    settings.push_back(std::move(one));
  }
  return settings;
}

std::string first_text(RuleLevel level, const os::Path& file) {
  if (file.extension() == ".json") return "";
  return level == RuleLevel::local ? "# Requirements on this machine alone; git does not see this "
                                     "file.\nversion: \"1.0\"\n"
                                   : "version: \"1.0\"\n";
}

base::Result<void> check_known(const model::Requirements& rules,
                               const std::vector<store::RequirementSource>& sources,
                               const std::string& name) {
  // One that is left out for a mistake in it is known all the same.
  const bool is_known = rules.find(name) != nullptr ||
                        std::any_of(sources.begin(), sources.end(),
                                    [&](const auto& one) { return !values_in(one, name).empty(); });
  if (is_known) return {};
  std::vector<std::string> names;
  for (const model::Requirement& one : rules.list) names.push_back(one.name);
  return base::Error{base::Code::not_found, "no requirement is called " + name,
                     names.empty() ? "`req init` writes a first file of them."
                                   : "There are: " + base::join(names, ", ") + "."};
}

// The cascade with this file as it would be.
class NewCascade {
 public:
  NewCascade(Stores& stores, std::vector<store::RequirementSource> sources, const RulePlan& plan)
      : plan_(plan), before_(store::parse_requirements(sources)) {
    std::vector<std::string> order;
    for (const os::Path& path : store::requirement_files(stores.project, stores.homes)) {
      order.push_back(path.native());
    }
    const auto rank = [&](const std::string& file) {
      return std::find(order.begin(), order.end(), file) - order.begin();
    };
    const std::string file = plan.file.native();
    std::erase_if(sources, [&](const auto& one) { return one.file == file; });
    auto place = sources.begin();
    while (place != sources.end() && rank(place->file) <= rank(file)) ++place;
    place = sources.insert(place, {file, plan.after, false});
    stronger_.assign(place + 1, sources.end());
    after_ = store::parse_requirements(sources);
  }

  // What the change would make wrong.
  base::Result<void> check() const {
    std::set<std::string> known;
    for (const model::ConfigProblem& problem : before_.problems) known.insert(problem.message);
    for (const model::ConfigProblem& problem : after_.problems) {
      if (known.count(problem.message) > 0) continue;
      return base::Error{base::Code::invalid_value, problem.message, "Nothing was changed."};
    }
    return {};
  }

  std::vector<std::string> remarks(const RuleChange& change) const {
    std::vector<std::string> remarks;
    const std::string file = plan_.file.native();
    if (std::find(after_.files.begin(), after_.files.end(), file) == after_.files.end()) {
      remarks.push_back(file + " does not count here: a stronger file has `inherit: false`");
      return remarks;
    }
    for (const store::RequirementSource& source : stronger_) {
      for (const store::SourcedValue& value : values_in(source, change.name)) {
        const bool is_meant =
            std::any_of(change.settings.begin(), change.settings.end(),
                        [&](const RuleSetting& setting) { return setting.key == value.key; });
        if (!is_meant) continue;
        remarks.push_back(value.file + ":" + std::to_string(value.line) +
                          " goes before it: " + value.key + ": " + value.value);
      }
    }
    return remarks;
  }

 private:
  const RulePlan& plan_;
  model::Requirements before_;
  model::Requirements after_;
  std::vector<store::RequirementSource> stronger_;
};

base::Result<std::string> text_now(os::FileSystem& files, const RulePlan& plan) {
  if (plan.is_new) return std::string();
  return files.read(plan.place, {.bytes_max = kRuleFileBytesMax});
}

}  // namespace

base::Result<void> check_may_make_rules(os::System system, const SessionChoice& session) {
  if (!session.host_session && !is_started_by_an_agent(system)) return {};
  return needs_operator(kWhat);
}

base::Result<void> check_may_change_rules(Workspace& workspace, const SessionChoice& session) {
  const policy::Asker found = asker(workspace);
  const bool is_agent = session.host_session || is_started_by_an_agent(workspace);
  if (!is_agent || found.way == policy::kByToken) return {};
  base::Error error = needs_operator(kWhat, found.because);
  journal_refusal(workspace, session, "requirements", error, {"cli"});
  return error;
}

base::Result<RulePlan> plan_rule_change(Workspace& workspace, const RuleChange& change) {
  Stores& stores = workspace.stores();
  const model::Requirements rules = RequirementScene(stores, "").cascade();
  const std::vector<store::RequirementSource> sources = read_sources(stores, rules);
  TRY(check_known(rules, sources, change.name));
  TRY_ASSIGN(RulePlan plan, plan_for_level(stores, change.level));
  TRY_ASSIGN(plan.after, store::with_requirement_settings(
                             plan.is_new ? first_text(change.level, plan.file) : plan.before,
                             plan.file.native(), settings_of(change)));
  if (plan.is_new && change.level == RuleLevel::local && !stores.project.common_dir.empty()) {
    plan.exclude_line = "/.claude/" + plan.file.filename().native();
  }
  const NewCascade cascade(stores, sources, plan);
  TRY(cascade.check());
  plan.remarks = cascade.remarks(change);
  return plan;
}

base::Result<void> apply_rule_change(Workspace& workspace, const RuleChange& change,
                                     const RulePlan& plan, const SessionChoice& session) {
  Stores& stores = workspace.stores();
  os::FileSystem& files = stores.system.files;
  if (plan.before == plan.after) return {};
  TRY_ASSIGN(const std::string now, text_now(files, plan));
  if (now != plan.before || (plan.is_new && files.link_info(plan.place).ok())) {
    return base::Error{base::Code::version_conflict,
                       plan.file.string() + " was changed by somebody else", "Try again."};
  }
  if (!plan.exclude_line.empty()) {
    // First, so that what is broken off in the middle leaves no noise.
    const os::Path exclude = stores.project.common_dir / "info" / "exclude";
    const auto text = files.read(exclude);
    const std::string hidden = with_excluded(text.ok() ? *text : "", {plan.exclude_line});
    TRY(files.make_folders(exclude.parent_path(), 0755));
    if (!text.ok() || hidden != *text) TRY(files.replace(exclude, hidden, {.mode = 0644}));
  }
  TRY(files.make_folders(plan.place.parent_path(), 0755));
  TRY(files.replace(plan.place, plan.after, {.mode = plan.mode}));
  journal_change(workspace, change, plan, session);
  return {};
}

std::vector<RuleValue> rule_values(Workspace& workspace, const std::string& name) {
  Stores& stores = workspace.stores();
  std::vector<RuleValue> values;
  for (const auto& source : read_sources(stores, RequirementScene(stores, "").cascade())) {
    for (store::SourcedValue& value : values_in(source, name)) {
      for (RuleValue& weaker : values) weaker.counts = weaker.counts && weaker.key != value.key;
      values.push_back(
          {std::move(value.key), std::move(value.value), std::move(value.file), value.line, true});
    }
  }
  return values;
}

std::vector<model::RuleFinding> lint_rules(Workspace& workspace) {
  return policy::lint_requirements(RequirementScene(workspace.stores(), "").cascade());
}

}  // namespace engine

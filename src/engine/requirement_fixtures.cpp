#include "engine/requirement_fixtures.h"

#include <algorithm>

#include "base/text.h"
#include "engine/requirement_scene.h"
#include "policy/requirement_call.h"
#include "policy/requirement_text.h"
#include "policy/requirement_trigger.h"
#include "store/requirement_fixture_yaml.h"

namespace engine {
namespace {

using model::Answer;
using model::Enforcing;
using model::Requirement;
using model::RequirementFixture;
using policy::JudgedRequirement;

// Any time will do: a case speaks of ages.
constexpr std::int64_t kNow = 2'000'000'000;
constexpr const char* kDefaultFile = ".claude/requirements.tests.yaml";
constexpr std::uint64_t kFixtureFileBytesMax = 1024 * 1024;

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

model::RequirementEntry entry_of(const RequirementFixture::Satisfied& given) {
  model::RequirementEntry entry;
  entry.satisfied = true;
  entry.satisfied_at = kNow - given.age_s;
  entry.satisfied_by = given.by;
  if (given.ttl_s) entry.expires_at = *entry.satisfied_at + *given.ttl_s;
  return entry;
}

// What would be on file for one requirement.
model::RequirementRecord record_of(const RequirementFixture& fixture, const Requirement& rule) {
  model::RequirementRecord record;
  if (const auto given = fixture.satisfied.find(rule.name); given != fixture.satisfied.end()) {
    model::RequirementEntry entry = entry_of(given->second);
    entry.fingerprint = "then";
    (policy::is_kept_at_root(rule.scope) ? record.root : record.own) = std::move(entry);
  }
  if (const auto given = fixture.approved.find(rule.name); given != fixture.approved.end()) {
    RequirementFixture::Satisfied approval = given->second;
    approval.by = "approval";
    if (!approval.ttl_s) approval.ttl_s = rule.approval_ttl_s;
    record.own = entry_of(approval);
  }
  if (has(fixture.triggered, rule.name)) {
    if (!record.own) record.own.emplace();
    record.own->triggered = true;
  }
  return record;
}

// A case and the rules that it is asked of.
class Case {
 public:
  Case(const model::Requirements& rules, const RequirementFixture& fixture, const std::string& root)
      : rules_(rules), fixture_(fixture), root_(root) {
    for (const Requirement& rule : rules.list) {
      view_.records.emplace(rule.name, record_of(fixture, rule));
    }
  }

  FixtureAnswer answer() { return fixture_.is_turn_end ? at_turn_end() : at_call(); }

 private:
  JudgedRequirement judge(const Requirement& rule) const {
    JudgedRequirement judged{.requirement = &rule, .verdict = {}, .facts = {}};
    policy::RequirementFacts& facts = judged.facts;
    facts.record = view_.find(rule.name);
    facts.now = kNow;
    facts.branch = fixture_.branch;
    facts.fingerprint = has(fixture_.stale, rule.name) ? "now" : "then";
    if (rule.evidence && has(fixture_.no_evidence, rule.name)) {
      facts.missing_evidence = "no file in " + base::join(rule.evidence->folders, ", ");
    }
    if (const auto value = fixture_.measured.find(rule.name); value != fixture_.measured.end()) {
      facts.measure = policy::Measure{value->second, "as the case says"};
    }
    facts.other_sessions = fixture_.other_sessions;
    facts.claims = fixture_.claims;
    judged.verdict = policy::judge(rule, facts);
    return judged;
  }

  policy::MessagePlaces places() const {
    return {.session = "1f0c22aa", .branch = fixture_.branch, .project = root_};
  }

  static std::string reasons(const std::vector<JudgedRequirement>& list) {
    std::string text;
    for (const JudgedRequirement& one : list) {
      text += one.requirement->name + ": " +
              (one.verdict.is_met() ? "close to its limit" : policy::reason_of(one)) + "\n";
    }
    return text;
  }

  FixtureAnswer at_call() {
    model::ToolCall call;
    call.tool = fixture_.tool;
    call.command = fixture_.command;
    call.skill = fixture_.skill;
    std::vector<policy::GateTarget> targets;
    if (!fixture_.target.empty()) {
      const std::string path = os::normalised(root_, fixture_.target).native();
      call.targets = {fixture_.target};
      targets = {{path, path}};
    }
    std::optional<policy::shell::Analysis> analysis;
    if (call.tool == "Bash") {
      analysis = policy::shell::analyse(call.command, {.folder = root_, .home = ""});
    }
    const policy::shell::Analysis* const shell = analysis ? &*analysis : nullptr;
    FixtureAnswer answer;
    if (!rules_.enabled || policy::is_never_gated(call, targets, shell)) return answer;
    std::vector<const Requirement*> meant;
    for (const Requirement& rule : rules_.list) {
      if (rule.enabled && policy::is_meant(rule.triggers, call, shell)) meant.push_back(&rule);
    }
    const policy::CallVerdict said =
        policy::ask_about_call(meant, [this](const Requirement& rule) { return judge(rule); });
    for (const model::UnmetRequirement& one : said.unmet) answer.unmet.push_back(one.name);
    if (!said.warning.empty()) answer.answer = Answer::warn;
    if (!said.blocking.empty()) answer.answer = Answer::deny;
    answer.said = reasons(said.blocking) + reasons(said.warning) +
                  policy::denial_guide(said.blocking, places());
    return answer;
  }

  bool is_open_at_turn_end(const Requirement& rule) const {
    return policy::is_asked_at_turn_end(rule, rules_.hooks) && rule.enforcing == Enforcing::block &&
           has(fixture_.triggered, rule.name);
  }

  FixtureAnswer at_turn_end() {
    FixtureAnswer answer;
    const model::RequirementHooks& hooks = rules_.hooks;
    if (!rules_.enabled || !hooks.stop_verifies || hooks.stop_max_blocks < 1) return answer;
    std::vector<JudgedRequirement> open;
    for (const Requirement& rule : rules_.list) {
      if (!is_open_at_turn_end(rule)) continue;
      const JudgedRequirement judged = judge(rule);
      if (!judged.verdict.is_met()) open.push_back(judged);
    }
    if (open.empty()) return answer;
    answer.answer = Answer::deny;
    for (const JudgedRequirement& one : open) answer.unmet.push_back(one.requirement->name);
    answer.said = reasons(open) + policy::stop_guide(open, places());
    return answer;
  }

  const model::Requirements& rules_;
  const RequirementFixture& fixture_;
  const std::string& root_;
  model::BranchView view_;
};

// A name that no rule has would make a case hold for the wrong reason.
void check_names(const model::Requirements& rules, FixtureOutcome& outcome) {
  const RequirementFixture& fixture = outcome.fixture;
  std::vector<std::string> names;
  for (const auto* given : {&fixture.satisfied, &fixture.approved}) {
    for (const auto& [name, satisfied] : *given) names.push_back(name);
  }
  for (const auto& [name, value] : fixture.measured) names.push_back(name);
  for (const auto* list : {&fixture.triggered, &fixture.no_evidence, &fixture.stale}) {
    names.insert(names.end(), list->begin(), list->end());
  }
  if (fixture.unmet) names.insert(names.end(), fixture.unmet->begin(), fixture.unmet->end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) {
    if (rules.find(name) == nullptr) outcome.faults.push_back("no requirement is called " + name);
  }
}

std::string listed(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names.empty() ? "none" : base::join(names, ", ");
}

void compare(FixtureOutcome& outcome) {
  const RequirementFixture& fixture = outcome.fixture;
  const FixtureAnswer& came = outcome.came;
  if (came.answer != fixture.expected) {
    outcome.faults.push_back("expected " + std::string(model::name_of(fixture.expected)) +
                             ", came " + std::string(model::name_of(came.answer)) +
                             (came.unmet.empty() ? "" : " (unmet: " + listed(came.unmet) + ")"));
  }
  if (fixture.unmet && listed(*fixture.unmet) != listed(came.unmet)) {
    outcome.faults.push_back("expected as unmet: " + listed(*fixture.unmet) +
                             "; came: " + listed(came.unmet));
  }
  if (!fixture.why.empty() && came.said.find(fixture.why) == std::string::npos) {
    outcome.faults.push_back("'" + fixture.why + "' is not said" +
                             (came.said.empty() ? "" : ", but: " + came.said));
  }
}

}  // namespace

FixtureOutcome check_fixture(const model::Requirements& rules, RequirementFixture fixture,
                             const std::string& root) {
  FixtureOutcome outcome;
  outcome.fixture = std::move(fixture);
  check_names(rules, outcome);
  if (!outcome.faults.empty()) return outcome;
  outcome.came = Case(rules, outcome.fixture, root).answer();
  compare(outcome);
  return outcome;
}

base::Result<std::vector<FixtureOutcome>> check_fixtures(Workspace& workspace,
                                                         const std::vector<os::Path>& files) {
  Stores& stores = workspace.stores();
  std::vector<os::Path> wanted = files;
  if (wanted.empty()) wanted.push_back(stores.project.root / kDefaultFile);
  // All are read before any is judged: half an answer would look like one.
  std::vector<RequirementFixture> fixtures;
  for (const os::Path& file : wanted) {
    auto text = stores.system.files.read(file, {.bytes_max = kFixtureFileBytesMax});
    if (!text.ok()) {
      base::Error error = std::move(text).error();
      if (error.hint.empty()) error.hint = "`req test --help` has an example of a case.";
      return error;
    }
    TRY_ASSIGN(auto parsed, store::parse_requirement_fixtures(*text, file.native()));
    std::move(parsed.begin(), parsed.end(), std::back_inserter(fixtures));
  }
  const model::Requirements rules = RequirementScene(stores, "").cascade();
  std::vector<FixtureOutcome> outcomes;
  for (RequirementFixture& fixture : fixtures) {
    outcomes.push_back(check_fixture(rules, std::move(fixture), stores.project.root.native()));
  }
  return outcomes;
}

}  // namespace engine

#include "engine/requirement_scene.h"

#include <algorithm>

#include "engine/claim_check.h"
#include "engine/requirement_facts.h"
#include "store/branch_view_cache.h"
#include "store/requirement_config.h"

namespace engine {

RequirementScene::RequirementScene(Stores& stores, std::string session)
    : stores_(stores),
      session_(std::move(session)),
      now_(std::chrono::floor<std::chrono::seconds>(stores.system.clock.now().time_since_epoch())
               .count()) {}

bool are_requirements_skipped(os::System& system) {
  return system.environment.get("CLAUDE_SKIP_REQUIREMENTS").has_value();
}

bool RequirementScene::is_on() {
  if (stores_.project.common_dir.empty() || session_.empty()) return false;
  if (are_requirements_skipped(stores_.system) || !cascade().enabled) return false;
  const auto& list = cascade().list;
  return std::any_of(list.begin(), list.end(), [](const auto& one) { return one.enabled; });
}

const model::Requirements& RequirementScene::cascade() {
  if (!cascade_) {
    cascade_ = store::load_requirements(stores_.system, stores_.project, stores_.homes,
                                        stores_.keys, stores_.config.has_requirements);
  }
  return *cascade_;
}

const std::optional<store::GitHead>& RequirementScene::head() {
  if (!head_) head_ = store::read_head(stores_.system.files, stores_.project);
  return *head_;
}

store::BranchStore& RequirementScene::branches() {
  if (!branches_) {
    const model::Requirements& rules = cascade();
    branches_.emplace(
        stores_.system, stores_.project,
        store::BranchStore::Options{.lock_timeout = stores_.lock_patience(),
                                    .prune = {.days = rules.prune_days,
                                              .keep = static_cast<std::size_t>(
                                                  std::max<std::int64_t>(0, rules.prune_keep))}});
  }
  return *branches_;
}

const model::BranchView& RequirementScene::view() {
  return view_of(head() ? head()->branch : std::string());
}

const model::BranchView& RequirementScene::view_of(const std::string& branch) {
  const auto known = views_.find(branch);
  if (known != views_.end()) return known->second;
  return views_.emplace(branch, branch.empty() ? model::BranchView() : read_view(branch))
      .first->second;
}

model::BranchView RequirementScene::read_view(const std::string& branch) {
  // Worth keeping only where the file is large.
  const auto state = branches().state_of(branch);
  store::BranchViewCache cache(stores_.system, stores_.layout, stores_.keys, session_);
  if (state) {
    if (auto kept = cache.read(*state)) return *std::move(kept);
  }
  auto read = branches().view(branch, session_);
  if (!read.ok()) {
    add_fault(std::move(read).error());
    unread_.insert(branch);
    return {};
  }
  if (state) cache.keep(*state, *read);
  return *std::move(read);
}

std::optional<std::string> RequirementScene::fingerprint_for(
    const model::Requirement& requirement) {
  const auto known = fingerprints_.find(requirement.name);
  if (known != fingerprints_.end()) return known->second;
  std::optional<std::string> fingerprint;
  auto taken = fingerprint_of(stores_, requirement.fingerprint);
  if (taken.ok()) {
    fingerprint = *std::move(taken);
  } else {
    add_fault(std::move(taken).error());
  }
  return fingerprints_.emplace(requirement.name, std::move(fingerprint)).first->second;
}

policy::JudgedRequirement RequirementScene::judge(const model::Requirement& requirement) {
  return judge_on(head() ? head()->branch : std::string(), requirement);
}

policy::JudgedRequirement RequirementScene::judge_on(const std::string& branch,
                                                     const model::Requirement& requirement) {
  policy::JudgedRequirement judged{.requirement = &requirement, .verdict = {}, .facts = {}};
  policy::RequirementFacts& facts = judged.facts;
  const model::BranchView& view = view_of(branch);
  facts.record = view.find(requirement.name);
  facts.is_record_known = !branch.empty() && !view.read_only && !unread_.contains(branch);
  facts.now = now_;
  facts.branch = branch;
  // What costs a look at the world is asked only where the answer can change the verdict.
  const model::RequirementEntry* const entry =
      facts.record == nullptr ? nullptr : policy::deciding_entry(requirement, *facts.record, now_);
  if (entry != nullptr && policy::is_in_time(requirement, *entry, now_)) {
    if (!requirement.fingerprint.empty() && !entry->fingerprint.empty()) {
      facts.fingerprint = fingerprint_for(requirement);
    }
    if (requirement.evidence)
      facts.missing_evidence = missing_evidence(stores_, *requirement.evidence);
  }
  if (requirement.type == model::RequirementType::guard &&
      requirement.guard == model::GuardType::single_session) {
    facts.other_sessions = other_sessions(stores_, session_);
  }
  if (requirement.type == model::RequirementType::guard && call_ != nullptr &&
      requirement.guard == model::GuardType::unclaimed) {
    facts.claims = fresh_claims(stores_, *call_);
  }
  if (requirement.type == model::RequirementType::dynamic && head()) {
    auto measured = measure(stores_, requirement, *head(), session_);
    if (measured.ok()) {
      facts.measure = *std::move(measured);
    } else {
      add_fault(std::move(measured).error());
    }
  }
  judged.verdict = policy::judge(requirement, facts);
  return judged;
}

policy::MessagePlaces RequirementScene::places() {
  return {.session = short_session(),
          .branch = head() ? head()->branch : std::string(),
          .project = stores_.project.root.native()};
}

void RequirementScene::add_fault(base::Error fault) {
  const bool is_known = std::any_of(faults_.begin(), faults_.end(), [&](const base::Error& one) {
    return one.message == fault.message;
  });
  if (!is_known) faults_.push_back(std::move(fault));
}

}  // namespace engine

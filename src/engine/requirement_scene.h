// One question about the requirements of one session: the cascade, the branch, what is on file, and
// what has to be looked up for a verdict. Reads each thing once, and only when it is asked for.
// Private to the engine.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/requirement.h"
#include "policy/gate.h"
#include "policy/requirement_text.h"
#include "store/branch_store.h"
#include "store/git_head.h"

namespace engine {

class RequirementScene {
 public:
  // `session` is the conversation's full id, as its host spells it.
  RequirementScene(Stores& stores, std::string session);

  // Whether there is anything to ask: in git, switched on, not skipped by CLAUDE_SKIP_REQUIREMENTS.
  bool is_on();
  const model::Requirements& cascade();
  const std::optional<store::GitHead>& head();
  store::BranchStore& branches();

  const std::string& session() const { return session_; }
  // The eight characters that stand for it.
  std::string short_session() const { return model::short_session_id(session_); }
  std::int64_t now() const { return now_; }  // Seconds since 1970; the same for one question.

  // What is on file for the branch that is checked out, or for another.
  const model::BranchView& view();
  const model::BranchView& view_of(const std::string& branch);

  // How a requirement stands on the branch that is checked out, or on another.
  policy::JudgedRequirement judge(const model::Requirement& requirement);
  policy::JudgedRequirement judge_on(const std::string& branch,
                                     const model::Requirement& requirement);
  // The call that is asked about, for what depends on its files; null: about none. Borrowed.
  void about(const policy::GateInput* call) { call_ = call; }
  policy::MessagePlaces places();

  // What went wrong on the way; each once. The work goes on.
  const std::vector<base::Error>& faults() const { return faults_; }
  void add_fault(base::Error fault);

  Stores& stores() { return stores_; }

 private:
  model::BranchView read_view(const std::string& branch);
  std::optional<std::string> fingerprint_for(const model::Requirement& requirement);

  Stores& stores_;
  std::string session_;
  std::int64_t now_;
  const policy::GateInput* call_ = nullptr;
  std::optional<model::Requirements> cascade_;
  std::optional<std::optional<store::GitHead>> head_;
  std::optional<store::BranchStore> branches_;
  std::map<std::string, model::BranchView> views_;
  std::set<std::string> unread_;  // Branches whose file could not be read.
  std::map<std::string, std::optional<std::string>> fingerprints_;
  std::vector<base::Error> faults_;
};

// The id of a run's conversation as its host spells it: what branch files know it by.
std::string session_of_run(Stores& stores, const model::RunId& run);

// Whether CLAUDE_SKIP_REQUIREMENTS is set, to whatever.
bool are_requirements_skipped(os::System& system);

}  // namespace engine

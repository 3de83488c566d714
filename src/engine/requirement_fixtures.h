// `req test`: the rules of a project asked about made-up events. Nothing that is on file is read
// but the rules, and nothing is written.
#pragma once
#include <string>
#include <vector>

#include "engine/workspace.h"
#include "model/requirement.h"
#include "model/requirement_fixture.h"

namespace engine {

// What the rules say to a case.
struct FixtureAnswer {
  model::Answer answer = model::Answer::allow;
  std::vector<std::string> unmet;  // Names, in the order of the rules.
  std::string said;                // To the agent; empty where nothing is.
};

struct FixtureOutcome {
  model::RequirementFixture fixture;
  FixtureAnswer came;
  std::vector<std::string> faults;  // What is not as expected; empty: the case holds.
};

// `root`: what relative files are relative to.
FixtureOutcome check_fixture(const model::Requirements& rules, model::RequirementFixture fixture,
                             const std::string& root);

// The cases of these files, one after the other; without any those of
// .claude/requirements.tests.yaml. not_found; parse_error with file and line.
base::Result<std::vector<FixtureOutcome>> check_fixtures(Workspace& workspace,
                                                         const std::vector<os::Path>& files);

}  // namespace engine

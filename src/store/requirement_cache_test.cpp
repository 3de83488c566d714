#include "store/requirement_cache.h"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/test_requirement.h"
#include "store/test_support.h"

namespace store {
namespace {

using model::Requirement;
using model::Requirements;
using model::RequirementScope;

Key key_of(const char* secret = kSecret) {
  return key_from_text(secret, 32, KeySource::file).value();
}

std::vector<model::ToolMatch> arbitrary_tools() {
  std::vector<model::ToolMatch> tools;
  for (const std::string& tool : *rc::gen::arbitrary<Words>()) tools.push_back({tool, tool + "x"});
  return tools;
}

Requirement arbitrary_requirement() {
  const auto word = [] { return *rc::gen::arbitrary<std::string>(); };
  const auto words = [] { return *rc::gen::arbitrary<Words>(); };
  const auto number = [] { return *rc::gen::arbitrary<std::int64_t>(); };
  const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
  Requirement one;
  one.name = word();
  one.type = *rc::gen::element(model::RequirementType::guard, model::RequirementType::dynamic);
  one.scope = *rc::gen::element(RequirementScope::branch, RequirementScope::permanent);
  one.enabled = flag();
  one.stop_only = flag();
  one.enforcing = *rc::gen::element(model::Enforcing::observe, model::Enforcing::warn);
  for (std::string* text : {&one.description, &one.message, &one.short_message,
                            &one.blocking_message, &one.resolving_skill, &one.calculator,
                            &one.deprecated, &one.fingerprint.range, &one.source.file}) {
    *text = word();
  }
  for (Words* list : {&one.checklist, &one.satisfied_by, &one.protected_branches, &one.calculation,
                      &one.fingerprint.paths}) {
    *list = words();
  }
  one.triggers = arbitrary_tools();
  one.satisfied_by_tools = arbitrary_tools();
  if (flag()) one.replan_ttl_s = number();
  if (flag()) one.evidence = model::EvidenceRule{words(), words(), word(), number()};
  one.guard =
      *rc::gen::element(model::GuardType::single_session, model::GuardType::protected_branch);
  if (flag()) one.warn_at = 250.25;
  if (flag()) one.block_at = *rc::gen::inRange(0, 1000);
  one.cache_ttl_s = number();
  one.approval_ttl_s = number();
  one.source.line = *rc::gen::arbitrary<int>();
  return one;
}

Requirements arbitrary_requirements() {
  const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
  const auto number = [] { return *rc::gen::arbitrary<std::int64_t>(); };
  Requirements all;
  all.enabled = flag();
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) all.list.push_back(arbitrary_requirement());
  all.hooks = {flag(),
               model::BriefingFormat::standard,
               *rc::gen::arbitrary<std::string>(),
               {flag(), number(), {RequirementScope::single_use}},
               flag(),
               {RequirementScope::branch, RequirementScope::permanent},
               number(),
               flag()};
  all.satisfy_on = *rc::gen::element(model::SatisfyMoment::load, model::SatisfyMoment::turn_end);
  all.resume_inherits = flag();
  all.prune_days = number();
  all.prune_keep = number();
  all.files = *rc::gen::arbitrary<Words>();
  for (auto* list : {&all.problems, &all.unused}) {
    for (const std::string& text : *rc::gen::arbitrary<Words>()) {
      list->push_back({text, *rc::gen::arbitrary<int>(), text + "!"});
    }
  }
  return all;
}

TEST(RequirementCacheTest, WhatIsReadBackIsWhatWasCompiled) {
  const Key key = key_of();
  EXPECT_TRUE(rc::check("for any requirements", [&key] {
    const Requirements all = arbitrary_requirements();
    const std::string bytes = compiled_requirements(all, "sources", key);
    const auto read = requirements_from_cache(bytes, "sources", key);
    RC_ASSERT(read.has_value());
    RC_ASSERT(all_of(*read) == all_of(all));
  }));
}

// The cache lies where an agent may write: what it says counts only under our MAC.
TEST(RequirementCacheTest, AChangeOfAnyByteIsSeen) {
  const Key key = key_of();
  Requirements all;
  all.list.push_back({.name = "a", .enabled = true, .message = "text", .evidence = {{}}});
  all.files = {"f"};
  const std::string bytes = compiled_requirements(all, "sources", key);
  ASSERT_TRUE(requirements_from_cache(bytes, "sources", key));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x80U}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ flip);
      EXPECT_FALSE(requirements_from_cache(changed, "sources", key)) << i;
    }
    EXPECT_FALSE(requirements_from_cache(bytes.substr(0, i), "sources", key)) << i;
  }
  EXPECT_FALSE(requirements_from_cache(bytes + "x", "sources", key));
  EXPECT_FALSE(requirements_from_cache(bytes, "source", key));
  EXPECT_FALSE(requirements_from_cache(bytes, "sources2", key));
  EXPECT_FALSE(requirements_from_cache(bytes, "sources", key_of(kOtherSecret)));
}

}  // namespace
}  // namespace store

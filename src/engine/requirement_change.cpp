#include "engine/requirement_change.h"

#include <algorithm>

#include "engine/requirement_facts.h"
#include "policy/requirement.h"

namespace engine {
namespace {

using model::RequirementScope;

bool is_permanent(const model::Requirement& requirement) {
  return requirement.scope == RequirementScope::permanent;
}

struct Write {
  const model::Requirement* requirement = nullptr;
  model::Satisfaction satisfaction;
  bool at_root = false;
};

Write write_for(RequirementScene& scene, const model::Requirement& requirement,
                const SatisfyOrder& order) {
  Write write{.requirement = &requirement, .satisfaction = {}, .at_root = order.at_root};
  const bool is_approval = order.by == "approval";
  // An approval is one session's, whatever the scope is (B4-22).
  write.at_root = order.at_root || (!is_approval && policy::is_kept_at_root(requirement.scope));
  write.satisfaction.at = scene.now();
  write.satisfaction.by = order.by;
  write.satisfaction.metadata = order.metadata;
  write.satisfaction.expires_at = end_of(order, requirement, scene.now());
  if (!requirement.fingerprint.empty() && !is_approval) {
    auto fingerprint = fingerprint_of(scene.stores(), requirement.fingerprint);
    if (fingerprint.ok()) {
      write.satisfaction.fingerprint = *std::move(fingerprint);
    } else {
      // Satisfied all the same, but bound to nothing: the layer fails open, and says so.
      scene.add_fault(std::move(fingerprint).error());
    }
  }
  return write;
}

store::BranchStore::Change applying(RequirementScene& scene, const std::vector<Write>& writes) {
  return [&scene, &writes](store::BranchDocument& document) -> base::Result<void> {
    for (const Write& write : writes) {
      document.satisfy({.requirement = write.requirement->name,
                        .scope = write.requirement->scope,
                        .session = write.at_root ? std::string_view() : scene.session()},
                       write.satisfaction);
    }
    return {};
  };
}

}  // namespace

std::optional<std::int64_t> end_of(const SatisfyOrder& order, const model::Requirement& requirement,
                                   std::int64_t now) {
  constexpr std::int64_t kLongest = 100LL * 366 * 24 * 60 * 60;
  std::optional<std::int64_t> ttl_s = order.ttl_s;
  if (!ttl_s && order.by == "approval") ttl_s = requirement.approval_ttl_s;
  if (!ttl_s) return std::nullopt;
  return now + std::min(*ttl_s, kLongest);
}

base::Result<void> save_satisfied(RequirementScene& scene, const SatisfyOrder& order) {
  if (!scene.head()) {
    return base::Error{base::Code::unavailable, "this folder is not in a git repository", ""};
  }
  std::vector<Write> on_branch;
  std::vector<Write> everywhere;
  for (const model::Requirement* requirement : order.requirements) {
    const Write write = write_for(scene, *requirement, order);
    const bool is_for_all = is_permanent(*requirement) && write.at_root;
    (is_for_all ? everywhere : on_branch).push_back(write);
  }
  if (!on_branch.empty()) {
    TRY(scene.branches().update(scene.head()->branch, applying(scene, on_branch)));
  }
  if (!everywhere.empty()) TRY(scene.branches().update_permanent(applying(scene, everywhere)));
  return {};
}

}  // namespace engine

#include "store/requirement_reader.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "store/requirement_entry.h"

namespace store {
namespace {

using model::CarryOver;
using model::RequirementHooks;
using model::Requirements;
using model::RequirementScope;

constexpr std::size_t kRequirementsMax = 500;
constexpr Values::Range kBlocksRange{0, 100};
constexpr Values::Range kDaysRange{1, 36'500};
constexpr Values::Range kKeepRange{0, 1'000'000};

void ignore(Values&, std::string_view, const TreeNode&, Requirements&) {}

void scopes(Values& values, std::string_view name, const TreeNode& node,
            std::vector<RequirementScope>& target) {
  if (node.is_nothing()) return;
  std::vector<RequirementScope> found;
  for (const TreeNode* item : values.items(name, node)) {
    const auto scope = model::requirement_scope_from_name(item->text);
    if (item->kind != TreeNode::Kind::text || !scope) {
      return values.refuse_value(name, *item, "session, branch, single_use or permanent");
    }
    found.push_back(*scope);
  }
  target = std::move(found);
}

constexpr std::array<KeyRow<CarryOver>, 3> kCarryOverKeys{{
    {"enabled", [](Values& values, std::string_view name, const TreeNode& node,
                   CarryOver& target) { values.flag(name, node, target.enabled); }},
    {"window_seconds", [](Values& values, std::string_view name, const TreeNode& node,
                          CarryOver& target) { values.number(name, node, {}, target.window_s); }},
    {"scopes", [](Values& values, std::string_view name, const TreeNode& node,
                  CarryOver& target) { scopes(values, name, node, target.scopes); }},
}};

std::optional<model::BriefingFormat> briefing_from_name(std::string_view name) {
  if (name == "compact") return model::BriefingFormat::compact;
  if (name == "standard") return model::BriefingFormat::standard;
  return std::nullopt;
}

constexpr std::array<KeyRow<RequirementHooks>, 4> kSessionStartKeys{{
    {"inject_context",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       values.flag(name, node, hooks.inject_context);
     }},
    {"briefing_format",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       values.choice(name, node, briefing_from_name, "compact or standard", hooks.briefing);
     }},
    {"custom_header",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       values.prose(name, node, hooks.custom_header);
     }},
    {"carry_over",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       read_map(values, name, node, kCarryOverKeys, hooks.carry_over);
     }},
}};

void max_blocks(Values& values, std::string_view name, const TreeNode& node,
                RequirementHooks& hooks) {
  values.number(name, node, kBlocksRange, hooks.stop_max_blocks);
}

constexpr std::array<KeyRow<RequirementHooks>, 3> kStopKeys{{
    {"verify_requirements",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       values.flag(name, node, hooks.stop_verifies);
     }},
    {"verify_scopes",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       scopes(values, name, node, hooks.stop_scopes);
     }},
    {"max_blocks", max_blocks},
}};
constexpr std::array<KeyRow<RequirementHooks>, 1> kOuterStopKeys{{{"max_blocks", max_blocks}}};

constexpr std::array<KeyRow<RequirementHooks>, 1> kSessionEndKeys{{
    {"clear_session_state",
     [](Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
       values.flag(name, node, hooks.clear_session_state);
     }},
}};

template <const auto& Rows>
void hook(Values& values, std::string_view name, const TreeNode& node, RequirementHooks& hooks) {
  read_map(values, name, node, Rows, hooks);
}

constexpr std::array<KeyRow<RequirementHooks>, 13> kHookKeys{{
    {"session_start", hook<kSessionStartKeys>},
    {"stop", hook<kStopKeys>},
    {"session_end", hook<kSessionEndKeys>},
    {"plan_enter", nullptr},
    {"prompt_submit", nullptr},
    {"permission_request", nullptr},
    {"wip_tracking", nullptr},
    {"obsidian", nullptr},
    {"agent_teams", nullptr},
    {"session_learning", nullptr},
    {"qdrant", nullptr},
    {"retrieval", nullptr},
    {"lazy_dev", nullptr},
}};

void read_list(Values& values, std::string_view name, const TreeNode& node, Requirements& target) {
  if (node.is_nothing()) return;
  if (node.kind != TreeNode::Kind::map) return values.refuse_value(name, node, "a mapping");
  for (std::size_t i = 0; i < node.members.size(); ++i) {
    if (i == kRequirementsMax) {
      values.refuse(node.members[i].place,
                    "more than " + std::to_string(kRequirementsMax) +
                        " requirements; this one and those after it are left out");
      return;
    }
    if (auto one = read_requirement(values.findings(), node.members[i])) {
      target.list.push_back(*std::move(one));
    }
  }
}

std::optional<model::SatisfyMoment> moment_from_name(std::string_view name) {
  if (name == "load") return model::SatisfyMoment::load;
  if (name == "turn_end") return model::SatisfyMoment::turn_end;
  return std::nullopt;
}

template <auto Member>
void document_flag(Values& values, std::string_view name, const TreeNode& node,
                   Requirements& target) {
  values.flag(name, node, target.*Member);
}

void prune_keep(Values& values, std::string_view name, const TreeNode& node, Requirements& target) {
  values.number(name, node, kKeepRange, target.prune_keep);
}

constexpr std::array<KeyRow<Requirements>, 17> kDocumentKeys{{
    {"version", ignore},
    {"inherit", ignore},  // Judged file by file, before they are merged.
    {"enabled", document_flag<&Requirements::enabled>},
    {"requirements", read_list},
    {"stop", ignore},  // See read_short_forms.
    {"hooks", [](Values& values, std::string_view name, const TreeNode& node,
                 Requirements& target) { read_map(values, name, node, kHookKeys, target.hooks); }},
    {"satisfy_on",
     [](Values& values, std::string_view name, const TreeNode& node, Requirements& target) {
       values.choice(name, node, moment_from_name, "load or turn_end", target.satisfy_on);
     }},
    {"resume_inherits", document_flag<&Requirements::resume_inherits>},
    {"prune_days",
     [](Values& values, std::string_view name, const TreeNode& node, Requirements& target) {
       values.number(name, node, kDaysRange, target.prune_days);
     }},
    {"keep", ignore},  // As `stop`.
    {"prune_keep", prune_keep},
    {"strict_preflight", nullptr},
    {"logging", nullptr},
    {"console", nullptr},
    {"debug", nullptr},
    {"budgets", nullptr},
    {"workflow", nullptr},
}};

// The specification's own spellings, `stop.max_blocks` and `keep`, count where the longer ones,
// `hooks.stop.max_blocks` and `prune_keep`, are not there; so they are read first.
void read_short_forms(Values& values, const TreeNode& document, Requirements& target) {
  if (const TreeMember* const stop = document.find("stop")) {
    read_map(values, "stop", stop->value, kOuterStopKeys, target.hooks);
  }
  if (const TreeMember* const kept = document.find("keep")) {
    prune_keep(values, "keep", kept->value, target);
  }
}

}  // namespace

bool is_document_key(std::string_view key) {
  return std::any_of(kDocumentKeys.begin(), kDocumentKeys.end(),
                     [&](const KeyRow<Requirements>& row) { return row.key == key; });
}

model::Requirements read_requirements(Findings& findings, const TreeNode& document) {
  Requirements requirements;
  Values values(findings, "");
  read_short_forms(values, document, requirements);
  read_map(values, "", document, kDocumentKeys, requirements);
  return requirements;
}

}  // namespace store

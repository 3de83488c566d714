#include "policy/requirement_text.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.h"

namespace policy {
namespace {

constexpr std::size_t kBlockingMessageBytesMax = 2000;
constexpr std::size_t kLineBytesMax = 300;

// A text of a repository's file in one line of ours.
std::string in_one_line(std::string_view text) {
  std::string line(base::clip_utf8(base::trim(text), kLineBytesMax));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line.size() < base::trim(text).size() ? line + "…" : line;
}

std::string number(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? fmt::format("{}", whole) : fmt::format("{}", value);
}

// What a guard says whose condition does not hold.
std::string guard_message(const JudgedRequirement& judged, const MessagePlaces& places) {
  const model::Requirement& requirement = *judged.requirement;
  std::string text;
  switch (requirement.guard) {
    case model::GuardType::protected_branch:
      return fmt::format(
          "`{}` is a protected branch. Make a branch of your own (`git checkout -b "
          "feature/NAME`), or ask a person to run `{}`.",
          in_one_line(places.branch), way_out(requirement));
    case model::GuardType::single_session:
      text = "Another session is active on this project.\n";
      for (const std::string& other : judged.facts.other_sessions) text += "- " + other + "\n";
      return text + "Close it, wait for it, or ask a person to run `" + way_out(requirement) + "`.";
    case model::GuardType::unclaimed:
      text = "Somebody else works on this.\n";
      for (const std::string& claim : judged.facts.claims) text += "- " + claim + "\n";
      return text + "Talk to them, work on something else, or ask a person to run `" +
             way_out(requirement) + "`.";
  }
  return text;
}

std::string_view reason_of_guard(model::GuardType guard) {
  switch (guard) {
    case model::GuardType::protected_branch:
      return "the branch is protected";
    case model::GuardType::single_session:
      return "another session is active";
    case model::GuardType::unclaimed:
      return "somebody else works on it";
  }
  return "";
}

std::string default_message(const JudgedRequirement& judged, const MessagePlaces& places) {
  const model::Requirement& requirement = *judged.requirement;
  switch (judged.verdict.standing) {
    case Standing::guarded:
      return guard_message(judged, places);
    case Standing::exceeded:
      return fmt::format("{} is over its limit of {}: {}.", requirement.name,
                         number(requirement.block_at.value_or(0)),
                         judged.facts.measure ? in_one_line(judged.facts.measure->summary) : "");
    case Standing::met:
    case Standing::unknown:
    case Standing::unmet:
    case Standing::expired:
    case Standing::stale:
    case Standing::no_evidence:
      break;
  }
  const std::string what = requirement.description.empty() ? "" : requirement.description + "\n\n";
  return what + "**Execute**: `" + way_out(requirement) + "`";
}

std::string message_of(const JudgedRequirement& judged, const MessagePlaces& places) {
  const model::Requirement& requirement = *judged.requirement;
  const bool is_dynamic = requirement.type == model::RequirementType::dynamic;
  const std::string& own = is_dynamic && !requirement.blocking_message.empty()
                               ? requirement.blocking_message
                               : requirement.message;
  const std::string text = own.empty() ? default_message(judged, places) : own;
  return std::string(base::clip_utf8(fill_in(text, judged, places), kBlockingMessageBytesMax));
}

std::string checklist_of(const model::Requirement& requirement) {
  if (requirement.checklist.empty()) return "";
  std::string text = "\n\n**Checklist**:";
  int index = 0;
  for (const std::string& item : requirement.checklist) {
    text += fmt::format("\n⬜ {}. {}", ++index, in_one_line(item));
  }
  return text;
}

std::string by_hand(const model::Requirement& requirement, const MessagePlaces& places) {
  const bool is_approved = requirement.type != model::RequirementType::blocking;
  return fmt::format("req {} {}{}", is_approved ? "approve" : "satisfy", requirement.name,
                     places.session.empty() ? "" : " --session " + places.session);
}

std::string table_of(const std::vector<JudgedRequirement>& unmet) {
  std::string text = "| Requirement | Execute |\n|---|---|\n";
  for (const JudgedRequirement& one : unmet) {
    text += fmt::format("| `{}` ({}) | `{}` |\n", one.requirement->name, reason_of(one),
                        way_out(*one.requirement));
  }
  return text;
}

std::string names_in_code(const std::vector<JudgedRequirement>& list, std::string_view separator) {
  std::vector<std::string> names;
  for (const JudgedRequirement& one : list) names.push_back("`" + one.requirement->name + "`");
  return base::join(names, separator);
}

std::string bare_names(const std::vector<JudgedRequirement>& list) {
  std::vector<std::string> names;
  for (const JudgedRequirement& one : list) names.push_back(one.requirement->name);
  return base::join(names, " ");
}

// What is not met, by what resolves it: one skill may serve several.
std::vector<std::pair<std::string, std::vector<JudgedRequirement>>> by_way_out(
    const std::vector<JudgedRequirement>& unmet) {
  std::vector<std::pair<std::string, std::vector<JudgedRequirement>>> groups;
  for (const JudgedRequirement& one : unmet) {
    const std::string way = way_out(*one.requirement);
    auto group = groups.begin();
    while (group != groups.end() && group->first != way) ++group;
    if (group == groups.end()) group = groups.insert(group, {way, {}});
    group->second.push_back(one);
  }
  return groups;
}

}  // namespace

std::string way_out(const model::Requirement& requirement) {
  if (requirement.type != model::RequirementType::blocking)
    return "req approve " + requirement.name;
  std::string_view skill = requirement.resolving_skill;
  if (skill.empty() && !requirement.satisfied_by.empty()) skill = requirement.satisfied_by.front();
  if (skill.empty()) return "req satisfy " + requirement.name;
  while (skill.starts_with('/')) skill.remove_prefix(1);
  return "/" + in_one_line(skill);
}

std::string reason_of(const JudgedRequirement& judged) {
  switch (judged.verdict.standing) {
    case Standing::met:
      return "met";
    case Standing::unknown:
      return "what is on file cannot be read";
    case Standing::unmet:
      return "not satisfied";
    case Standing::expired:
      return "its time is over";
    case Standing::stale:
      return "stale: the content has changed since";
    case Standing::no_evidence:
      return "no evidence: " + in_one_line(judged.facts.missing_evidence);
    case Standing::guarded:
      // Who it is says more.
      if (judged.requirement->guard == model::GuardType::unclaimed && !judged.facts.claims.empty())
        return in_one_line(judged.facts.claims.front());
      return std::string(reason_of_guard(judged.requirement->guard));
    case Standing::exceeded:
      return judged.facts.measure ? number(judged.facts.measure->value) + " is over the limit of " +
                                        number(judged.requirement->block_at.value_or(0))
                                  : "over the limit";
  }
  return "";
}

std::string fill_in(std::string_view message, const JudgedRequirement& judged,
                    const MessagePlaces& places) {
  const model::Requirement& requirement = *judged.requirement;
  const auto& measure = judged.facts.measure;
  const std::array<std::pair<std::string_view, std::string>, 8> values{
      {{"auto_resolve_skill", requirement.resolving_skill},
       {"session_id", places.session},
       {"branch", in_one_line(places.branch)},
       {"req_name", requirement.name},
       {"project_dir", places.project},
       {"total", measure ? number(measure->value) : ""},
       {"block_threshold", requirement.block_at ? number(*requirement.block_at) : ""},
       {"summary", measure ? in_one_line(measure->summary) : ""}}};
  std::string text;
  while (!message.empty()) {
    const std::size_t open = message.find('{');
    text.append(message.substr(0, open));
    if (open == std::string_view::npos) break;
    message.remove_prefix(open);
    const std::size_t close = message.find('}');
    const std::string_view name =
        close == std::string_view::npos ? std::string_view() : message.substr(1, close - 1);
    bool is_known = false;
    for (const auto& [key, value] : values) {
      if (key != name) continue;
      text.append(value);
      message.remove_prefix(close + 1);
      is_known = true;
      break;
    }
    if (is_known) continue;
    text.push_back('{');
    message.remove_prefix(1);
  }
  return text;
}

std::string denial_guide(const std::vector<JudgedRequirement>& unmet, const MessagePlaces& places) {
  if (unmet.empty()) return "";
  std::string text;
  if (unmet.size() == 1) {
    const model::Requirement& requirement = *unmet.front().requirement;
    text = fmt::format("## Blocked: {}\n\n{}{}", requirement.name,
                       message_of(unmet.front(), places), checklist_of(requirement));
    if (!requirement.deprecated.empty()) {
      text += "\n\nDeprecated: " + in_one_line(requirement.deprecated);
    }
    text += "\n\n**Fallback**: `" + by_hand(requirement, places) + "`";
  } else {
    text = "## Blocked: Multiple Requirements\n\n" + table_of(unmet);
    for (const JudgedRequirement& one : unmet) {
      const bool says_more =
          !one.requirement->message.empty() || !one.requirement->checklist.empty();
      if (!says_more) continue;
      text += fmt::format("\n### {}\n{}{}\n", one.requirement->name, message_of(one, places),
                          checklist_of(*one.requirement));
    }
    text += "\n**Fallback**: `req satisfy " + bare_names(unmet) +
            (places.session.empty() ? "" : " --session " + places.session) + "`";
  }
  return text + "\n\nBlocked before any write — nothing changed on disk.";
}

std::string stop_guide(const std::vector<JudgedRequirement>& unmet, const MessagePlaces& places) {
  if (unmet.empty()) return "";
  std::string text = "## Cannot Complete: Unsatisfied Requirements\n\n" + table_of(unmet);
  for (const JudgedRequirement& one : unmet) {
    if (one.requirement->checklist.empty()) continue;
    text += "\n### " + one.requirement->name + checklist_of(*one.requirement) + "\n";
  }
  text += "\n**Fallback**: `req satisfy " + bare_names(unmet) +
          (places.session.empty() ? "" : " --session " + places.session) + "`";
  return text;
}

std::string briefing(const std::vector<JudgedRequirement>& all,
                     const model::RequirementHooks& hooks, const MessagePlaces& places) {
  if (all.empty()) return "";
  std::vector<JudgedRequirement> unmet;
  for (const JudgedRequirement& one : all) {
    if (!one.verdict.is_met()) unmet.push_back(one);
  }
  std::string text = hooks.custom_header.empty() ? "" : in_one_line(hooks.custom_header) + "\n\n";
  text += fmt::format("## Requirements: {}/{} satisfied\n", all.size() - unmet.size(), all.size());
  if (hooks.briefing == model::BriefingFormat::standard) {
    for (const JudgedRequirement& one : all) {
      text += one.verdict.is_met()
                  ? fmt::format("✓ {}\n", one.requirement->name)
                  : fmt::format("⬜ {} NOT satisfied ({}) - Run `{}`\n", one.requirement->name,
                                reason_of(one), way_out(*one.requirement));
    }
    return text;
  }
  for (const auto& [way, group] : by_way_out(unmet)) {
    text += fmt::format("**Run `{}`** → {}\n", way, names_in_code(group, ", "));
  }
  if (!unmet.empty()) {
    text += "**Fallback**: `req satisfy " + bare_names(unmet) +
            (places.session.empty() ? "" : " --session " + places.session) + "`\n";
  }
  return text;
}

}  // namespace policy

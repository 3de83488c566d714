#include "model/gate.h"

#include "base/text.h"
#include "model/names.h"

namespace model {
namespace {

constexpr NameTable<GateRule, 13> kRules{{{GateRule::not_opted_in, "not_opted_in"},
                                          {GateRule::switched_off, "switched_off"},
                                          {GateRule::unreadable_input, "unreadable_input"},
                                          {GateRule::guarded_file, "guarded_file"},
                                          {GateRule::guarded_memory, "guarded_memory"},
                                          {GateRule::guarded_command, "guarded_command"},
                                          {GateRule::state_not_ok, "state_not_ok"},
                                          {GateRule::mode_disabled, "mode_disabled"},
                                          {GateRule::protocol_incomplete, "protocol_incomplete"},
                                          {GateRule::mode_table, "mode_table"},
                                          {GateRule::requirement, "requirement"},
                                          {GateRule::deadline, "deadline"},
                                          {GateRule::none, "none"}}};

}  // namespace

std::string_view name_of(GateRule rule) { return find_value(kRules, rule); }
std::optional<GateRule> gate_rule_from_name(std::string_view name) {
  return find_name(kRules, name);
}

namespace {

void append_sentence(std::string& text, std::string_view sentence) {
  if (sentence.empty()) return;
  if (!text.empty() && base::is_alnum(text.back())) text.push_back('.');
  if (!text.empty()) text.push_back(' ');
  text.append(sentence);
}

// " (rule mode_table, .holdfast/config.yaml:4; `holdfast why 7d1054b6-42`)"
std::string reference(const GateDecision& decision, std::string_view id) {
  std::string text = " (rule " + std::string(name_of(decision.rule));
  if (!decision.source.file.empty()) {
    text += ", " + decision.source.file;
    if (decision.source.line != 0) text += ":" + std::to_string(decision.source.line);
  }
  if (!id.empty()) text += "; `holdfast why " + std::string(id) + "`";
  return text + ")";
}

}  // namespace

const std::string& step_for_person(const GateDecision& decision) {
  return decision.for_person.empty() ? decision.next_step : decision.for_person;
}

std::string denial_text(const GateDecision& decision, std::string_view id) {
  constexpr std::size_t kOursMax = 600;
  constexpr std::size_t kGuideMax = 4000;
  std::string_view end = decision.next_step;
  std::string tail = reference(decision, id);
  // A path or a step of absurd length must not push out the rest.
  if (tail.size() > kOursMax / 2) tail = " (rule " + std::string(name_of(decision.rule)) + ")";
  end = base::clip_utf8(end, kOursMax / 2);

  std::string text = decision.message;
  append_sentence(text, decision.missing);
  // One for the blank before the next step, one for a full stop.
  text = std::string(base::clip_utf8(text, kOursMax - tail.size() - end.size() - 2));
  append_sentence(text, end);
  text += tail;
  if (!decision.guide.empty()) {
    text.append("\n\n").append(base::clip_utf8(decision.guide, kGuideMax));
  }
  return text;
}

}  // namespace model

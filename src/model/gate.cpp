#include "model/gate.h"

#include "base/text.h"
#include "model/names.h"

namespace model {
namespace {

constexpr NameTable<GateRule, 12> kRules{{{GateRule::not_opted_in, "not_opted_in"},
                                          {GateRule::switched_off, "switched_off"},
                                          {GateRule::unreadable_input, "unreadable_input"},
                                          {GateRule::guarded_file, "guarded_file"},
                                          {GateRule::guarded_memory, "guarded_memory"},
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

std::string denial_text(const GateDecision& decision) {
  constexpr std::size_t kBytesMax = 600;
  std::string text = decision.message;
  for (const std::string* part : {&decision.missing, &decision.next_step}) {
    if (part->empty()) continue;
    if (!text.empty() && base::is_alnum(text.back())) text.push_back('.');
    text.append(" ").append(*part);
  }
  return std::string(base::clip_utf8(text, kBytesMax));
}

}  // namespace model

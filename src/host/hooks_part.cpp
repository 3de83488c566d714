#include "host/hooks_part.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace host {

using base::Json;

namespace {

HookDialect dialect_of(std::string_view host, const HandlerForm& handler,
                       const std::vector<HookEvent>& events) {
  HookDialect dialect{.layout = handler.layout, .events = {}, .has_version = handler.has_version};
  for (const HookEvent& event : events) dialect.events.push_back(event.name);
  dialect.hint = "Correct the file; `holdfast hooks print --host " + std::string(host) +
                 "` shows what to put in by hand.";
  return dialect;
}

// A host may take comments in its settings.
Json settings_in(const std::string& text) {
  Standing standing;
  return read_loosely(text, standing);
}

const Json* member_of(const Json* object, std::string_view name) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto found = object->find(std::string(name));
  return found == object->end() ? nullptr : &*found;
}

// Null where there is no such member.
const Json* value_in(const Json& settings, const HookSwitch& hook_switch, std::string_view member) {
  const bool is_at_top = hook_switch.section.empty();
  return member_of(is_at_top ? &settings : member_of(&settings, hook_switch.section), member);
}

std::string name_of(const HookSwitch& hook_switch, std::string_view member) {
  const std::string section(hook_switch.section);
  return (section.empty() ? "" : section + ".") + std::string(member);
}

std::string switched_off(const Json& settings, const HookSwitch& hook_switch) {
  const Json* const value = value_in(settings, hook_switch, hook_switch.member);
  if (value == nullptr || *value != Json(hook_switch.off)) return {};
  return name_of(hook_switch, hook_switch.member) + " is " + (hook_switch.off ? "true" : "false") +
         ", so no hook runs";
}

}  // namespace

HooksPart::HooksPart(std::string_view host, PartPlace place, HandlerForm handler,
                     std::vector<HookEvent> events)
    : Part(std::move(place)),
      host_(host),
      handler_(handler),
      events_(std::move(events)),
      dialect_(dialect_of(host_, handler_, events_)) {}

std::string HooksPart::description() const {
  return "add " + std::to_string(events_.size()) + " hooks";
}

bool HooksPart::may_be_in(std::string_view text) const { return may_have_hook(text, host_); }

Json HooksPart::entry_for(const HookEvent& event, const PartForm& form) const {
  const bool may_block = event.asks && form.kind == HookKind::own;
  OnFailure on_failure = may_block ? handler_.on_failure : OnFailure::as_the_host_has_it;
  if (form.kind == HookKind::shared) on_failure = OnFailure::pass;
  Json handler = Json::object();
  if (handler_.has_type) handler["type"] = "command";
  handler[std::string(handler_.command)] =
      to_command({form.program, event.name, host_, on_failure});
  if (!handler_.timeout.empty()) {
    handler[std::string(handler_.timeout)] =
        event.timeout_seconds * handler_.timeout_units_per_second;
  }
  if (may_block && !handler_.fail_closed.empty()) {
    handler[std::string(handler_.fail_closed)] = true;
  }
  if (handler_.layout == HookLayout::handlers) return handler;
  Json group = Json::object();
  if (!event.matcher.empty()) group["matcher"] = event.matcher;
  group["hooks"] = Json::array({std::move(handler)});
  return group;
}

std::vector<HookEntry> HooksPart::entries(const PartForm& form) const {
  std::vector<HookEntry> all;
  for (const HookEvent& event : events_) {
    all.push_back({std::string(event.name), base::JsonBox(entry_for(event, form))});
  }
  return all;
}

base::Result<std::vector<OurHook>> HooksPart::find(const std::string& text) const {
  TRY_ASSIGN(const base::JsonText document, parse_hook_file(text, dialect_));
  return our_hooks(document.value(), handler_.layout);
}

base::Result<std::string> HooksPart::with_ours(const std::optional<std::string>& text,
                                               const PartForm& form) const {
  TRY(check_program(form.program));
  return with_entries(text, dialect_, entries(form));
}

base::Result<std::optional<std::string>> HooksPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  return without_entries(text, dialect_, kind);
}

std::string HooksPart::skipped_by(const Json& settings, const std::string& text) const {
  const HookSwitch& hook_switch = handler_.hook_switch;
  const Json* const skipped =
      hook_switch.skipped.empty() ? nullptr : value_in(settings, hook_switch, hook_switch.skipped);
  if (skipped == nullptr || !skipped->is_array()) return {};
  std::vector<std::string> events;
  for (const OurHook& hook : our_hooks(settings_in(text), handler_.layout)) {
    const bool is_skipped =
        std::find(skipped->begin(), skipped->end(), Json(hook.name)) != skipped->end();
    if (is_skipped) events.push_back(hook.event);
  }
  if (events.empty()) return {};
  return name_of(hook_switch, hook_switch.skipped) +
         " has hooks of ours, which do not run then: " + base::join(events, ", ");
}

std::string HooksPart::obstacle(const std::string& text) const {
  if (handler_.hook_switch.member.empty()) return {};
  const Json settings = settings_in(text);
  std::string why = switched_off(settings, handler_.hook_switch);
  return why.empty() ? skipped_by(settings, text) : why;
}

std::string HooksPart::obstacle_in_other(const std::string& text, const OtherFile& other) const {
  const HookSwitch& hook_switch = handler_.hook_switch;
  const Json settings = settings_in(other.text);
  const bool is_decided_here =
      !other.is_stronger && value_in(settings_in(text), hook_switch, hook_switch.member) != nullptr;
  std::string why = is_decided_here ? "" : switched_off(settings, hook_switch);
  return why.empty() ? skipped_by(settings, text) : why;
}

void HooksPart::take_standing(const std::string& text, Standing& standing) const {
  const Json document = read_loosely(text, standing);
  const std::size_t known = standing.ours.size();
  take_hooks(document, handler_.layout, nullptr, standing);
  const Json& version = base::member_at(document, "version");
  const bool is_versioned =
      handler_.has_version && !version.is_null() && standing.ours.size() > known;
  if (is_versioned) standing.add_ours("version " + canonical(version), "its version");
  const std::string why = obstacle(text);
  if (!why.empty()) standing.add_against(why, "a switch by which no hook is asked (" + why + ")");
}

std::string HooksPart::by_hand(const PartForm& form) const {
  auto text = with_ours(std::nullopt, form);
  if (text.ok()) return *std::move(text);
  // A program that cannot be named by its path may still be on PATH.
  return with_entries(std::nullopt, dialect_, entries({"holdfast", form.kind})).value();
}

}  // namespace host

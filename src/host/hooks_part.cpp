#include "host/hooks_part.h"

#include <nlohmann/json.hpp>

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

std::string HooksPart::obstacle(const std::string& text) const {
  const HookSwitch& hook_switch = handler_.hook_switch;
  if (hook_switch.member.empty()) return {};
  const auto settings = base::JsonText::parse(text);
  if (!settings.ok()) return {};
  base::JsonPath path;
  std::string name;
  if (!hook_switch.section.empty()) {
    path.emplace_back(hook_switch.section);
    name = std::string(hook_switch.section) + ".";
  }
  path.emplace_back(hook_switch.member);
  name += hook_switch.member;
  const std::string_view off = hook_switch.off ? "true" : "false";
  if (settings->bytes_of(path) != off) return {};
  return name + " is " + std::string(off) + ", so no hook runs";
}

std::string HooksPart::by_hand(const PartForm& form) const {
  auto text = with_ours(std::nullopt, form);
  if (text.ok()) return *std::move(text);
  // A program that cannot be named by its path may still be on PATH.
  return with_entries(std::nullopt, dialect_, entries({"holdfast", form.kind})).value();
}

}  // namespace host

#include "host/claude_code/settings.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace host::claude_code {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

base::Error not_as_expected(std::string_view what) {
  return {base::Code::parse_error, std::string(what),
          "Correct the file; `holdfast hooks print` shows what to put in by hand."};
}

// Calls `visit` for each handler of the settings with the event and the places on the way.
struct Place {
  const std::string& event;
  std::size_t group = 0;
  std::size_t handler = 0;
};
void for_each_handler(const Json& settings,
                      const std::function<void(const Place&, const Json&)>& visit) {
  const auto hooks = settings.find("hooks");
  if (!settings.is_object() || hooks == settings.end() || !hooks->is_object()) return;
  for (const auto& event : hooks->items()) {
    if (!event.value().is_array()) continue;
    for (std::size_t i = 0; i < event.value().size(); ++i) {
      const Json& group = event.value()[i];
      const auto handlers = group.is_object() ? group.find("hooks") : group.end();
      if (handlers == group.end() || !handlers->is_array()) continue;
      for (std::size_t k = 0; k < handlers->size(); ++k) {
        visit({event.key(), i, k}, (*handlers)[k]);
      }
    }
  }
}

// Takes out what has become empty and was made by us: such a container has whitespace inside, one
// that was there before has none in front of what was put into it.
base::Result<void> remove_if_made_by_us(JsonText& text, const JsonPath& path, bool was_spaced) {
  if (was_spaced && text.size_of(path) == 0) return text.remove(path);
  return {};
}

base::Result<void> remove_handler(JsonText& text, const Place& place) {
  const JsonPath event{"hooks", place.event};
  const JsonPath group{"hooks", place.event, place.group};
  const JsonPath handlers{"hooks", place.event, place.group, "hooks"};
  const bool event_spaced = text.is_spaced(event);
  const bool hooks_spaced = text.is_spaced({"hooks"});
  if (text.size_of(handlers) > 1) {
    return text.remove({"hooks", place.event, place.group, "hooks", place.handler});
  }
  TRY(text.remove(group));
  TRY(remove_if_made_by_us(text, event, event_spaced));
  return remove_if_made_by_us(text, {"hooks"}, hooks_spaced);
}

// False: nothing is left, and the document was made by us.
base::Result<bool> remove_ours(JsonText& text) {
  struct Found {
    std::string event;
    std::size_t group;
    std::size_t handler;
  };
  std::vector<Found> found;
  for_each_handler(text.value(), [&](const Place& place, const Json& handler) {
    if (our_hook(handler, place.event)) found.push_back({place.event, place.group, place.handler});
  });
  if (found.empty()) return true;
  const bool root_spaced = text.is_spaced({});
  // From the end, so that the places of the others stay and the last that came is the first to go.
  for (auto one = found.rbegin(); one != found.rend(); ++one) {
    TRY(remove_handler(text, {one->event, one->group, one->handler}));
  }
  return !(root_spaced && text.size_of({}) == 0);
}

base::Result<void> add_ours(JsonText& text, const HookForm& form) {
  for (const std::string_view event : form.events) {
    const Json group = group_for(event, form);
    if (text.has({"hooks", event})) {
      TRY(text.add_element({"hooks", event}, group));
    } else {
      TRY(text.add_member({"hooks"}, event, Json::array({group})));
    }
  }
  return {};
}

Json new_hooks(const HookForm& form) {
  Json hooks = Json::object();
  for (const std::string_view event : form.events) {
    hooks[std::string(event)] = Json::array({group_for(event, form)});
  }
  return hooks;
}

}  // namespace

const std::vector<std::string_view>& basic_events() {
  static const std::vector<std::string_view> kEvents{
      "PreToolUse",   "PostToolUse", "UserPromptSubmit", "Stop",
      "SubagentStop", "PreCompact",  "SessionStart",     "SessionEnd"};
  return kEvents;
}

const std::vector<std::string_view>& used_events() {
  static const std::vector<std::string_view> kEvents{
      "PreToolUse",  "PostToolUse",   "PostToolUseFailure", "UserPromptSubmit",
      "Stop",        "SubagentStart", "SubagentStop",       "PreCompact",
      "PostCompact", "SessionStart",  "SessionEnd"};
  return kEvents;
}

base::Result<JsonText> parse_settings(std::string text) {
  auto parsed = JsonText::parse(std::move(text));
  if (!parsed.ok()) {
    if (parsed.error().code != base::Code::parse_error) return parsed;
    return not_as_expected(parsed.error().message + "; comments and trailing commas are not JSON");
  }
  const Json settings = parsed->value();
  if (!settings.is_object()) return not_as_expected("not a JSON object");
  const auto hooks = settings.find("hooks");
  if (hooks == settings.end()) return parsed;
  if (!hooks->is_object()) return not_as_expected("\"hooks\" is not an object");
  for (const std::string_view event : used_events()) {
    const auto groups = hooks->find(std::string(event));
    if (groups != hooks->end() && !groups->is_array()) {
      return not_as_expected("\"hooks\": \"" + std::string(event) + "\" is not an array");
    }
  }
  return parsed;
}

std::vector<OurHook> our_hooks(const Json& settings) {
  std::vector<OurHook> hooks;
  for_each_handler(settings, [&](const Place& place, const Json& handler) {
    if (auto hook = our_hook(handler, place.event)) hooks.push_back(*std::move(hook));
  });
  return hooks;
}

// JSON holds Unicode alone, and a hook without its program would run something else.
base::Result<void> check_program(const os::Path& path) {
  const std::string& program = path.native();
  if (program.empty()) {
    return base::Error{base::Code::unavailable, "cannot tell where this program lies", ""};
  }
  const auto again = base::parse_json(base::dump_line(Json(program)));
  if (again.ok() && *again == Json(program)) return {};
  return base::Error{base::Code::invalid_value,
                     "the path of this program is not UTF-8, so no settings file can name it",
                     "Put the program in another folder."};
}

bool is_installed(const Json& settings, const HookForm& form) {
  if (our_hooks(settings).size() != form.events.size()) return false;
  // Compared without regard to the order of keys: the host writes the file anew at times.
  using Unordered = nlohmann::json;
  return std::all_of(form.events.begin(), form.events.end(), [&](std::string_view event) {
    const auto groups = settings["hooks"].find(std::string(event));
    if (groups == settings["hooks"].end()) return false;
    const Unordered wanted(group_for(event, form));
    return std::any_of(groups->begin(), groups->end(),
                       [&](const Json& group) { return Unordered(group) == wanted; });
  });
}

base::Result<std::string> with_our_hooks(const std::optional<std::string>& text,
                                         const HookForm& form) {
  TRY(check_program(form.program));
  const Json fresh{{"hooks", new_hooks(form)}};
  if (!text) return base::new_json_text(fresh);
  TRY_ASSIGN(JsonText edited, parse_settings(*text));
  if (is_installed(edited.value(), form)) return *text;
  TRY_ASSIGN(const bool is_left, remove_ours(edited));
  if (!is_left) return base::new_json_text(fresh);
  if (edited.has({"hooks"})) {
    TRY(add_ours(edited, form));
  } else {
    TRY(edited.add_member({}, "hooks", new_hooks(form)));
  }
  return edited.text();
}

base::Result<std::optional<std::string>> without_our_hooks(std::string text) {
  TRY_ASSIGN(JsonText edited, parse_settings(std::move(text)));
  TRY_ASSIGN(const bool is_left, remove_ours(edited));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

}  // namespace host::claude_code

#include "host/hook_file.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace host {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

base::Error not_as_expected(std::string_view what, const HookDialect& dialect) {
  return {base::Code::parse_error, std::string(what), dialect.hint};
}

// Where a handler stands; `handler` counts only among groups.
struct HandlerPlace {
  std::string event;
  std::size_t element = 0;
  std::size_t handler = 0;
};
using Visit = std::function<void(const HandlerPlace&, const Json&)>;

void for_each_of_event(const std::string& event, const Json& list, HookLayout layout,
                       const Visit& visit) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (layout == HookLayout::handlers) {
      visit({event, i}, list[i]);
      continue;
    }
    const auto handlers = list[i].is_object() ? list[i].find("hooks") : list[i].end();
    if (handlers == list[i].end() || !handlers->is_array()) continue;
    for (std::size_t k = 0; k < handlers->size(); ++k) visit({event, i, k}, (*handlers)[k]);
  }
}

void for_each_handler(const Json& document, HookLayout layout, const Visit& visit) {
  const auto hooks = document.find("hooks");
  if (!document.is_object() || hooks == document.end() || !hooks->is_object()) return;
  for (const auto& event : hooks->items()) {
    if (event.value().is_array()) for_each_of_event(event.key(), event.value(), layout, visit);
  }
}

// Takes out what has become empty and was made by us: such a container has whitespace inside, one
// that was there before has none in front of what was put into it.
base::Result<void> remove_if_made_by_us(JsonText& text, const JsonPath& path, bool was_spaced) {
  if (was_spaced && text.size_of(path) == 0) return text.remove(path);
  return {};
}

base::Result<void> remove_handler(JsonText& text, const HandlerPlace& place, HookLayout layout) {
  const JsonPath event{"hooks", place.event};
  const JsonPath element{"hooks", place.event, place.element};
  const JsonPath handlers{"hooks", place.event, place.element, "hooks"};
  const bool event_spaced = text.is_spaced(event);
  const bool hooks_spaced = text.is_spaced({"hooks"});
  if (layout == HookLayout::groups && text.size_of(handlers) > 1) {
    return text.remove({"hooks", place.event, place.element, "hooks", place.handler});
  }
  TRY(text.remove(element));
  TRY(remove_if_made_by_us(text, event, event_spaced));
  return remove_if_made_by_us(text, {"hooks"}, hooks_spaced);
}

// A file that we made has its version behind the hooks; where hooks were added to a file, the
// version stands before them and stays.
bool is_version_ours(const JsonText& text, const HookDialect& dialect) {
  if (!dialect.has_version || text.bytes_of({"version"}) != "1") return false;
  const Json document = text.value();
  return document.size() == 2 && document.begin().key() == "hooks";
}

// False: nothing is left, and the document was made by us.
base::Result<bool> remove_ours(JsonText& text, const HookDialect& dialect,
                               std::optional<HookKind> kind) {
  std::vector<HandlerPlace> found;
  for_each_handler(text.value(), dialect.layout,
                   [&](const HandlerPlace& place, const Json& handler) {
                     const auto hook = our_hook(handler, place.event);
                     if (hook && (!kind || hook->kind() == *kind)) found.push_back(place);
                   });
  if (found.empty()) return true;
  const bool root_spaced = text.is_spaced({});
  const std::size_t version = is_version_ours(text, dialect) ? 1 : 0;
  // From the end, so that the places of the others stay and the last that came is the first to go.
  for (auto one = found.rbegin(); one != found.rend(); ++one) {
    TRY(remove_handler(text, *one, dialect.layout));
  }
  return !(root_spaced && !text.has({"hooks"}) && text.size_of({}) == version);
}

base::Result<void> add_entries(JsonText& text, const std::vector<HookEntry>& entries) {
  for (const HookEntry& one : entries) {
    if (text.has({"hooks", one.event})) {
      TRY(text.add_element({"hooks", one.event}, one.entry.get()));
    } else {
      TRY(text.add_member({"hooks"}, one.event, Json::array({one.entry.get()})));
    }
  }
  return {};
}

Json new_hooks(const std::vector<HookEntry>& entries) {
  Json hooks = Json::object();
  for (const HookEntry& one : entries) hooks[one.event] = Json::array({one.entry.get()});
  return hooks;
}

std::string new_file(const HookDialect& dialect, const std::vector<HookEntry>& entries) {
  Json document{{"hooks", new_hooks(entries)}};
  if (dialect.has_version) document["version"] = 1;
  return base::new_json_text(document);
}

}  // namespace

base::Result<JsonText> parse_hook_file(std::string text, const HookDialect& dialect) {
  auto parsed = JsonText::parse(std::move(text));
  if (!parsed.ok()) {
    if (parsed.error().code != base::Code::parse_error) return parsed;
    return not_as_expected(parsed.error().message + "; comments and trailing commas are not JSON",
                           dialect);
  }
  const Json document = parsed->value();
  if (!document.is_object()) return not_as_expected("not a JSON object", dialect);
  const auto hooks = document.find("hooks");
  if (hooks == document.end()) return parsed;
  if (!hooks->is_object()) return not_as_expected("\"hooks\" is not an object", dialect);
  for (const std::string_view event : dialect.events) {
    const auto list = hooks->find(std::string(event));
    if (list != hooks->end() && !list->is_array()) {
      return not_as_expected("\"hooks\": \"" + std::string(event) + "\" is not an array", dialect);
    }
  }
  return parsed;
}

std::vector<OurHook> our_hooks(const Json& document, HookLayout layout) {
  std::vector<OurHook> hooks;
  for_each_handler(document, layout, [&](const HandlerPlace& place, const Json& handler) {
    if (auto hook = our_hook(handler, place.event)) hooks.push_back(*std::move(hook));
  });
  return hooks;
}

void take_hooks(const Json& document, HookLayout layout, bool (*is_ours)(const Json& handler),
                Standing& standing) {
  if (!document.is_object()) return;
  for_each_handler(document, layout, [&](const HandlerPlace& place, const Json& handler) {
    const bool counts = our_hook(handler, place.event) || (is_ours != nullptr && is_ours(handler));
    if (!counts) return;
    std::string key = "hook " + place.event + canonical(handler);
    if (layout == HookLayout::groups) {
      Json group = document["hooks"][place.event][place.element];
      group.erase("hooks");
      key += canonical(group);
    }
    standing.add_ours(std::move(key), "the hook for " + place.event);
  });
}

// JSON holds Unicode alone, and a hook without its program would run something else. What `init`
// and `uninstall` do not find again would be there twice, and for ever.
base::Result<void> check_program(const os::Path& path) {
  const std::string& program = path.native();
  if (program.empty()) {
    return base::Error{base::Code::unavailable, "cannot tell where this program lies", ""};
  }
  const auto again = base::parse_json(base::dump_line(Json(program)));
  if (!again.ok() || *again != Json(program)) {
    return base::Error{base::Code::invalid_value,
                       "the path of this program is not UTF-8, so no settings file can name it",
                       "Put the program in another folder."};
  }
  if (is_our_program(program)) return {};
  return base::Error{base::Code::invalid_value,
                     "this program is called " + path.filename().string() +
                         ", so its hooks would not be known as Holdfast's again",
                     "Rename it to holdfast and run that."};
}

bool has_entries(const Json& document, const HookDialect& dialect,
                 const std::vector<HookEntry>& entries) {
  if (our_hooks(document, dialect.layout).size() != entries.size()) return false;
  // Compared without regard to the order of keys: the host writes the file anew at times.
  using Unordered = nlohmann::json;
  return std::all_of(entries.begin(), entries.end(), [&](const HookEntry& one) {
    const auto list = document["hooks"].find(one.event);
    if (list == document["hooks"].end()) return false;
    const Unordered wanted(one.entry.get());
    return std::any_of(list->begin(), list->end(),
                       [&](const Json& element) { return Unordered(element) == wanted; });
  });
}

base::Result<std::string> with_entries(const std::optional<std::string>& text,
                                       const HookDialect& dialect,
                                       const std::vector<HookEntry>& entries) {
  if (!text) return new_file(dialect, entries);
  TRY_ASSIGN(JsonText edited, parse_hook_file(*text, dialect));
  if (has_entries(edited.value(), dialect, entries)) return *text;
  TRY_ASSIGN(const bool is_left, remove_ours(edited, dialect, std::nullopt));
  if (!is_left) return new_file(dialect, entries);
  if (edited.has({"hooks"})) {
    TRY(add_entries(edited, entries));
  } else {
    TRY(edited.add_member({}, "hooks", new_hooks(entries)));
  }
  return edited.text();
}

base::Result<std::optional<std::string>> without_entries(std::string text,
                                                         const HookDialect& dialect,
                                                         std::optional<HookKind> kind) {
  TRY_ASSIGN(JsonText edited, parse_hook_file(std::move(text), dialect));
  TRY_ASSIGN(const bool is_left, remove_ours(edited, dialect, kind));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

}  // namespace host

// The `hooks` object of a host's JSON file: our entries in it, and every other byte kept.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "host/our_hook.h"
#include "host/standing.h"

namespace host {

// What an event's list has: groups of handlers ({"matcher": …, "hooks": [handler]}), or handlers.
enum class HookLayout { groups, handlers };

struct HookDialect {
  HookLayout layout = HookLayout::groups;
  std::vector<std::string_view> events;  // Those that we use: each must have a list, or nothing.
  bool has_version = false;              // A file of ours says "version": 1.
  std::string hint;                      // What to do about a file that is not as expected.
};

// One element of an event's list.
struct HookEntry {
  std::string event;
  base::JsonBox entry;
};

// parse_error with the hint where the text is not JSON, or has something else in the place of
// hooks.
base::Result<base::JsonText> parse_hook_file(std::string text, const HookDialect& dialect);

// Every hook of ours, in the order of the file.
std::vector<OurHook> our_hooks(const base::Json& document, HookLayout layout);
// Each of them with all that its host reads of it, such as the matcher beside it. `is_ours` tells
// others of ours; may be null.
void take_hooks(const base::Json& document, HookLayout layout,
                bool (*is_ours)(const base::Json& handler), Standing& standing);
// Whether exactly these entries are ours in the file, wherever they stand.
bool has_entries(const base::Json& document, const HookDialect& dialect,
                 const std::vector<HookEntry>& entries);

// unavailable or invalid_value where no file can name the program.
base::Result<void> check_program(const os::Path& program);

// The file with these entries as the only ones of ours; none given: a new file. Where has_entries
// already, the same bytes.
base::Result<std::string> with_entries(const std::optional<std::string>& text,
                                       const HookDialect& dialect,
                                       const std::vector<HookEntry>& entries);
// The file without any of ours, or without those of one kind; what our installing made goes with
// them. Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_entries(
    std::string text, const HookDialect& dialect, std::optional<HookKind> kind = std::nullopt);

}  // namespace host

// The `hooks` object of Claude Code's settings.json: our entries in it, and every other byte kept.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "host/claude_code/hook_command.h"
#include "host/hook_file.h"

namespace host::claude_code {

// The eight events that every client since 1.0 knows. Older ones drop the whole file at a name that
// they do not know.
const std::vector<std::string_view>& basic_events();
// All that we have a use for: the eight, and those that came later.
const std::vector<std::string_view>& used_events();

// parse_error with a hint where the text is not JSON, or has something else in the place of hooks.
base::Result<base::JsonText> parse_settings(std::string text);

// Every hook of ours, in the order of the file.
std::vector<OurHook> our_hooks(const base::Json& settings);
// Whether exactly the hooks of this form are there, wherever they stand.
bool is_installed(const base::Json& settings, const HookForm& form);

// The file with our hooks in this form and no other; none given: a new file. Where is_installed
// already, the same bytes. The errors of check_program.
base::Result<std::string> with_our_hooks(const std::optional<std::string>& text,
                                         const HookForm& form);
// The file without any; what our installing made goes with them. Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_our_hooks(std::string text);

}  // namespace host::claude_code

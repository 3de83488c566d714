#include "host/opencode/plugin_part.h"

#include <nlohmann/json.hpp>

#include "host/hook_file.h"

namespace host::opencode {
namespace {

constexpr std::string_view kFirstWords = "// Holdfast for OpenCode";
constexpr std::string_view kProgramLine = "const PROGRAM = process.env.HOLDFAST_PROGRAM || ";

// The program as the plugin's text names it, and where: a string of JavaScript that is one of JSON.
struct PlacedProgram {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string program;
};

std::optional<PlacedProgram> program_in(std::string_view text) {
  if (!text.starts_with(kFirstWords)) return std::nullopt;
  const std::size_t line = text.find(kProgramLine);
  if (line == std::string_view::npos) return std::nullopt;
  const std::size_t begin = line + kProgramLine.size();
  const std::size_t end = text.find(";\n", begin);
  if (end == std::string_view::npos) return std::nullopt;
  const auto value = base::parse_json(text.substr(begin, end - begin));
  if (!value.ok() || !value->is_string()) return std::nullopt;
  return PlacedProgram{begin, end, value->get<std::string>()};
}

std::string plugin_for(const os::Path& program) {
  const std::string_view text = plugin_text();
  const auto place = program_in(text);
  CHECK(place.has_value());
  return std::string(text.substr(0, place->begin)) + base::dump_line(base::Json(program.native())) +
         std::string(text.substr(place->end));
}

}  // namespace

bool PluginPart::may_be_in(std::string_view text) const { return program_in(text).has_value(); }

base::Result<std::vector<OurHook>> PluginPart::find(const std::string& text) const {
  auto place = program_in(text);
  if (!place) return std::vector<OurHook>{};
  return std::vector<OurHook>{{"", std::move(place->program)}};
}

base::Result<std::string> PluginPart::with_ours(const std::optional<std::string>& text,
                                                const PartForm& form) const {
  TRY(check_program(form.program));
  if (text && !program_in(*text)) {
    return base::Error{base::Code::invalid_value, "another plugin has this name",
                       "Give it another name."};
  }
  // The plugin lets no tool pass without the program, and not everybody who clones has it.
  if (form.kind == HookKind::shared) {
    return base::Error{base::Code::invalid_value,
                       "the plugin would block OpenCode wherever Holdfast is not installed",
                       "`--scope local` installs for this project, `--scope user` for all yours."};
  }
  return plugin_for(form.program);
}

base::Result<std::optional<std::string>> PluginPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  const auto place = program_in(text);
  const bool is_meant = place && (!kind || OurHook{"", place->program}.kind() == *kind);
  if (is_meant) return std::optional<std::string>();
  return std::optional<std::string>(text);
}

void PluginPart::take_standing(const std::string& text, Standing& standing) const {
  if (program_in(text)) standing.add_ours(text, "Holdfast's plugin");
}

std::string PluginPart::by_hand(const PartForm& form) const { return plugin_for(form.program); }

}  // namespace host::opencode

#include "host/mended_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/percent.h"
#include "base/text.h"

namespace host {
namespace {

// The path of "file:///a", as browsers read one: without blanks within, query and fragment, and a
// backslash is a slash.
std::string path_of_url(std::string_view url) {
  constexpr std::string_view kScheme = "file:";
  if (base::to_lower(url.substr(0, kScheme.size())) != kScheme) return {};
  std::string path;
  for (const char c : url.substr(kScheme.size())) {
    if (c == '?' || c == '#') break;
    if (c != '\t' && c != '\n' && c != '\r') path += c == '\\' ? '/' : c;
  }
  if (path.starts_with("//")) path.erase(0, std::min(path.find('/', 2), path.size()));
  return base::percent_decoded(path);
}

std::string without_closing_tag(std::string_view name) {
  constexpr std::string_view kTag = "</arg_value>";
  const std::size_t tag = name.rfind(kTag);
  if (tag == std::string_view::npos) return {};
  const bool ends = name.find_first_not_of('>', tag + kTag.size()) == std::string_view::npos;
  return ends ? std::string(name.substr(0, tag)) : std::string();
}

// One step from a name; empty where there is none.
std::vector<std::string> steps_from(const std::string& name, const NameMending& mending) {
  std::vector<std::string> steps;
  if (mending.drops_at_sign && name.starts_with('@')) {
    steps.push_back(name.substr(1));
    const std::size_t start = name.find_first_not_of("/\\", 1);
    if (start != std::string::npos) steps.push_back(name.substr(start));
  }
  if (mending.takes_urls) steps.push_back(path_of_url(name));
  if (mending.decodes_percents && name.find('%') != std::string::npos) {
    // A name is put behind its folder before it is decoded: it cannot become a whole path by that.
    const bool is_whole = name.starts_with('/');
    std::string plain = base::percent_decoded(name);
    steps.push_back(!is_whole && plain.starts_with('/') ? "." + plain : plain);
  }
  if (mending.drops_closing_tag) steps.push_back(without_closing_tag(name));
  return steps;
}

}  // namespace

void add_target(std::string_view path, model::ToolCall& call) {
  const bool is_known =
      std::find(call.targets.begin(), call.targets.end(), path) != call.targets.end();
  if (!is_known) call.targets.emplace_back(path);
}

void take_mended_names(const NameMending& mending, model::ToolCall& call) {
  // Hosts take two or three steps with a name.
  constexpr std::size_t kFormsMax = 16;
  const std::vector<std::string> named = call.targets;
  for (const std::string& name : named) {
    std::vector<std::string> forms{name};
    for (std::size_t at = 0; at < forms.size() && forms.size() < kFormsMax; ++at) {
      for (std::string& form : steps_from(forms[at], mending)) {
        const bool is_known = std::find(forms.begin(), forms.end(), form) != forms.end();
        // No path has the end of a C text in it.
        const bool is_path = !form.empty() && form.find('\0') == std::string::npos;
        if (is_path && !is_known) forms.push_back(std::move(form));
      }
    }
    for (const std::string& form : forms) add_target(form, call);
  }
}

std::string_view trim_blanks(std::string_view text) {
  constexpr std::array<std::string_view, 21> kWide{
      "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
      "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a", "\u2028",
      "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff", "\u180e", "\xc2\x85"};
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  for (;;) {
    const std::string_view before = text;
    text = base::trim(text);
    // Nearly every line of a patch.
    if (text.empty() || (is_ascii(text.front()) && is_ascii(text.back()))) return text;
    for (const std::string_view wide : kWide) {
      if (text.starts_with(wide)) text.remove_prefix(wide.size());
      if (text.ends_with(wide)) text.remove_suffix(wide.size());
    }
    if (text.size() == before.size()) return text;
  }
}

}  // namespace host

#include "mcp/memory/memory_name.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace mcp::memory {
namespace {

constexpr std::size_t kNameMax = 400;
constexpr std::size_t kPartMax = 200;
constexpr std::size_t kContentMax = 4U * 1024 * 1024;
constexpr std::size_t kAnswerShownMax = 300;

bool is_part(std::string_view part) {
  if (part.empty() || part == "." || part == ".." || part.size() > kPartMax) return false;
  return std::none_of(part.begin(), part.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\';
  });
}

bool contains(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

}  // namespace

base::Result<std::string> checked_name(std::string_view name) {
  if (name.ends_with(".md")) name.remove_suffix(3);
  const auto parts = base::split(name, '/');
  const bool is_name = name.size() <= kNameMax && base::is_utf8(name) &&
                       std::all_of(parts.begin(), parts.end(), is_part);
  if (is_name) return std::string(name);
  return base::Error{base::Code::invalid_params, "not a name of a memory", ""};
}

base::Result<void> check_content(std::string_view content) {
  if (content.size() > kContentMax) {
    return base::Error{base::Code::too_large, "a memory has at most 4 MiB", ""};
  }
  if (base::is_utf8(content)) return {};
  return base::Error{base::Code::invalid_params, "a memory is text in UTF-8", ""};
}

bool says_absent(std::string_view text) {
  constexpr std::array kAbsent = {"not found", "does not exist", "no such file", "could not find",
                                  "could not be found"};
  constexpr std::array kOther = {"project not found", "unknown project", "project does not exist",
                                 "unknown tool",      "tool not found",  "no active project"};
  const std::string lower = base::to_lower(text.substr(0, kAnswerShownMax));
  const auto is_in = [&](const char* phrase) { return contains(lower, phrase); };
  const bool is_about_project = contains(lower, "project '") && !contains(lower, "note");
  return std::any_of(kAbsent.begin(), kAbsent.end(), is_in) &&
         std::none_of(kOther.begin(), kOther.end(), is_in) && !is_about_project;
}

base::Error absent(const std::string& name) {
  return {base::Code::not_found, "there is no memory " + name, ""};
}

base::Error unavailable(std::string_view server, std::string_view text) {
  return {
      base::Code::unavailable,
      std::string(server) + ": " + std::string(base::clip_utf8(base::trim(text), kAnswerShownMax)),
      ""};
}

}  // namespace mcp::memory

#include "policy/shell/word.h"

#include <algorithm>
#include <utility>

namespace policy::shell {
namespace {

constexpr std::size_t kAlternativesMax = 64;

// Behind the quoted or escaped part that begins at `at`; `at` itself where none does.
std::size_t behind_quotes(std::string_view raw, std::size_t at) {
  if (raw[at] == '\\') return std::min(at + 2, raw.size());
  if (raw[at] != '\'' && raw[at] != '"') return at;
  const char quote = raw[at];
  for (++at; at < raw.size() && raw[at] != quote; ++at) {
    if (quote == '"' && raw[at] == '\\') ++at;
  }
  return std::min(at + 1, raw.size());
}

struct Braces {
  std::size_t open = 0;
  std::size_t close = 0;
  std::vector<std::size_t> commas;
};

// The first pair of braces with a comma of its own. One pass: an opening brace that never closes is
// forgotten.
bool find_braces(std::string_view raw, Braces& found) {
  std::vector<Braces> open;
  for (std::size_t at = 0; at < raw.size();) {
    if (const std::size_t behind = behind_quotes(raw, at); behind != at) {
      at = behind;
      continue;
    }
    // The braces of `${x}` and all that stands in a substitution belong to others.
    if (raw[at] == '$' || raw[at] == '`') return false;
    if (raw[at] == '{') open.push_back({.open = at});
    if (raw[at] == ',' && !open.empty()) open.back().commas.push_back(at);
    if (raw[at] == '}' && !open.empty()) {
      open.back().close = at;
      if (!open.back().commas.empty()) {
        found = std::move(open.back());
        return true;
      }
      open.pop_back();
    }
    ++at;
  }
  return false;
}

}  // namespace

Word Word::behind(std::size_t count) const {
  Word rest = *this;
  rest.text.erase(0, count);
  if (varies != kNone) rest.varies = varies > count ? varies - count : 0;
  rest.told = told > count ? told - count : 0;
  return rest;
}

bool has_wildcard(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

std::vector<std::string> expand_braces(std::string_view raw) {
  std::vector<std::string> done;
  std::vector<std::string> waiting{std::string(raw)};
  while (!waiting.empty()) {
    const std::string text = std::move(waiting.back());
    waiting.pop_back();
    Braces braces;
    if (!find_braces(text, braces)) {
      done.push_back(text);
      continue;
    }
    if (done.size() + waiting.size() + braces.commas.size() > kAlternativesMax) {
      return {std::string(raw)};
    }
    braces.commas.push_back(braces.close);
    const std::size_t first = waiting.size();
    std::size_t from = braces.open + 1;
    for (const std::size_t comma : braces.commas) {
      waiting.push_back(text.substr(0, braces.open) + text.substr(from, comma - from) +
                        text.substr(braces.close + 1));
      from = comma + 1;
    }
    // The last one is taken first.
    std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end());
  }
  return done;
}

}  // namespace policy::shell

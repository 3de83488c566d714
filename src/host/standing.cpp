#include "host/standing.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace host {

using base::Json;

namespace {

using Reading = Standing::Reading;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Makes plain JSON of a text that has comments, trailing commas, names without quotes or texts in
// single quotes.
class JsonTidier {
 public:
  explicit JsonTidier(std::string_view text) : text_(text) {
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  }

  // Nothing where no settings are so: nested without end, or with a NUL.
  std::optional<std::string> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        take_text(c);
      } else if (c == '/' && skip_comment()) {
        was_changed_ = true;
      } else if (is_name_sign(c)) {
        take_name();
      } else if (!take_sign(c)) {
        return std::nullopt;
      }
    }
    return std::move(plain_);
  }
  bool was_changed() const { return was_changed_; }

 private:
  static constexpr int kDepthMax = 128;

  static bool is_name_sign(char c) {
    return base::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || c == '-' || c == '+' || c == '.';
  }

  void take_text(char quote) {
    was_changed_ = was_changed_ || quote == '\'';
    plain_ += '"';
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      const bool is_escape = text_[at_] == '\\' && at_ + 1 < text_.size();
      if (is_escape && text_[at_ + 1] == '\'') {
        ++at_;  // JSON has no such escape.
        was_changed_ = true;
      } else if (is_escape) {
        plain_ += text_[at_++];
      } else if (text_[at_] == '"') {
        plain_ += '\\';
      }
      plain_ += text_[at_];
    }
    ++at_;
    plain_ += '"';
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    std::size_t length = 0;
    if (rest.starts_with("//")) {
      length = rest.find('\n');
    } else if (rest.starts_with("/*")) {
      length = rest.find("*/", 2);
      if (length != std::string_view::npos) length += 2;
    } else {
      return false;
    }
    at_ = length == std::string_view::npos ? text_.size() : at_ + length;
    return true;
  }

  // A number or one of JSON's words stays as it is; before a colon it is a name.
  void take_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_sign(text_[at_])) ++at_;
    const std::string name(text_.substr(begin, at_ - begin));
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
    const bool is_member = next != std::string_view::npos && text_[next] == ':';
    was_changed_ = was_changed_ || is_member;
    plain_ += is_member ? "\"" + name + "\"" : name;
  }

  bool take_sign(char c) {
    if (c == '\0') return false;  // The end to some parsers, and no JSON to others.
    if (c == '{' || c == '[') {
      if (++depth_ > kDepthMax) return false;
    } else if (c == '}' || c == ']') {
      --depth_;
      const std::size_t last = plain_.find_last_not_of(" \t\r\n");
      if (last != std::string::npos && plain_[last] == ',') {
        plain_.erase(last, 1);
        was_changed_ = true;
      }
    }
    plain_ += c;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::string plain_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool was_changed_ = false;
};

bool has(const std::vector<Mark>& marks, const Mark& mark) {
  return std::any_of(marks.begin(), marks.end(),
                     [&](const Mark& one) { return one.key == mark.key; });
}

// Those of `marks` that `others` does not have, for people.
std::vector<std::string> missing_in(const std::vector<Mark>& others,
                                    const std::vector<Mark>& marks) {
  std::vector<std::string> words;
  for (const Mark& mark : marks) {
    const bool is_told = std::find(words.begin(), words.end(), mark.words) != words.end();
    if (!has(others, mark) && !is_told) words.push_back(mark.words);
  }
  return words;
}

std::string brief(const std::vector<std::string>& words) {
  constexpr std::size_t kToldMax = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), kToldMax); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  if (words.size() <= kToldMax) return text;
  return text + " and " + std::to_string(words.size() - kToldMax) + " more";
}

bool is_readable(Reading reading, bool takes_comments) {
  switch (reading) {
    case Reading::plain:
      return true;
    case Reading::loose:
      return takes_comments;
    case Reading::broken:
      return false;
  }
  return false;
}

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Whether a variable with any value takes us away, or loads a stranger's code into what asks us.
bool is_hostile(std::string_view name) {
  constexpr std::array<std::string_view, 6> kHostile{
      "LD_PRELOAD",         "LD_AUDIT",
      "LD_LIBRARY_PATH",    "CLAUDE_CODE_PLUGIN_DIRS",
      "CLAUDE_CODE_SIMPLE", "CLAUDE_SKIP_REQUIREMENTS"};
  // Of ours, those that open nothing.
  constexpr std::array<std::string_view, 6> kHarmless{
      "HOLDFAST_INDEX_PATH",  "HOLDFAST_INDEX_URL", "HOLDFAST_MCP_TOKEN",
      "HOLDFAST_SERVE_TOKEN", "HOLDFAST_MCP_TOOLS", "HOLDFAST_SESSION_PERSISTENCE_LAYOUT"};
  if (is_in(kHarmless, name)) return false;
  return is_in(kHostile, name) || name.starts_with("HOLDFAST_") ||
         name.starts_with("BRAIN_SESSION_SECRET");
}

// Whether it says where our keys and states lie: a change hides those of now.
bool names_our_place(std::string_view name) {
  constexpr std::array<std::string_view, 5> kPlaces{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
                                                    "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR"};
  return is_in(kPlaces, name);
}

}  // namespace

void Standing::add_ours(std::string key, std::string words) {
  ours.push_back({std::move(key), std::move(words)});
}

void Standing::add_against(std::string key, std::string words) {
  against.push_back({std::move(key), std::move(words)});
}

std::string loss(const Standing& before, const Standing& after, bool takes_comments) {
  const bool was_readable = is_readable(before.reading, takes_comments);
  const bool stays_readable = is_readable(after.reading, takes_comments);
  if (was_readable && !stays_readable && !before.ours.empty()) {
    return after.reading == Reading::broken
               ? "could not be read any more, and Holdfast's entries are in it"
               : "would have what its host does not take for JSON (comments, trailing commas), and "
                 "Holdfast's entries are in it";
  }
  if (before.reading == Reading::broken && before.names_us && after.ours.empty()) {
    const bool is_kept = after.reading == Reading::broken && after.names_us;
    if (!is_kept) return "would lose what it has of Holdfast's";
  }
  if (const auto lost = missing_in(after.ours, before.ours); !lost.empty()) {
    return "would lose " + brief(lost);
  }
  if (const auto gained = missing_in(before.against, after.against); !gained.empty()) {
    return "would have " + brief(gained);
  }
  return {};
}

Json read_loosely(std::string_view text, Standing& standing) {
  standing.names_us =
      text.find("holdfast") != std::string_view::npos || text.find("session-state") != text.npos;
  JsonTidier tidier(text);
  const auto plain = tidier.run();
  Json value = plain ? Json::parse(*plain, nullptr, /*allow_exceptions=*/false) : Json();
  if (!plain || value.is_discarded()) {
    standing.reading = Reading::broken;
    return {};
  }
  if (tidier.was_changed()) standing.reading = Reading::loose;
  return value;
}

std::string canonical(const Json& value) {
  const auto replace = nlohmann::json::error_handler_t::replace;
  return nlohmann::json(value).dump(-1, ' ', false, replace);
}

void take_environment(const Json& environment, Standing& standing) {
  if (!environment.is_object()) return;
  for (const auto& variable : environment.items()) {
    const std::string& name = variable.key();
    const std::string key = "env." + name + "=" + canonical(variable.value());
    const std::string words = "env." + name;
    if (is_hostile(name)) standing.add_against(key, words + " set");
    if (names_our_place(name)) {
      standing.add_against(key, words + " set");
      standing.add_ours(key, words);
    }
    if (name == "PATH") {
      standing.search_path =
          variable.value().is_string() ? variable.value().get<std::string>() : std::string();
    }
  }
}

void take_variables_of_ours(std::string_view lines, Standing& standing) {
  constexpr std::string_view kExport = "export ";
  for (std::string_view line : base::split(lines, '\n')) {
    line = base::trim(line);
    if (line.starts_with(kExport)) line = base::trim(line.substr(kExport.size()));
    const std::string_view name = base::trim(line.substr(0, line.find('=')));
    const bool is_ours = name.starts_with("HOLDFAST_") || name.starts_with("BRAIN_");
    if (is_ours && name.size() < line.size() && is_hostile(name)) {
      standing.add_against(std::string(line), std::string(name) + " set");
    }
  }
}

}  // namespace host

#include "store/yaml_edit.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "store/yaml_lines.h"

namespace store {
namespace {

using base::Json;

base::Error cannot_edit(const std::string& why) {
  return {base::Code::refused, why, "Change the file in an editor."};
}

// Words that YAML reads as themselves wherever they stand.
bool is_plain_scalar(std::string_view text) {
  constexpr std::string_view kSigns = "_-./";
  if (text.empty() ||
      !(base::is_alpha(text.front()) || text.front() == '_' || text.front() == '/')) {
    return false;
  }
  const bool is_word = std::all_of(text.begin(), text.end(), [&](char c) {
    return base::is_alnum(c) || kSigns.find(c) != std::string_view::npos;
  });
  const std::string lower = base::to_lower(text);
  for (const char* taken : {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}) {
    if (lower == taken) return false;
  }
  return is_word;
}

std::string spelled(const Json& value, Spelling spelling) {
  const bool is_word = value.is_string() && is_plain_scalar(value.get_ref<const std::string&>());
  return is_word && spelling == Spelling::yaml ? value.get<std::string>() : base::dump_line(value);
}

// {"a": {"b": value}} of the keys from `first` on, without the outermost.
Json nested(const std::vector<std::string>& path, std::size_t first, const Json& value) {
  Json json = value;
  for (std::size_t i = path.size(); i > first; --i) {
    Json outer = Json::object();
    outer[path[i - 1]] = std::move(json);
    json = std::move(outer);
  }
  return json;
}

class Editor {
 public:
  Editor(std::string_view text, const std::vector<std::string>& path, const Json& value,
         Spelling spelling)
      : lines_(text), path_(path), value_(value), spelling_(spelling) {}

  base::Result<std::string> edit() {
    const YAML::Node root = YAML::Load(std::string(lines_.text()));
    if (!root.IsDefined() || root.IsNull()) return insert(lines_.text().size(), block(0, 0));
    if (!root.IsMap()) return cannot_edit("the file is no mapping");
    return edit_in(root, 0, std::nullopt);
  }

 private:
  struct Member {
    YAML::Node key;
    YAML::Node value;
  };

  static YamlPlace place_of(const YAML::Node& node) {
    return {node.Mark().line, node.Mark().column};
  }
  static bool is_flow(const YAML::Node& node) { return node.Style() == YAML::EmitterStyle::Flow; }

  // The last one of that name: it is the one that counts.
  static std::optional<Member> find(const YAML::Node& map, const std::string& name) {
    std::optional<Member> found;
    for (const auto& member : map) {
      if (member.first.IsScalar() && member.first.Scalar() == name) {
        found = Member{member.first, member.second};
      }
    }
    return found;
  }

  // `parent` is the key that has this map.
  base::Result<std::string> edit_in(const YAML::Node& map, std::size_t depth,
                                    std::optional<YamlPlace> parent) {
    const auto member = find(map, path_[depth]);
    if (!member) return add_member(map, depth, parent);
    const YamlPlace key = place_of(member->key);
    if (!lines_.has_key_at(key, path_[depth])) return cannot_edit(odd(depth));
    if (depth + 1 == path_.size()) return replace_value(map, *member);
    if (member->value.IsMap()) return edit_in(member->value, depth + 1, key);
    if (member->value.IsNull() && !is_flow(map)) return add_below(key, depth + 1);
    return cannot_edit("`" + path_[depth] + "` has a value that is no mapping");
  }

  std::string odd(std::size_t depth) const {
    return "`" + path_[depth] + "` is written in a way that is not changed here";
  }

  base::Result<std::string> replace_value(const YAML::Node& map, const Member& member) {
    const auto colon = lines_.colon_behind(place_of(member.key));
    if (!colon) return cannot_edit(odd(path_.size() - 1));
    const std::string text = spelled(value_, spelling_);
    if (is_flow(map)) {
      const auto token = lines_.flow_token(*colon + 1);
      if (!token) return cannot_edit(odd(path_.size() - 1));
      return lines_.with(*token, text);
    }
    // A short value leaves the comment behind it alone; of others all that belongs to them goes.
    const auto token = lines_.one_line_scalar(place_of(member.key), *colon + 1);
    if (token && (member.value.IsScalar() || member.value.IsNull())) {
      return lines_.with(*token, token->is_empty() ? " " + text : text);
    }
    const YamlSpan whole = lines_.block_value(place_of(member.key), *colon + 1,
                                              /*may_be_list=*/member.value.IsSequence());
    return lines_.with(whole, " " + text);
  }

  base::Result<std::string> add_member(const YAML::Node& map, std::size_t depth,
                                       std::optional<YamlPlace> parent) {
    if (is_flow(map)) return add_in_flow(map, depth);
    if (map.size() == 0) return cannot_edit("an empty mapping");
    const YamlPlace first = place_of(map.begin()->first);
    // A new requirement or section comes last; a key of a requirement first, so that a comment
    // above another key stays with it.
    if (parent && depth > 1) {
      return insert(lines_.behind_line(parent->line), block(depth, first.column));
    }
    YamlPlace last = first;
    for (const auto& member : map) {
      if (member.first.Mark().line > last.line) last = place_of(member.first);
    }
    return insert(lines_.end_of_block(last), block(depth, first.column));
  }

  base::Result<std::string> add_below(YamlPlace key, std::size_t depth) {
    return insert(lines_.behind_line(key.line), block(depth, key.column + lines_.indentation()));
  }

  base::Result<std::string> add_in_flow(const YAML::Node& map, std::size_t depth) {
    const std::size_t open = lines_.offset(place_of(map));
    if (open >= lines_.text().size() || lines_.text()[open] != '{') return cannot_edit(odd(depth));
    const Json inner = nested(path_, depth + 1, value_);
    const std::string member = spelled(path_[depth], spelling_) + ": " + spelled(inner, spelling_);
    const std::size_t first = lines_.text().find_first_not_of(" \t\r\n", open + 1);
    if (map.size() == 0 || first == std::string_view::npos) {
      return lines_.with({open + 1, open + 1}, member);
    }
    const std::string space(lines_.text().substr(open + 1, first - open - 1));
    const bool is_broken = space.find('\n') != std::string::npos;
    return lines_.with({first, first}, member + "," + (is_broken ? space : " "));
  }

  // The lines of the keys from `depth` on, each one level deeper.
  std::string block(std::size_t depth, int column) const {
    std::string text;
    for (std::size_t i = depth; i < path_.size(); ++i, column += lines_.indentation()) {
      text +=
          std::string(static_cast<std::size_t>(column), ' ') + spelled(path_[i], spelling_) + ":";
      if (i + 1 == path_.size()) text += " " + spelled(value_, spelling_);
      text += lines_.line_end();
    }
    return text;
  }

  // Whole lines, where a line begins or the text ends.
  base::Result<std::string> insert(std::size_t at, std::string text) {
    const bool follows_text = at > 0 && lines_.text()[at - 1] != '\n';
    if (follows_text) text = std::string(lines_.line_end()) + text;
    return lines_.with({at, at}, text);
  }

  YamlLines lines_;
  const std::vector<std::string>& path_;
  const Json& value_;
  Spelling spelling_;
};

}  // namespace

base::Result<std::string> set_in_yaml(std::string_view text, const std::vector<std::string>& path,
                                      const Json& value, Spelling spelling) {
  try {
    return Editor(text, path, value, spelling).edit();
  } catch (const YAML::Exception& error) {
    return base::Error{base::Code::parse_error,
                       "line " + std::to_string(error.mark.line + 1) + ": " + error.msg, ""};
  }
}

}  // namespace store

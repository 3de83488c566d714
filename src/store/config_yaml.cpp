// parse_config: YAML to Config.
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "store/config.h"
#include "store/config_keys.h"

namespace store {
namespace {

class ConfigReader {
 public:
  explicit ConfigReader(std::string_view file) { config_.file = file; }

  void read(const YAML::Node& root) {
    if (!root.IsDefined() || root.IsNull()) return;
    if (!root.IsMap()) return complain(root, "the file must be a mapping of sections");
    read_map(root, "");
  }

  void fail(int line, std::string message) {
    config_.problems.push_back({config_.file, line, std::move(message)});
  }

  model::Config take() { return std::move(config_); }

 private:
  static bool is_section(const std::string& name) {
    const auto& keys = config_keys();
    return std::any_of(keys.begin(), keys.end(),
                       [&](const ConfigKey& key) { return key.name.starts_with(name + "."); });
  }

  static int line_of(const YAML::Node& node) { return node.Mark().line + 1; }

  void complain(const YAML::Node& node, std::string message) {
    fail(line_of(node), std::move(message));
  }

  void read_map(const YAML::Node& map, const std::string& prefix) {
    for (const auto& member : map) {
      if (!member.first.IsScalar()) {
        complain(member.first, "a key must be a word");
        continue;
      }
      const std::string name = prefix + member.first.Scalar();
      if (const ConfigKey* const key = find_config_key(name)) {
        set(*key, member.first, member.second);
      } else if (is_personal_key(name)) {
        complain(member.first, "'" + name +
                                   "' belongs into your own settings file, holdfast/config.yaml in "
                                   "your configuration folder: a project has no say in it");
      } else if (prefix.empty() && is_section_of_another_reader(name)) {
        config_.has_requirements = true;
      } else if (prefix.empty() && is_section_of_later_versions(name)) {
        complain(member.first, "'" + name + "' is not used by this version");
      } else if (prefix.empty() && member.second.IsMap()) {
        read_map(member.second, name + ".");
      } else if (prefix.empty() && member.second.IsNull() && is_section(name)) {
        continue;  // All of its keys are commented out.
      } else if (name != "version") {
        complain(member.first, "'" + name + "' is not a known key");
      }
    }
  }

  // The items of a map of lists: "tool argument", each on a line. Nothing where it is no such map.
  static std::optional<std::string> items_of(const YAML::Node& map) {
    std::string text;
    for (const auto& member : map) {
      const YAML::Node& names = member.second;
      if (!member.first.IsScalar() || !(names.IsSequence() || names.IsScalar()))
        return std::nullopt;
      const std::string tool = member.first.Scalar() + " ";
      if (names.IsScalar()) text += tool + names.Scalar() + "\n";
      for (const YAML::Node& item : names) {
        if (!item.IsScalar()) return std::nullopt;
        text += tool + item.Scalar() + "\n";
      }
    }
    return text;
  }

  void set(const ConfigKey& key, const YAML::Node& name, const YAML::Node& value) {
    std::string text;
    const auto items = key.name == "gate.mcp" && value.IsMap() ? items_of(value) : std::nullopt;
    if (items) {
      text = *items;
    } else if (key.is_list && value.IsSequence()) {
      for (const YAML::Node& item : value) {
        if (!item.IsScalar()) {
          return complain(item, std::string(key.name) + " has an item that is no word");
        }
        text += item.Scalar() + "\n";
      }
    } else if (value.IsScalar()) {
      text = value.Scalar();
    } else {
      return complain(value, std::string(key.name) + " must be " + std::string(key.takes));
    }
    if (!key.set(config_, text)) {
      return complain(value, std::string(key.name) + " must be " + std::string(key.takes) +
                                 ", not '" + std::string(base::clip_utf8(base::trim(text), 60)) +
                                 "'");
    }
    config_.lines[std::string(key.name)] = line_of(name);
    config_.values[std::string(key.name)] = std::move(text);
  }

  model::Config config_;
};

}  // namespace

model::Config parse_config(std::string_view yaml, std::string_view file) {
  ConfigReader reader(file);
  try {
    reader.read(YAML::Load(std::string(yaml)));
  } catch (const YAML::Exception& error) {
    reader.fail(error.mark.line + 1, "not valid YAML: " + error.msg);
  }
  return reader.take();
}

}  // namespace store

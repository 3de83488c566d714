#include "store/user_config.h"

#include <yaml-cpp/yaml.h>

#include <array>
#include <charconv>
#include <cmath>

namespace store {
namespace {

using model::UserConfig;

constexpr std::uint64_t kUserConfigBytesMax = 1024 * 1024;
constexpr const char* kLayoutVariable = "HOLDFAST_SESSION_PERSISTENCE_LAYOUT";

// Absolute, or below the home by "~/"; empty for anything else.
std::string personal_path(const std::string& text, const os::Path& home) {
  if (text.starts_with("~/") && home.is_absolute()) return (home / text.substr(2)).native();
  return os::Path(text).is_absolute() ? text : std::string();
}

class UserConfigReader {
 public:
  UserConfigReader(std::string_view file, const os::Path& home) : home_(home) {
    config_.file = file;
  }

  void read(const YAML::Node& root) {
    if (!root.IsDefined() || root.IsNull()) return;
    if (!root.IsMap()) return complain(root, "the file must be a mapping of sections");
    for (const auto& section : root) {
      if (!section.first.IsScalar() || !(section.second.IsMap() || section.second.IsNull())) {
        complain(section.first, "a section must be a mapping of keys");
        continue;
      }
      for (const auto& member : section.second) {
        if (!member.first.IsScalar()) {
          complain(member.first, "a key must be a word");
          continue;
        }
        set(section.first.Scalar() + "." + member.first.Scalar(), member.first, member.second);
      }
    }
  }

  void complain(int line, std::string message) {
    config_.problems.push_back({config_.file, line, std::move(message)});
  }

  UserConfig take() { return std::move(config_); }

 private:
  void complain(const YAML::Node& node, std::string message) {
    complain(node.Mark().line + 1, std::move(message));
  }

  void set(const std::string& name, const YAML::Node& key, const YAML::Node& value) {
    if (value.IsNull()) return;  // Commented out.
    if (name == "index.url") return set_text(name, key, value, config_.index_url);
    if (name == "fleet.share") return set_share(name, key, value);
    if (name == "fleet.push") return set_push(name, key, value);
    if (name == "index.path") return set_path(name, key, value, config_.index_path);
    if (name == "cost.prices") return set_path(name, key, value, config_.cost_prices);
    if (name == "cost.claude_dirs") return set_paths(name, key, value, config_.cost_claude_dirs);
    if (name == "cost.codex_dirs") return set_paths(name, key, value, config_.cost_codex_dirs);
    if (name == "cost.gemini_dirs") return set_paths(name, key, value, config_.cost_gemini_dirs);
    if (name == "cost.session_budget_usd") {
      return set_money(name, key, value, config_.session_budget_usd);
    }
    if (name == "cost.day_budget_usd") return set_money(name, key, value, config_.day_budget_usd);
    if (name == "cost.month_budget_usd") {
      return set_money(name, key, value, config_.month_budget_usd);
    }
    if (name == "session_persistence.layout") return set_layout(name, key, value);
    if (name == "session_persistence.sessions_dir") {
      return set_path(name, key, value, config_.sessions_dir);
    }
    if (name == "pins.file") return set_path(name, key, value, config_.pins_file);
    complain(key, "'" + name + "' is not a known key");
  }

  void set_share(const std::string& name, const YAML::Node& key, const YAML::Node& value) {
    const std::string share = value.IsScalar() ? value.Scalar() : std::string();
    if (share != "metadata" && share != "full") {
      return complain(key, "'" + name + "' takes metadata or full");
    }
    config_.fleet_share = share == "full" ? model::FleetShare::full : model::FleetShare::metadata;
  }

  void set_push(const std::string& name, const YAML::Node& key, const YAML::Node& value) {
    const std::string when = value.IsScalar() ? value.Scalar() : std::string();
    if (when != "turn" && when != "manual") {
      return complain(key, "'" + name + "' takes turn or manual");
    }
    config_.fleet_push =
        when == "manual" ? model::FleetPushWhen::manual : model::FleetPushWhen::turn;
  }

  void set_layout(const std::string& name, const YAML::Node& key, const YAML::Node& value) {
    const std::string layout = value.IsScalar() ? value.Scalar() : std::string();
    if (layout != "holdfast" && layout != "openclaw") {
      return complain(key, "'" + name + "' takes holdfast or openclaw");
    }
    config_.openclaw_layout = layout == "openclaw";
  }

  void set_text(const std::string& name, const YAML::Node& key, const YAML::Node& value,
                std::string& into) {
    if (!value.IsScalar()) return complain(key, "'" + name + "' takes a text");
    into = value.Scalar();
  }

  void set_path(const std::string& name, const YAML::Node& key, const YAML::Node& value,
                std::string& into) {
    const std::string path = value.IsScalar() ? personal_path(value.Scalar(), home_) : "";
    if (path.empty()) return complain(key, "'" + name + "' takes an absolute path");
    into = path;
  }

  void set_paths(const std::string& name, const YAML::Node& key, const YAML::Node& value,
                 std::vector<std::string>& into) {
    if (value.IsScalar()) {
      std::string one;
      set_path(name, key, value, one);
      if (!one.empty()) into = {std::move(one)};
      return;
    }
    if (!value.IsSequence()) return complain(key, "'" + name + "' takes a list of paths");
    for (const auto& item : value) {
      std::string one;
      set_path(name, key, item, one);
      if (!one.empty()) into.push_back(std::move(one));
    }
  }

  void set_money(const std::string& name, const YAML::Node& key, const YAML::Node& value,
                 std::optional<double>& into) {
    double amount = 0;
    const std::string text = value.IsScalar() ? value.Scalar() : std::string();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), amount);
    const bool is_number = problem == std::errc() && end == text.data() + text.size();
    if (!is_number || !std::isfinite(amount) || amount <= 0) {
      return complain(key, "'" + name + "' takes an amount in USD");
    }
    into = amount;
  }

  const os::Path& home_;
  UserConfig config_;
};

// The plugin in OpenClaw says so to the program that it starts.
void take_layout(const std::string& value, UserConfig& config) {
  if (value.empty()) return;
  if (value == "holdfast" || value == "openclaw") {
    config.openclaw_layout = value == "openclaw";
  } else {
    config.problems.push_back({kLayoutVariable, 0, "takes holdfast or openclaw"});
  }
}

}  // namespace

UserConfig parse_user_config(std::string_view yaml, std::string_view file, const os::Path& home) {
  UserConfigReader reader(file, home);
  try {
    reader.read(YAML::Load(std::string(yaml)));
  } catch (const YAML::Exception& problem) {
    reader.complain(problem.mark.line + 1, problem.msg);
  }
  return reader.take();
}

UserConfig load_user_config(os::System system, const Homes& homes) {
  const os::Path file = homes.config / "config.yaml";
  UserConfig config;
  config.file = file.native();
  const auto text = system.files.read(file, {.bytes_max = kUserConfigBytesMax});
  if (text.ok()) {
    config = parse_user_config(*text, file.native(), homes.home);
  } else if (text.error().code != base::Code::not_found) {
    config.problems.push_back({config.file, 0, text.error().message});
  }
  struct Override {
    const char* variable;
    std::string* into;
  };
  for (const Override& row : std::array<Override, 2>{{{"HOLDFAST_INDEX_PATH", &config.index_path},
                                                      {"HOLDFAST_INDEX_URL", &config.index_url}}}) {
    if (std::string value = system.environment.text(row.variable); !value.empty()) {
      *row.into = std::move(value);
    }
  }
  take_layout(system.environment.text(kLayoutVariable), config);
  return config;
}

}  // namespace store

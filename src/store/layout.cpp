#include "store/layout.h"

#include "base/digest.h"
#include "base/id.h"

namespace store {
namespace {

os::Path home_for(os::Environment& environment, const char* variable, const char* below_home) {
  const os::Path given = environment.text(variable);
  if (given.is_absolute()) return given / "holdfast";
  const os::Path home = environment.text("HOME");
  return home.is_absolute() ? home / below_home / "holdfast" : os::Path();
}

}  // namespace

Homes homes_of(os::Environment& environment) {
  Homes homes;
  homes.home = environment.text("HOME");
  homes.config = home_for(environment, "XDG_CONFIG_HOME", ".config");
  homes.state = home_for(environment, "XDG_STATE_HOME", ".local/state");
  homes.data = home_for(environment, "XDG_DATA_HOME", ".local/share");
  return homes;
}

std::string Layout::history_name(const model::RunId& run, std::int64_t millis, int number) {
  std::string name = "sessions/session-" + run.text + "-history-" + std::to_string(millis);
  if (number > 0) name += "-" + std::to_string(number);
  return name;
}

os::Path Layout::agent_note(const model::RunId& run, std::string_view agent, int number) const {
  std::string name = "session-" + run.text + "-agent-" + std::string(agent);
  if (number > 0) name += "-" + std::to_string(number);
  return places_.notes / (name + ".json");
}

os::Path Layout::requirement_cache(std::string_view worktree) const {
  std::string name = "requirements";
  if (!worktree.empty()) name.append("-").append(worktree);
  return places_.local / "cache" / name;
}

std::optional<model::RunId> Layout::run_of_note(std::string_view file_name) {
  constexpr std::string_view kPrefix = "session-";
  constexpr std::string_view kSuffix = ".json";
  if (!file_name.starts_with(kPrefix) || !file_name.ends_with(kSuffix)) return std::nullopt;
  file_name.remove_prefix(kPrefix.size());
  file_name.remove_suffix(kSuffix.size());
  const auto uuid = base::uuid_from_text(file_name);
  if (!uuid || *uuid != file_name) return std::nullopt;
  return model::RunId{*uuid};
}

os::Path work_lock_path(const os::Path& locks, const os::Path& folder) {
  constexpr std::size_t kNameDigits = 32;
  const std::string name = base::to_hex(base::blake2b(folder.native())).substr(0, kNameDigits);
  return locks / ("work-" + name + ".lock");
}

}  // namespace store

#include "store/continuity_places.h"

namespace store {
namespace {

constexpr const char* kSessionsKey = "session_persistence.sessions_dir";
constexpr const char* kPinsKey = "pins.file";
constexpr const char* kDataVariable = "CORTEX_DATA_DIR";

base::Error homeless(std::string_view key) {
  return {base::Code::unavailable,
          std::string(key) + ": there is no home folder to put it in, since HOME is not set",
          "Set HOME, or name an absolute path."};
}

// `given` where it says something, else `name` in `folder`; an error that names the key where there
// is no folder either.
base::Result<os::Path> place(const std::string& given, const os::Path& folder, const os::Path& name,
                             std::string_view key) {
  if (!given.empty()) return os::Path(given);
  if (!folder.is_absolute()) return homeless(key);
  return folder / name;
}

// Where OpenClaw keeps its memory.
base::Result<os::Path> openclaw_data(os::Environment& environment, const Homes& homes,
                                     std::string_view key) {
  const std::string given = environment.text(kDataVariable);
  if (given.empty()) {
    return place("", homes.home, os::Path(".openclaw") / "workspace" / "memory", key);
  }
  if (given == "~" || given.starts_with("~/")) {
    if (!homes.home.is_absolute()) return homeless(kDataVariable);
    return given == "~" ? homes.home : homes.home / given.substr(2);
  }
  if (os::Path(given).is_absolute()) return os::Path(given);
  return base::Error{base::Code::unavailable,
                     std::string(kDataVariable) + ": '" + given + "' is not an absolute path", ""};
}

}  // namespace

base::Result<ContinuityPlaces> continuity_places(os::Environment& environment, const Homes& homes,
                                                 const model::UserConfig& config) {
  ContinuityPlaces places;
  places.openclaw = config.openclaw_layout;
  if (!homes.state.is_absolute()) return homeless(kSessionsKey);
  places.locks = homes.state / "locks";
  if (config.openclaw_layout) {
    TRY_ASSIGN(places.sessions, place(config.sessions_dir, homes.home,
                                      os::Path(".openclaw") / "sessions", kSessionsKey));
    TRY_ASSIGN(const os::Path data, openclaw_data(environment, homes, kPinsKey));
    places.brain = data / "brain.db";
    TRY_ASSIGN(places.pins, place(config.pins_file, data, "working_memory.json", kPinsKey));
  } else {
    TRY_ASSIGN(places.sessions, place(config.sessions_dir, homes.data, "sessions", kSessionsKey));
    TRY_ASSIGN(places.pins, place(config.pins_file, homes.data, "working_memory.json", kPinsKey));
  }
  places.archive = places.sessions / "archive";
  return places;
}

}  // namespace store

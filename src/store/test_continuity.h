// What the tests of continuity's files need: a machine, its places, and records to put there.
#pragma once
#include <string>
#include <vector>

#include "base/check.h"
#include "base/time.h"
#include "os/fake.h"
#include "os/real.h"
#include "os/test_support.h"
#include "store/continuity_places.h"
#include "store/live_session.h"
#include "store/mirror_store.h"
#include "store/pin_store.h"
#include "store/session_roster.h"

namespace store {

inline const std::string kSession = "cad0ac4d-3933-45ad-9a1c-14aec05bb940";
inline const std::string kOtherSession = "11111111-2222-4333-8444-555555555555";
// Mirrors of one machine have at most this many sessions in a test.
inline std::string session_number(int number) {
  std::string digits = std::to_string(number);
  digits.insert(0, 4 - digits.size(), '0');
  return "00000000-0000-4000-8000-00000000" + digits;
}

// What MirrorStore::archive is given: a month and a year before the day of the fake clock.
inline const base::Instant kBefore = base::instant_from_iso("2025-12-18T00:00:00Z").value();
inline const base::Instant kArchiveBefore = base::instant_from_iso("2025-01-18T00:00:00Z").value();

inline ContinuityPlaces places_of(os::System system, const model::UserConfig& config = {}) {
  return continuity_places(system.environment, homes_of(system.environment), config).value();
}

// The files of one process. Two over the same doors are two processes.
struct ContinuityFiles {
  explicit ContinuityFiles(os::System system, const model::UserConfig& config = {})
      : places(places_of(system, config)),
        pins(system, places),
        mirrors(system, places),
        roster(system, "/home/dev/project/.git/holdfast/continuity/ended.jsonl"),
        live(system, "/home/dev/project/.git/holdfast/continuity/live") {}

  ContinuityPlaces places;
  PinStore pins;
  MirrorStore mirrors;
  SessionRoster roster;
  LiveSessions live;
};

struct ContinuityMachine : os::FakeSystem {
  // As a program of the same user would have written it.
  void put(const os::Path& path, std::string_view bytes, std::uint32_t mode = 0600) {
    files.poke(path, bytes);
    CHECK(files.set_mode(path, mode).ok());
  }
};

// This machine's own disk below a folder that goes away, and the user who runs the test.
class RealContinuityMachine {
 public:
  RealContinuityMachine() {
    environment_.set("HOME", (folder_ / "home").native());
    environment_.set_user(real_.system().environment.user_id());
  }
  os::System system() {
    const os::System real = real_.system();
    return {real.files, real.clock, real.random, real.processes, environment_};
  }

 private:
  os::TemporaryFolder folder_;
  os::RealSystem real_;
  os::FakeEnvironment environment_;
};

inline model::Pin pin_of(const std::string& content, const std::string& run = kSession) {
  model::Pin pin;
  pin.content = content;
  pin.pinned_at = "2026-01-18T09:00:00.000Z";
  pin.label = "label of " + content;
  pin.run = run;
  return pin;
}

inline PinStore::Change add_pin(const model::Pin& pin) {
  return [pin](std::vector<model::Pin>& pins) -> base::Result<void> {
    pins.push_back(pin);
    return {};
  };
}

inline std::vector<std::string> contents_of(const std::vector<model::Pin>& pins) {
  std::vector<std::string> contents;
  for (const model::Pin& pin : pins) contents.push_back(pin.content);
  return contents;
}

inline MirrorStore::Change set_topics(const std::vector<std::string>& topics) {
  return [topics](model::SessionState& state) -> base::Result<void> {
    state.hot_topics = topics;
    return {};
  };
}

inline MirrorStore::Change end_at(const std::string& end_time) {
  return [end_time](model::SessionState& state) -> base::Result<void> {
    state.start_time = "2025-01-01T00:00:00.000Z";
    state.end_time = end_time;
    state.hot_topics = {"topic"};
    return {};
  };
}

}  // namespace store

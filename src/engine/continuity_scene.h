// The stores of continuity for one question or event, opened where they lie. Private to the engine.
#pragma once
#include <string>

#include "engine/stores.h"
#include "store/continuity_places.h"
#include "store/live_session.h"
#include "store/mirror_store.h"
#include "store/pin_store.h"
#include "store/session_roster.h"

namespace engine {

struct ContinuityScene {
  // unavailable where there is no home to keep anything in.
  static base::Result<std::unique_ptr<ContinuityScene>> open(Stores& stores);

  ContinuityScene(Stores& given, store::ContinuityPlaces given_places);
  ContinuityScene(const ContinuityScene&) = delete;
  ContinuityScene& operator=(const ContinuityScene&) = delete;

  // Of a session of ours: the configuration's word, else the host's kind.
  std::string channel() const;

  // What the branch says about the work; empty for one that everybody has.
  static std::string topic_of_branch(const std::string& branch);

  Stores& stores;
  store::ContinuityPlaces places;
  store::PinStore pins;
  store::MirrorStore mirrors;
  store::SessionRoster roster;
  store::LiveSessions live;
};

// The session's mirror; where it has none, what the archive has of it. Fails as the store does.
base::Result<model::SessionState> read_session(const store::MirrorStore& mirrors,
                                               const std::string& id);

}  // namespace engine

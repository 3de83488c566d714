#include "engine/continuity_scene.h"

#include "store/user_config.h"

namespace engine {

base::Result<std::unique_ptr<ContinuityScene>> ContinuityScene::open(Stores& stores) {
  const model::UserConfig config = store::load_user_config(stores.system, stores.homes);
  TRY_ASSIGN(store::ContinuityPlaces places,
             store::continuity_places(stores.system.environment, stores.homes, config));
  return std::make_unique<ContinuityScene>(stores, std::move(places));
}

ContinuityScene::ContinuityScene(Stores& given, store::ContinuityPlaces given_places)
    : stores(given),
      places(std::move(given_places)),
      pins(given.system, places),
      mirrors(given.system, places),
      roster(given.system, given.layout.session_roster()),
      live(given.system, given.layout.live_sessions()) {}

std::string ContinuityScene::channel() const {
  const std::string& configured = stores.config.continuity.channel;
  return configured.empty() ? "cli" : configured;
}

std::string ContinuityScene::topic_of_branch(const std::string& branch) {
  for (const std::string_view trunk : {"main", "master", "trunk", "develop"}) {
    if (branch == trunk) return "";
  }
  return branch;
}

base::Result<model::SessionState> read_session(const store::MirrorStore& mirrors,
                                               const std::string& id) {
  auto state = mirrors.read(id);
  if (state.ok() || state.error().code != base::Code::not_found) return state;
  return mirrors.read_archived(id);
}

}  // namespace engine

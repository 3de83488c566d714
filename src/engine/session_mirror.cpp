#include "engine/session_mirror.h"

#include "engine/continuity_scene.h"

namespace engine {

base::Result<model::SessionState> view_mirror(Workspace& workspace, const model::RunId& run) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  return scene->mirrors.read(run.text);
}

}  // namespace engine

#include "engine/change_stamp.h"

#include <fmt/format.h>

#include "engine/continuity_scene.h"
#include "engine/stores.h"
#include "store/requirement_config.h"
#include "store/session_memory.h"

namespace engine {
namespace {

class Stamp {
 public:
  explicit Stamp(Stores& stores) : stores_(stores) {}

  // A file that is replaced is another inode, one that grows has another size; a folder changes
  // with the names in it.
  void add(const os::Path& path) {
    const auto info = stores_.system.files.info(path);
    if (info.ok()) {
      fmt::format_to(std::back_inserter(text_), "{:x}.{:x}.{:x};", info->inode, info->mtime_ns,
                     info->size);
    } else {
      text_ += '-';
    }
  }

  void add_memory(std::string_view name) {
    add(stores_.project.root / ".serena" / "memories" / (std::string(name) + ".md"));
  }

  void add_session(const SessionChoice& choice) {
    const auto active = stores_.protocols.active(stores_.project.root);
    if (active) add_run(*active);
    const std::string wanted = choice.given.value_or(choice.host_session.value_or(""));
    const auto named =
        wanted.empty() ? base::Error{base::Code::no_session, "", ""} : resolve(wanted);
    if (named.ok()) add_run(*named);
    // Nobody says whose: any of them may become the one that is meant.
    if (!active && !named.ok()) add(stores_.layout.sessions());
  }

  void add_requirements() {
    for (const os::Path& file : store::requirement_files(stores_.project, stores_.homes)) add(file);
    if (stores_.project.git_dir.empty()) return;
    add(stores_.project.git_dir / "HEAD");
    add(stores_.project.common_dir / "requirements");
  }

  // Pins and mirrors lie outside the project, and where is a person's own setting.
  void add_continuity(const SessionChoice& choice) {
    add_session(choice);
    add(stores_.layout.handoffs());
    const auto scene = ContinuityScene::open(stores_);
    if (!scene.ok()) return;
    add((*scene)->places.pins);
    add((*scene)->places.sessions);
  }

  std::string take() { return std::move(text_); }

 private:
  base::Result<model::RunId> resolve(const std::string& name) {
    return stores_.aliases.resolve(name);
  }
  void add_run(const model::RunId& run) {
    text_ += run.brief() + ":";
    add(stores_.layout.note(run));
  }

  Stores& stores_;
  std::string text_;
};

}  // namespace

std::string change_stamp(Workspace& workspace, Watched watched, const SessionChoice& choice) {
  Stores& stores = workspace.stores();
  Stamp stamp(stores);
  switch (watched) {
    case Watched::session:
      stamp.add_session(choice);
      break;
    case Watched::history:
      stamp.add(stores.protocols.history_file());
      stamp.add_memory(store::kHistoryMemory);
      break;
    case Watched::violations:
      stamp.add_session(choice);
      stamp.add_memory(store::kViolationsMemory);
      break;
    case Watched::requirements:
      stamp.add_requirements();
      break;
    case Watched::continuity:
      stamp.add_continuity(choice);
      break;
  }
  return stamp.take();
}

}  // namespace engine

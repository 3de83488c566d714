#include "engine/live_follower.h"

#include <set>

#include "engine/live_folders.h"
#include "engine/live_journal.h"
#include "store/config.h"
#include "store/continuity_places.h"
#include "store/keyring.h"
#include "store/user_config.h"

namespace engine {
namespace {

// For projects whose folder has come back: nobody tells of that.
constexpr std::chrono::seconds kRefreshEvery{60};
constexpr base::Millis kWait{5000};
// Between two looks. What comes meanwhile is looked at together, and those who write wake nobody:
// a busy project would else pay for every line with a thread's start.
constexpr base::Millis kRest{5};

struct ProjectFolders {
  os::Path journals;
  os::Path notes;
  os::Path requirements;  // Empty outside git.
};

base::Result<ProjectFolders> folders_of(os::System system, const KnownProject& known) {
  TRY_ASSIGN(const store::Project project, find_identified_project(system, known.root));
  if (project.id.text != known.id) {
    return base::Error{base::Code::not_found, "another project lies there now", ""};
  }
  const store::Homes homes = store::homes_of(system.environment);
  store::Keyring keys(system, homes, {});
  const model::Config config = store::load_config(system, project, keys);
  const os::Path notes =
      config.notes_dir.empty() ? project.local / "notes" : project.main_root / config.notes_dir;
  const store::Layout layout({project.local, notes, homes.state, project.id});
  const bool has_git = !project.common_dir.empty();
  return ProjectFolders{layout.journals(), layout.sessions(),
                        has_git ? project.common_dir / "requirements" : os::Path()};
}

}  // namespace

LiveFollower::LiveFollower(Options options)
    : options_(std::move(options)),
      folders_(std::make_unique<LiveFolders>(options_.system.files, std::move(options_.watcher))) {}

LiveFollower::~LiveFollower() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void LiveFollower::start() {
  thread_ = std::thread([this] { run(); });
}

void LiveFollower::stop() {
  is_stopped_ = true;
  folders_->wake();
}

void LiveFollower::run() {
  begin();
  while (!is_stopped_) {
    step(kWait);
    options_.system.clock.sleep(kRest);
  }
}

void LiveFollower::begin() {
  os::System system = options_.system;
  since_ = system.clock.now();
  const store::Homes homes = store::homes_of(system.environment);
  if (!homes.state.empty())
    folders_->want(homes.state / "projects", {FolderUse::Kind::registry, ""});
  const auto places =
      store::continuity_places(system.environment, homes, store::load_user_config(system, homes));
  if (places.ok()) folders_->want(places->sessions, {FolderUse::Kind::mirrors, ""});
  refresh_projects(Finding::at_the_start);
}

void LiveFollower::refresh_projects(Finding finding) {
  refresh_at_ = options_.system.clock.steady() + kRefreshEvery;
  std::set<std::string> there;
  for (const KnownProject& known : known_projects(options_.system)) {
    there.insert(known.id);
    const auto old = projects_.find(known.id);
    const bool is_same = old != projects_.end() && old->second.known.root == known.root &&
                         old->second.known.common_dir == known.common_dir;
    if (is_same) {
      old->second.known = known;
    } else {
      add_project(known, finding);
    }
  }
  for (auto project = projects_.begin(); project != projects_.end();) {
    if (there.contains(project->first)) {
      ++project;
      continue;
    }
    folders_->drop(project->first);
    project = projects_.erase(project);
  }
}

void LiveFollower::add_project(const KnownProject& known, Finding finding) {
  const auto places = folders_of(options_.system, known);
  // Its folder is gone; it may come back.
  if (!places.ok()) return;
  folders_->drop(known.id);
  Project& project = projects_[known.id];
  project.known = known;
  project.tails = std::make_unique<JournalTails>(options_.system.files, places->journals, since_);
  folders_->want(places->journals, {FolderUse::Kind::journals, known.id});
  folders_->want(places->notes, {FolderUse::Kind::notes, known.id});
  if (!places->requirements.empty()) {
    folders_->want(places->requirements, {FolderUse::Kind::requirements, known.id});
  }
  if (finding == Finding::at_the_start) {
    project.tails->begin_at_ends();
    return;
  }
  touch(project, "", LiveParts::all());
  look_at_journals(project, "");
}

void LiveFollower::step(base::Millis timeout) {
  const LiveFolders::News news = folders_->wait(timeout);
  if (is_stopped_) return;
  if (news.is_all) {
    look_at_everything();
  } else if (news.list.empty()) {
    options_.is_quiet();
  } else {
    for (const FolderNews& one : news.list) take(one);
  }
  if (options_.system.clock.steady() >= refresh_at_) refresh_projects(Finding::later);
}

void LiveFollower::look_at_everything() {
  refresh_projects(Finding::later);
  for (auto& [id, project] : projects_) {
    look_at_journals(project, "");
    touch(project, "", LiveParts::all());
  }
}

void LiveFollower::take(const FolderNews& news) {
  switch (news.use.kind) {
    case FolderUse::Kind::registry:
      return refresh_projects(Finding::later);
    case FolderUse::Kind::mirrors:
      return options_.touched({.parts = {LivePart::continuity}});
    case FolderUse::Kind::journals:
    case FolderUse::Kind::notes:
    case FolderUse::Kind::requirements:
      break;
  }
  const auto found = projects_.find(news.use.project_id);
  if (found == projects_.end()) return;
  Project& project = found->second;
  if (news.use.kind == FolderUse::Kind::journals) return look_at_journals(project, news.name);
  if (news.use.kind == FolderUse::Kind::requirements) {
    return touch(project, "", {LivePart::requirements});
  }
  if (news.name.empty()) return touch(project, "", {LivePart::runs});
  const auto run = store::Layout::run_of_note(news.name);
  if (run) touch(project, run->text, {LivePart::runs});
}

void LiveFollower::look_at_journals(Project& project, const std::string& name) {
  std::map<std::string, LiveParts> touched;
  const JournalTails::Visit visit = [&](const model::RunId& run, const model::JournalEvent& event) {
    touched[run.text].add(parts_of(event));
    options_.listener.activity({project.known.id, project.known.name, run, event});
  };
  if (name.empty()) {
    project.tails->look_at_all(visit);
  } else if (const auto run = project.tails->look_at(name, visit)) {
    // Also where there was no whole line: it may have been cut or removed.
    touched[run->text].add(LivePart::runs);
  }
  for (const auto& [run, parts] : touched) touch(project, run, parts);
}

void LiveFollower::touch(const Project& project, const std::string& run, LiveParts parts) {
  options_.touched({project.known.id, run, parts});
}

}  // namespace engine

// create_work: a folder of its own name, with the manifest and a first spec.md.
#include <nlohmann/json.hpp>

#include "engine/decision_record.h"
#include "engine/work_change.h"
#include "engine/work_link.h"
#include "engine/work_place.h"
#include "engine/work_record.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kSuffixLength = 6;
constexpr int kNameAttemptsMax = 20;

std::string fresh_slug(Stores& stores, const std::string& topic) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string suffix;
  for (std::size_t i = 0; i < kSuffixLength; ++i) {
    suffix += kDigits[stores.system.random.below(kDigits.size())];
  }
  return policy::work_slug(topic, base::to_date(stores.system.clock.now()), suffix);
}

policy::NewWork new_work(Stores& stores, const CreateWork& wanted) {
  policy::NewWork work;
  work.slug = wanted.slug;
  work.topic = wanted.topic;
  work.description = wanted.description;
  work.type = wanted.type;
  work.git = work_git_here(stores);
  if (wanted.branch) work.git.branch = wanted.branch;
  if (wanted.base_branch) work.git.base_branch = wanted.base_branch;
  return work;
}

// A name that was made up is made up again where it is taken; one that was given is not.
base::Result<store::WorkFolder> make_folder(Stores& stores, policy::NewWork work) {
  const bool is_given = !work.slug.empty();
  for (int attempt = 0;; ++attempt) {
    if (!is_given) work.slug = fresh_slug(stores, work.topic);
    TRY_ASSIGN(const model::WorkSession session, policy::new_work_session(work, work_time(stores)));
    auto made = stores.work.create(session);
    const bool is_taken = !made.ok() && made.error().code == base::Code::exists;
    if (!is_taken || is_given || attempt == kNameAttemptsMax) return made;
  }
}

}  // namespace

base::Result<WorkView> create_work(Workspace& workspace, const CreateWork& wanted,
                                   const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, make_folder(stores, new_work(stores, wanted)));
  TRY_ASSIGN(const store::StoredWork work, stores.work.read(folder));
  WorkView view = view_of(stores, work);
  WorkRecord record(stores, folder.slug);
  record.remember(work.etag);
  const auto noted = record.note(caller, Json{{"slug", view.slug},
                                              {"what", "create"},
                                              {"to", view.session.phase.text()},
                                              {"topic", safe_text(wanted.topic, kRecordedTextMax)},
                                              {"etag_after", work.etag}});
  if (!noted.ok()) view.warnings.push_back("not recorded: " + noted.error().message);
  if (const auto linked = link_run(stores, caller, view); !linked.ok()) {
    view.warnings.push_back("the run was not linked: " + linked.error().message);
  }
  return view;
}

}  // namespace engine

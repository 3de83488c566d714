#include "engine/index_mirrors.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/index_journal.h"
#include "engine/index_work.h"
#include "policy/redaction.h"
#include "store/continuity_places.h"
#include "store/mirror_store.h"
#include "store/user_config.h"

namespace engine {
namespace {

using base::Json;
using model::SessionState;

// Marks of what no single project has.
constexpr const char* kAllProjects = "*";
constexpr const char* kMirror = "mirror";
constexpr const char* kArchivedMonth = "mirror_archive";
constexpr const char* kMirrorFolder = "mirror_folder";
// Others must not wait long (S3-129).
constexpr std::size_t kRowsOfTransaction = 2000;

void redact_each_text(Json& json) {
  if (json.is_string()) {
    json = policy::redact(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (Json& member : json) redact_each_text(member);
  }
}

// A member of the mirror as the text of its column.
std::string column(Json& mirror, const char* member) {
  const auto found = mirror.find(member);
  if (found == mirror.end() || !found->is_array()) return "[]";
  redact_each_text(*found);
  return base::dump_line(*found);
}

// The first that says something, since the column must not be empty.
std::string first_of(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (!text.empty()) return text;
  }
  return base::to_iso(base::Instant{});
}

class Ingest {
 public:
  Ingest(os::System system, indexing::Index& index, const MirrorIngest& request,
         const store::ContinuityPlaces& places)
      : system_(system),
        index_(index),
        request_(request),
        places_(places),
        mirrors_(system, places),
        batch_(index) {}

  base::Result<void> run() {
    TRY(read_marks());
    // The archive first: a session that goes on has a mirror again, and that is newer.
    for (const std::string& month : mirrors_.months()) TRY(take_month(month));
    TRY(take_mirrors());
    return batch_.commit();
  }

 private:
  base::Result<void> read_marks() {
    TRY_ASSIGN(auto list, index_.marks(kAllProjects));
    for (indexing::FileMark& mark : list) {
      std::pair<std::string, std::string> key{mark.kind, mark.name};
      marks_.emplace(std::move(key), std::move(mark));
    }
    return {};
  }

  bool is_time_over() { return request_.deadline && system_.clock.steady() >= *request_.deadline; }

  indexing::FileMark mark_of(const char* kind, const std::string& name,
                             const os::FileInfo& info) const {
    return {.project_id = kAllProjects,
            .kind = kind,
            .name = name,
            .inode = info.inode,
            .size = info.size,
            .mtime_ns = settled_mtime_ns(info, system_.clock.now()),
            .tail = {},
            .carry = {}};
  }

  const indexing::FileMark* known(const char* kind, const std::string& name) const {
    const auto found = marks_.find({kind, name});
    return found == marks_.end() ? nullptr : &found->second;
  }

  bool is_known(const char* kind, const std::string& name, const os::FileInfo& info) const {
    const indexing::FileMark* const mark = known(kind, name);
    return mark != nullptr && is_as_marked(info, *mark);
  }

  base::Result<void> take_month(const std::string& month) {
    const auto info = system_.files.link_info(mirrors_.month_file(month));
    if (!info.ok() || is_known(kArchivedMonth, month, *info) || is_time_over()) return {};
    const indexing::FileMark* const old = known(kArchivedMonth, month);
    // Lines are only added; a file that is another one, or shorter, is read anew.
    const bool goes_on = old != nullptr && old->inode == info->inode && info->size >= old->offset;
    base::Result<void> written;
    const auto end =
        mirrors_.read_month(month, goes_on ? old->offset : 0, [&](const SessionState& state) {
          written = put(state);
          return written;
        });
    TRY(written);
    if (!end.ok()) {
      tell(end.error());
      return {};
    }
    indexing::FileMark mark = mark_of(kArchivedMonth, month, *info);
    mark.offset = *end;
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    return batch->put(mark);
  }

  base::Result<void> take_mirrors() {
    const auto folder = system_.files.link_info(places_.sessions);
    if (!folder.ok()) return {};
    // Every write of ours changes the folder too; another program may write into its files.
    if (!places_.openclaw && is_known(kMirrorFolder, ".", *folder)) return {};
    const std::vector<std::string> sessions = mirrors_.list();
    for (const std::string& session : sessions) {
      if (is_time_over()) return {};
      TRY(take_mirror(session));
    }
    TRY(forget_gone(sessions));
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    return batch->put(mark_of(kMirrorFolder, ".", *folder));
  }

  base::Result<void> take_mirror(const std::string& session) {
    const auto info = system_.files.link_info(mirrors_.file(session));
    if (!info.ok() || is_known(kMirror, session, *info)) return {};
    const auto state = mirrors_.read(session);
    if (!state.ok()) {
      // Gone to the archive in the meantime, or all that a power cut left.
      if (state.error().code != base::Code::not_found) tell(state.error());
      return {};
    }
    TRY(put(*state));
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    return batch->put(mark_of(kMirror, session, *info));
  }

  // Marks alone: what a session left is worth keeping longer than its file. `there` is sorted.
  base::Result<void> forget_gone(const std::vector<std::string>& there) {
    for (const auto& [key, mark] : marks_) {
      const auto& [kind, name] = key;
      if (kind != kMirror || std::binary_search(there.begin(), there.end(), name)) continue;
      TRY_ASSIGN(indexing::Batch * batch, batch_.get());
      TRY(batch->remove_mark(kAllProjects, kMirror, name));
    }
    return {};
  }

  base::Result<void> put(const SessionState& state) {
    TRY_ASSIGN(indexing::Batch * batch, batch_.get());
    TRY(batch->put(session_state_row(state)));
    for (const model::SessionLink& link : state.links) {
      TRY(batch->put(indexing::SessionLinkRow{
          .from_id = link.session, .to_id = state.session_id, .score = link.score, .at = link.at}));
    }
    if (++rows_ % kRowsOfTransaction == 0) return batch_.commit();
    return {};
  }

  void tell(const base::Error& error) { request_.problems.push_back(error.message); }

  os::System system_;
  indexing::Index& index_;
  const MirrorIngest& request_;
  const store::ContinuityPlaces& places_;
  store::MirrorStore mirrors_;
  LazyBatch batch_;
  std::map<std::pair<std::string, std::string>, indexing::FileMark> marks_;
  std::size_t rows_ = 0;
};

}  // namespace

base::Result<void> ingest_mirrors(os::System system, indexing::Index& index,
                                  const MirrorIngest& request) {
  const store::Homes homes = store::homes_of(system.environment);
  const auto places =
      store::continuity_places(system.environment, homes, store::load_user_config(system, homes));
  // Without a home there are no sessions to tell of.
  if (!places.ok()) return {};
  return Ingest(system, index, request, *places).run();
}

indexing::SessionStateRow session_state_row(const SessionState& state) {
  Json mirror = model::to_json(state, false);
  return {.id = state.session_id,
          .start_time = first_of(
              {state.start_time, state.created_at, state.updated_at, state.end_time.value_or("")}),
          .end_time = state.end_time.value_or(""),
          .channel = policy::redact(state.channel),
          .working_memory = column(mirror, "working_memory"),
          .hot_topics = column(mirror, "hot_topics"),
          .active_projects = column(mirror, "active_projects"),
          .pending_tasks = column(mirror, "pending_tasks"),
          .recent_learnings = column(mirror, "recent_learnings"),
          .confidence_updates = column(mirror, "confidence_updates"),
          .sop_interactions = column(mirror, "sop_interactions"),
          .previous_session_id = state.previous_session_id.value_or(""),
          .continued_by = state.continued_by.value_or(""),
          .crash_recovered = state.crash_recovered,
          .schema_version = state.schema_version,
          // Not what changes with every capture: the first one of a row stays.
          .created_at = first_of({state.created_at, state.start_time}),
          .updated_at = state.updated_at};
}

}  // namespace engine

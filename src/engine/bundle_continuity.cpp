// What sessions of another machine left to those after them. Their texts are redacted once more on
// their way in, as every text that comes from outside.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/bundle_items.h"
#include "engine/handoff_packet.h"
#include "engine/redacted.h"
#include "policy/pin_inheritance.h"

namespace engine {

using base::Json;
using model::HandoffPacket;
using model::SessionState;

namespace {

constexpr const char* kImportedFrom = "imported_from";

// The machine that it was imported from; empty where nothing is said.
std::string origin_of(const SessionState& state) {
  const Json& extra = state.holdfast_extra.get();
  const auto found = extra.is_object() ? extra.find(kImportedFrom) : extra.end();
  if (!extra.is_object() || found == extra.end() || !found->is_object()) return "";
  const auto machine = found->find("machine");
  return machine != found->end() && machine->is_string() ? machine->get<std::string>() : "";
}

void drop_origin(SessionState& state) {
  Json& extra = state.holdfast_extra.get();
  if (extra.is_object()) extra.erase(kImportedFrom);
  if (extra.empty()) state.holdfast_extra = base::JsonBox();
}

// What the record says wherever it lies: by it two machines choose alike.
std::string portable_text(SessionState state) {
  state.project.clear();
  state.root.clear();
  for (model::Pin& pin : state.working_memory) pin.project.clear();
  drop_origin(state);
  return base::dump_line(model::to_json(state));
}

bool is_newer_state(const SessionState& one, const SessionState& other) {
  if (one.updated_at != other.updated_at) return one.updated_at > other.updated_at;
  return portable_text(one) > portable_text(other);
}

// The newer one; who took over from the session is not lost where only the older one knows it.
SessionState newer_of(const SessionState& ours, const SessionState& theirs) {
  const bool takes_theirs = is_newer_state(theirs, ours);
  SessionState state = takes_theirs ? theirs : ours;
  if (!state.continued_by) state.continued_by = (takes_theirs ? ours : theirs).continued_by;
  return state;
}

// What happened first, on whichever machine, and by whom.
void take_earlier(std::string& at, std::string& by, const std::string& other_at,
                  const std::string& other_by) {
  if (other_at.empty() || (!at.empty() && std::pair(at, by) <= std::pair(other_at, other_by)))
    return;
  at = other_at;
  by = other_by;
}

template <typename Noun, typename Read>
base::Result<Noun> read_redacted(std::string_view text, const Read& read) {
  TRY_ASSIGN(Json json, base::parse_json(text));
  redact_texts(json);
  return read(json);
}

}  // namespace

ContinuityIntake::ContinuityIntake(BundleIntake& intake)
    : intake_(intake), packets_(intake.stores.system, intake.stores.layout) {
  auto scene = ContinuityScene::open(intake.stores);
  if (scene.ok()) scene_ = *std::move(scene);
}

// It belongs to the project here, and says where it came from.
SessionState ContinuityIntake::as_ours(SessionState state) const {
  const store::Project& project = intake_.stores.project;
  state.project = project.id.text;
  state.root = project.root.native();
  for (model::Pin& pin : state.working_memory) {
    if (!pin.project.empty()) pin.project = project.id.text;
  }
  // What they took in from elsewhere keeps its origin; what comes home has none.
  const std::string origin = origin_of(state);
  if (origin == intake_.own_machine && !origin.empty()) {
    drop_origin(state);
  } else if (origin.empty() && intake_.header.machine != intake_.own_machine) {
    Json& extra = state.holdfast_extra.get();
    if (!extra.is_object()) extra = Json::object();
    extra[kImportedFrom] = {{"machine", intake_.header.machine},
                            {"name", intake_.header.machine_name}};
  }
  return state;
}

bool ContinuityIntake::is_listed(const SessionState& state) {
  if (!roster_) {
    constexpr std::size_t kSessionsMax = 100'000;
    roster_.emplace();
    for (const store::RosterEntry& entry : scene_->roster.newest(base::Instant{}, kSessionsMax)) {
      roster_->emplace(entry.session, entry.end_time);
    }
  }
  const auto known = roster_->find(state.session_id);
  return known != roster_->end() && known->second == state.end_time;
}

// A session that begins here chooses its forerunners by the roster.
base::Result<void> ContinuityIntake::list_session(const SessionState& state) {
  if (intake_.dry_run || !state.end_time || scene_->places.openclaw || is_listed(state)) return {};
  const auto critical =
      std::count_if(state.working_memory.begin(), state.working_memory.end(), policy::is_critical);
  const base::Instant now = intake_.stores.system.clock.now();
  TRY(scene_->roster.add(store::roster_entry_of(state, static_cast<std::size_t>(critical), now)));
  if (state.continued_by) {
    TRY(scene_->roster.add_continued(state.session_id, *state.continued_by, now));
  }
  roster_->insert_or_assign(state.session_id, *state.end_time);
  return {};
}

base::Result<void> ContinuityIntake::take_mirror(const store::BundleItem& item) {
  if (!scene_) return {};
  auto read = read_redacted<SessionState>(item.bytes, model::session_state_from_json);
  if (!read.ok() || read->session_id != item.name) {
    intake_.tell("session " + item.name + ": " +
                 (read.ok() ? "the record is another session's" : read.error().message));
    return {};
  }
  const SessionState theirs = as_ours(*std::move(read));
  bool is_new = false;
  std::optional<SessionState> standing;
  const auto taken = scene_->mirrors.take_in(
      item.name, {.dry_run = intake_.dry_run},
      [&](const std::optional<SessionState>& ours) -> base::Result<std::optional<SessionState>> {
        const bool is_elsewhere =
            ours && !ours->project.empty() && ours->project != intake_.stores.project.id.text;
        if (is_elsewhere || scene_->live.exists({item.name})) return std::optional<SessionState>();
        is_new = !ours;
        standing = ours ? newer_of(*ours, theirs) : theirs;
        return standing;
      });
  ImportCount& count = intake_.report.mirrors;
  if (!taken.ok()) {
    const base::Code code = taken.error().code;
    if (code == base::Code::io || code == base::Code::lock_timeout) return taken.error();
    intake_.tell("session " + item.name + ": " + taken.error().message);
    return {};
  }
  (!*taken ? count.same : is_new ? count.added : count.updated) += 1;
  return standing ? list_session(*standing) : base::Result<void>();
}

base::Result<void> ContinuityIntake::take_handoff(const store::BundleItem& item) {
  const auto theirs = read_redacted<HandoffPacket>(item.bytes, model::handoff_packet_from_json);
  if (!theirs.ok() || theirs->id != item.name) {
    intake_.tell("handoff " + item.name + ": " +
                 (theirs.ok() ? "the packet has another id" : theirs.error().message));
    return {};
  }
  bool is_new = false;
  bool contradicts = false;
  const auto taken = packets_.take_in(
      item.name, {.dry_run = intake_.dry_run},
      [&](const std::optional<HandoffPacket>& ours) -> std::optional<HandoffPacket> {
        is_new = !ours;
        if (!ours) return *theirs;
        contradicts = !says_the_same(*ours, *theirs);
        if (contradicts) return std::nullopt;
        HandoffPacket merged = *ours;
        take_earlier(merged.accepted_at, merged.accepted_by, theirs->accepted_at,
                     theirs->accepted_by);
        take_earlier(merged.read_at, merged.read_by, theirs->read_at, theirs->read_by);
        return merged;
      });
  if (!taken.ok()) {
    const base::Code code = taken.error().code;
    if (code == base::Code::io || code == base::Code::lock_timeout) return taken.error();
    intake_.tell("handoff " + item.name + ": " + taken.error().message);
    return {};
  }
  ImportCount& count = intake_.report.handoffs;
  (contradicts ? count.both : !*taken ? count.same : is_new ? count.added : count.updated) += 1;
  if (contradicts) intake_.tell("handoff " + item.name + ": ours says something else and stays");
  return {};
}

}  // namespace engine

#include "engine/fleet_team.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/claim_making.h"
#include "engine/journal_files.h"
#include "engine/known_projects.h"
#include "engine/redacted.h"
#include "engine/team_repository.h"
#include "engine/workspace.h"
#include "policy/claim.h"
#include "policy/plain_line.h"
#include "store/handoff_store.h"

namespace engine {
namespace {

using indexing::TeamHandoff;
using model::HandoffPacket;

constexpr std::chrono::days kAcceptedStays{30};
constexpr base::Millis kPacketPatience{2000};
constexpr std::size_t kRowsMax = 1000;
constexpr std::size_t kSlugBytesMax = 200;

// One project of this machine that others may have too.
struct SharedProject {
  Workspace workspace;
  std::string name;
  std::string repository;
};

std::vector<SharedProject> shared_projects(os::System system) {
  std::vector<SharedProject> shared;
  for (const KnownProject& known : known_projects(system)) {
    std::string repository = policy::repository_key(known.remote);
    if (repository.empty()) continue;
    auto workspace = Workspace::open(system, known.root);
    if (!workspace.ok() || workspace->project().text != known.id) continue;
    shared.push_back({*std::move(workspace), known.name, std::move(repository)});
  }
  return shared;
}

// Where it lies and who read it here is nobody's business there.
std::string packet_to_send(HandoffPacket packet) {
  packet.worktree.clear();
  packet.read_at.clear();
  packet.read_by.clear();
  packet.extra = base::JsonBox();
  base::Json json = model::to_json(packet);
  redact_texts(json);
  return base::dump_line(json);
}

class HandoffExchange {
 public:
  HandoffExchange(indexing::Team& team, const JoinedFleet& fleet, SharedProject& project)
      : team_(team),
        fleet_(fleet),
        project_(project),
        stores_(project.workspace.stores()),
        packets_(stores_.system, stores_.layout) {}

  base::Result<void> run() {
    TRY_ASSIGN(rows_, team_.handoffs({.repository = project_.repository,
                                      .sender = std::nullopt,
                                      .with_accepted = true,
                                      .with_packets = false,
                                      .limit = kRowsMax}));
    std::vector<TeamHandoff> sent;
    for (const HandoffPacket& packet : packets_.list().packets) {
      if (packet.origin) continue;  // Another's, which is there already.
      const TeamHandoff* const row = row_of(packet.id);
      if (row == nullptr) {
        if (packet.accepted_at.empty() && is_shared(packet)) sent.push_back(row_from(packet));
      } else if (row->from.machine == fleet_.place.machine) {
        TRY(follow(packet, *row));
      }
    }
    return team_.put_handoffs(sent);
  }

 private:
  bool is_shared(const HandoffPacket& packet) const {
    return packet.team || fleet_.place.share == model::FleetShare::full;
  }

  // Our own row of that id, or else another's: whose packet came here by a bundle is sent already.
  const TeamHandoff* row_of(const std::string& id) const {
    const TeamHandoff* found = nullptr;
    for (const TeamHandoff& row : rows_) {
      if (row.id != id) continue;
      if (row.from.machine == fleet_.place.machine) return &row;
      found = &row;
    }
    return found;
  }

  TeamHandoff row_from(const HandoffPacket& packet) const {
    TeamHandoff row;
    row.id = packet.id;
    row.repository = project_.repository;
    row.project = project_.name;
    row.created_at = packet.created_at;
    row.packet = packet_to_send(packet);
    return row;
  }

  // What became of one that was sent: accepted there, or here.
  base::Result<void> follow(const HandoffPacket& packet, const TeamHandoff& row) {
    if (row.accepted_at.empty() && !packet.accepted_at.empty()) {
      TRY(team_.accept({.sender = fleet_.place.machine, .id = packet.id}));
    }
    const bool is_news = !row.accepted_at.empty() && packet.accepted_at.empty() &&
                         row.accepted_by.machine != fleet_.place.machine;
    if (!is_news) return {};
    const auto when = base::instant_from_iso(row.accepted_at);
    TRY(packets_.update(packet.id, kPacketPatience, [&](HandoffPacket& ours) {
      if (!ours.accepted_at.empty()) return;
      ours.accepted_at = base::to_iso(when.ok() ? *when : stores_.system.clock.now());
      ours.accepted_by = policy::member_name(row.accepted_by.machine_name, row.accepted_by.member);
    }));
    return {};
  }

  indexing::Team& team_;
  const JoinedFleet& fleet_;
  SharedProject& project_;
  Stores& stores_;
  store::HandoffStore packets_;
  std::vector<TeamHandoff> rows_;
};

// What is wrong with one project stops no other. The first thing that went wrong is told.
base::Result<void> exchange(os::System system, indexing::Team& team, const JoinedFleet& fleet) {
  std::vector<SharedProject> projects = shared_projects(system);
  indexing::TeamPresence presence;
  base::Result<void> outcome;
  const auto note = [&](const SharedProject& project, const base::Result<void>& done) {
    if (done.ok() || !outcome.ok()) return;
    base::Error error = done.error();
    error.message = project.name + ": " + error.message;
    outcome = std::move(error);
  };
  for (SharedProject& project : projects) {
    note(project, HandoffExchange(team, fleet, project).run());
    make_claims(project.workspace.stores(),
                {.repository = project.repository, .share = fleet.place.share}, presence);
  }
  TRY(team.forget_accepted_before(base::to_iso(system.clock.now() - kAcceptedStays)));
  TRY(team.set_presence(presence));
  for (SharedProject& project : projects) {
    const auto claims = claims_from_team(system, team, project.repository, fleet.place.machine);
    if (!claims.ok()) return claims.error();
    note(project, store::keep_claims(system, project.workspace.stores().layout, *claims));
  }
  return outcome;
}

}  // namespace

base::Result<store::KeptClaims> claims_from_team(os::System system, indexing::Team& team,
                                                 const std::string& repository,
                                                 const std::string& machine) {
  const base::Instant now = system.clock.now();
  TRY_ASSIGN(const indexing::TeamPresence presence,
             team.presence({.repository = repository,
                            .since = base::to_iso(now - policy::kClaimIsSpokenOf),
                            .until = base::to_iso(now + policy::kClockMayBeAhead),
                            .limit = store::kClaimsMax}));
  store::KeptClaims kept{.as_of = base::to_iso(now), .repository = repository};
  const auto who = [&](const indexing::TeamMember& of) {
    if (of.machine == machine) return std::string();
    const std::string name = policy::member_name(of.machine_name, of.member);
    return name.empty() ? "another machine" : name;
  };
  for (const indexing::TeamClaim& claim : presence.claims) {
    kept.claims.push_back({.file = claim.file,
                           .touched_at = claim.touched_at,
                           .run = claim.run,
                           .who = who(claim.of),
                           .path = claim.path});
  }
  for (const indexing::TeamRun& run : presence.runs) {
    if (run.work_slug.empty()) continue;
    kept.runs.push_back({.work_slug = policy::plain_line(run.work_slug, kSlugBytesMax),
                         .heard_at = run.heard_at,
                         .run = run.run,
                         .who = who(run.of)});
  }
  return kept;
}

std::string exchange_with_team(os::System system, FleetDoor& door, const JoinedFleet& fleet) {
  const auto done = [&]() -> base::Result<void> {
    TRY_ASSIGN(const auto team, door.open_team(fleet.options));
    return exchange(system, *team, fleet);
  }();
  if (done.ok()) return "";
  std::string problem = "handoffs and claims were not exchanged: " + done.error().message;
  if (!done.error().hint.empty()) problem += ". " + done.error().hint;
  return problem;
}

void forget_team_claims(os::System system) {
  for (const KnownProject& known : known_projects(system)) {
    [[maybe_unused]] const auto gone = store::forget_claims(system, plain_layout(system, known));
  }
}

}  // namespace engine

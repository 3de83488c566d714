#include "engine/claims.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "engine/claim_check.h"
#include "engine/git_command.h"
#include "engine/team_handoff.h"
#include "engine/team_repository.h"
#include "policy/claim.h"

namespace engine {
namespace {

constexpr std::size_t kDigestedFilesMax = 200'000;

// Digests of this repository's files: what is not shared by name is still one of ours to who has
// it.
std::map<std::string, std::string> paths_by_digest(Stores& stores, const std::string& repository) {
  std::map<std::string, std::string> paths;
  const auto listed =
      run_git(stores, {"ls-files", "-z", "--cached", "--others", "--exclude-standard"});
  if (!listed.ok()) return paths;
  for (const std::string_view path : base::split(*listed, '\0')) {
    if (path.empty()) continue;
    if (paths.size() == kDigestedFilesMax) break;
    paths.emplace(policy::claim_digest(repository, path), std::string(path));
  }
  return paths;
}

ClaimsReport report_of(Stores& stores, const store::KeptClaims& kept) {
  ClaimsReport report;
  report.as_of = kept.as_of;
  const auto as_of = base::instant_from_iso(kept.as_of);
  report.is_fresh =
      as_of.ok() && policy::are_fresh({.now = stores.system.clock.now(), .as_of = *as_of});
  const bool is_nameless = std::any_of(kept.claims.begin(), kept.claims.end(),
                                       [](const auto& one) { return one.path.empty(); });
  std::map<std::string, std::string> paths;
  if (is_nameless) paths = paths_by_digest(stores, kept.repository);
  for (const store::ClaimLine& one : kept.claims) {
    const auto found = paths.find(one.file);
    const std::string& path = found == paths.end() ? one.path : found->second;
    report.claims.push_back({one.who, one.run, path, one.touched_at});
  }
  for (const store::ClaimRunLine& one : kept.runs) {
    report.runs.push_back({one.who, one.run, one.work_slug, one.heard_at});
  }
  std::stable_sort(
      report.claims.begin(), report.claims.end(),
      [](const SeenClaim& a, const SeenClaim& b) { return a.touched_at > b.touched_at; });
  return report;
}

}  // namespace

ClaimsReport known_claims(Workspace& workspace) {
  Stores& stores = workspace.stores();
  const auto file = store::ClaimFile::read(stores.system, stores.layout);
  return file ? report_of(stores, file->all()) : ClaimsReport{};
}

base::Result<ClaimsReport> ask_for_claims(FleetDoor& door, Workspace& workspace) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const JoinedFleet fleet, joined_fleet(stores.system, stores.homes));
  TRY(check_team_repository(workspace));
  TRY_ASSIGN(const auto team, door.open_team(fleet.options));
  TRY_ASSIGN(const store::KeptClaims kept,
             claims_from_team(stores.system, *team, team_repository(stores), fleet.place.machine));
  TRY(store::keep_claims(stores.system, stores.layout, kept));
  return report_of(stores, kept);
}

std::string work_mates_of(Workspace& workspace, const std::string& run, const std::string& slug) {
  return work_mates(workspace.stores(), run, slug);
}

}  // namespace engine

#include "engine/fleet_doctor.h"

#include "engine/fleet_background.h"
#include "engine/fleet_lag.h"
#include "policy/fleet_pace.h"
#include "store/fleet_mark.h"
#include "store/user_config.h"

namespace engine {
namespace {

constexpr const char* kTeamSubject = "team's server";

// Settings may be edited by hand, and the mark may be from before or gone.
void examine_mark(Stores& stores, const model::UserConfig& config, Examination& examination) {
  const bool has_mark = store::has_fleet_mark(stores.system.files, stores.homes);
  const bool is_joined = !config.index_url.empty();
  if (has_mark == is_joined) return;
  if (has_mark) {
    return examination.fixable(
        kTeamSubject, "none is joined, but hooks start a push after each turn",
        "remove the mark that makes them do so",
        [&] { return store::remove_fleet_mark(stores.system.files, stores.homes); });
  }
  if (!stores.system.environment.text("HOLDFAST_INDEX_URL").empty()) {
    return examination.remark(kTeamSubject,
                              "HOLDFAST_INDEX_URL names it: nothing is sent by itself",
                              "`holdfast fleet push` sends; `holdfast fleet join` changes that.");
  }
  examination.fixable(kTeamSubject, "it was not joined by `fleet join`: nothing is sent by itself",
                      "let hooks start a push after each turn",
                      [&] { return store::keep_fleet_mark(stores.system, stores.homes); });
}

void examine_program(Stores& stores, Examination& examination) {
  const os::Path program = fleet_program(stores.system);
  if (stores.system.files.info(program).ok()) return;
  examination.problem(kTeamSubject, "there is no " + program.native() + ", so nothing can be sent",
                      "Install it beside holdfast: the packages have both.");
}

void examine_lag(Stores& stores, const model::UserConfig& config, Examination& examination) {
  const base::Instant now = stores.system.clock.now();
  const store::FleetPushRecord record = store::load_fleet_push(stores.system, stores.homes);
  if (!record.team_problem.empty()) {
    examination.remark(kTeamSubject, record.team_problem,
                       "It is tried again with the next push; `holdfast fleet push` tries now.");
  }
  const FleetLag lag = fleet_lag(stores.system, record);
  const std::string failure = failure_in_words(record);
  const bool is_late = lag.since && policy::is_late(*lag.since, now);
  std::string message = "waiting to be sent: " + in_words(lag, now);
  if (failure.empty() && !is_late) return examination.good(kTeamSubject, std::move(message));
  if (!failure.empty()) message += "; " + failure;
  const bool is_manual = config.fleet_push == model::FleetPushWhen::manual;
  examination.remark(kTeamSubject, std::move(message),
                     is_manual ? "`holdfast fleet push` sends it."
                               : "It is tried again after each turn; `holdfast fleet push` tries "
                                 "now and says what is wrong.");
}

}  // namespace

void examine_fleet(Stores& stores, Examination& examination) {
  const model::UserConfig config = store::load_user_config(stores.system, stores.homes);
  examine_mark(stores, config, examination);
  if (config.index_url.empty()) return;
  examine_program(stores, examination);
  examine_lag(stores, config, examination);
}

}  // namespace engine

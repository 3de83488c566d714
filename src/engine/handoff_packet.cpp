#include "engine/handoff_packet.h"

#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/text.h"
#include "engine/decision_record.h"
#include "engine/packet_age.h"
#include "engine/stores.h"
#include "store/git_head.h"
#include "store/handoff_store.h"

namespace engine {
namespace {

using model::HandoffPacket;

constexpr std::size_t kPacketGoalBytesMax = 2000;
constexpr std::size_t kPacketItemBytesMax = 500;
constexpr std::size_t kItemsMax = 20;
constexpr std::size_t kPacketNameBytesMax = 200;
constexpr std::size_t kCutMarkBytes = 3;  // "…", which safe_text puts behind what it clips.

std::string fit(std::string_view text, std::size_t bytes_max) {
  return safe_text(base::trim(text), bytes_max - kCutMarkBytes);
}

// Empty ones go; that some were left out is said in the place of the last one.
void fit_list(std::vector<std::string>& items) {
  std::vector<std::string> kept;
  std::size_t left_out = 0;
  for (const std::string& item : items) {
    std::string text = fit(item, kPacketItemBytesMax);
    if (text.empty()) continue;
    if (kept.size() < kItemsMax) {
      kept.push_back(std::move(text));
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) kept.back() = "… and " + std::to_string(left_out + 1) + " more";
  items = std::move(kept);
}

base::Result<void> check_text(const HandoffPacket& packet) {
  bool valid = base::is_utf8(packet.goal) && base::is_utf8(packet.to);
  for (const auto* list :
       {&packet.done, &packet.failed, &packet.decisions, &packet.next_steps, &packet.checks}) {
    for (const std::string& item : *list) valid = valid && base::is_utf8(item);
  }
  if (!valid) return base::Error{base::Code::invalid_value, "a handoff must be UTF-8", ""};
  if (base::trim(packet.goal).empty()) {
    return base::Error{base::Code::invalid_value, "goal: empty",
                       "Say what the next session is to reach."};
  }
  return {};
}

// Only what the writer says; where and when is for us to tell.
HandoffPacket words_of(const HandoffPacket& given) {
  HandoffPacket packet;
  packet.goal = fit(given.goal, kPacketGoalBytesMax);
  packet.to = fit(given.to, kPacketNameBytesMax);
  packet.done = given.done;
  packet.failed = given.failed;
  packet.decisions = given.decisions;
  packet.next_steps = given.next_steps;
  packet.checks = given.checks;
  packet.team = given.team;
  for (auto* list :
       {&packet.done, &packet.failed, &packet.decisions, &packet.next_steps, &packet.checks}) {
    fit_list(*list);
  }
  return packet;
}

void fill(Stores& stores, const std::optional<model::RunId>& run, HandoffPacket& packet) {
  packet.created_at = base::to_iso(stores.system.clock.now());
  packet.worktree = stores.project.root.native();
  if (const auto head = store::read_head(stores.system.files, stores.project)) {
    packet.branch = head->branch;
    packet.commit = head->commit;
  }
  if (!run) return;
  packet.session = run->text;
  const auto loaded = stores.runs.load(*run);
  if (loaded.ok()) packet.work_session = loaded->run.work_session.value_or("");
}

// In the journal of the run that it concerns; what cannot be journalled stops no handoff.
void record(Stores& stores, const std::string& run, const char* what, const HandoffPacket& packet,
            const Caller& caller) {
  if (run.empty()) return;
  [[maybe_unused]] const auto appended = stores.journal.append(
      {run},
      {"handoff", caller.actor, base::JsonBox(base::Json{{"what", what}, {"packet", packet.id}})},
      {.lock_timeout = stores.lock_patience()});
}

// An exact id, the beginning of one, or the digits at its end.
base::Result<std::string> resolve(const store::HandoffStore& packets, const std::string& given) {
  constexpr std::size_t kCharsMin = 3;
  if (packets.read(given).ok() || given.size() < kCharsMin) return given;
  std::vector<std::string> found;
  for (const HandoffPacket& packet : packets.list().packets) {
    if (packet.id.starts_with(given) || packet.id.ends_with("-" + given))
      found.push_back(packet.id);
  }
  if (found.empty()) return given;
  if (found.size() == 1) return found.front();
  return base::Error{base::Code::ambiguous_id,
                     "'" + given + "' may be any of " + base::join(found, ", "),
                     "Give more characters."};
}

}  // namespace

base::Result<HandoffPacket> packet_from_elsewhere(const HandoffPacket& given,
                                                  const model::HandoffOrigin& origin) {
  TRY(check_text(given));
  HandoffPacket packet = words_of(given);
  packet.team = false;
  packet.id = given.id;
  packet.created_at = fit(given.created_at, kPacketNameBytesMax);
  packet.session = fit(given.session, kPacketNameBytesMax);
  packet.branch = fit(given.branch, kPacketNameBytesMax);
  packet.commit = fit(given.commit, kPacketNameBytesMax);
  packet.work_session = fit(given.work_session, kPacketNameBytesMax);
  packet.origin = {.machine = fit(origin.machine, kPacketNameBytesMax),
                   .name = fit(origin.name, kPacketNameBytesMax),
                   .member = fit(origin.member, kPacketNameBytesMax)};
  return packet;
}

bool says_the_same(const HandoffPacket& one, const HandoffPacket& other) {
  return one.goal == other.goal && one.done == other.done && one.failed == other.failed &&
         one.decisions == other.decisions && one.next_steps == other.next_steps &&
         one.checks == other.checks && one.to == other.to && one.session == other.session;
}

base::Json to_json(const WaitingPacket& waiting) {
  base::Json json = model::to_json(waiting.packet);
  json["stale"] = waiting.age.is_stale;
  json["age_words"] = waiting.age.words;
  return json;
}

base::Result<HandoffPacket> add_packet(Workspace& workspace, const std::optional<model::RunId>& run,
                                       HandoffPacket packet, const Caller& caller) {
  Stores& stores = workspace.stores();
  TRY(check_text(packet));
  HandoffPacket written = words_of(packet);
  fill(stores, run, written);
  const std::string created_at = written.created_at;
  const store::HandoffStore packets(stores.system, stores.layout);
  TRY_ASSIGN(HandoffPacket added, packets.add(std::move(written), stores.lock_patience()));
  // The same words, said before for this machine alone.
  if (packet.team && !added.team) {
    TRY_ASSIGN(added, packets.update(added.id, stores.lock_patience(),
                                     [](HandoffPacket& known) { known.team = true; }));
  }
  if (added.created_at == created_at) record(stores, added.session, "add", added, caller);
  return added;
}

base::Result<std::vector<WaitingPacket>> list_packets(Workspace& workspace,
                                                      const PacketQuery& query) {
  Stores& stores = workspace.stores();
  PacketAges ages(stores, {.ask_git = query.ask_git});
  std::vector<WaitingPacket> waiting;
  const store::HandoffStore packets(stores.system, stores.layout);
  for (HandoffPacket& packet : packets.list().packets) {
    const bool waits = packet.accepted_at.empty();
    if (!waits && !query.with_accepted) continue;
    // Of what was taken on already, nobody asks whether it still holds.
    PacketAge age = waits ? ages.of(packet) : PacketAge{};
    waiting.push_back({std::move(packet), std::move(age)});
  }
  return waiting;
}

base::Result<HandoffPacket> accept_packet(Workspace& workspace, const std::string& id,
                                          const std::string& by, const Caller& caller) {
  Stores& stores = workspace.stores();
  const store::HandoffStore packets(stores.system, stores.layout);
  TRY_ASSIGN(const std::string whole_id, resolve(packets, id));
  bool changed = false;
  TRY_ASSIGN(const HandoffPacket accepted,
             packets.update(whole_id, stores.lock_patience(), [&](HandoffPacket& packet) {
               if (!packet.accepted_at.empty()) return;
               changed = true;
               packet.accepted_at = base::to_iso(stores.system.clock.now());
               packet.accepted_by = safe_text(by, kPacketNameBytesMax);
             }));
  const auto is_run = base::uuid_from_text(accepted.accepted_by).has_value();
  if (changed && is_run) record(stores, accepted.accepted_by, "accept", accepted, caller);
  return accepted;
}

}  // namespace engine

#include "policy/lease.h"

namespace policy {
namespace {

Liveness liveness_by_heartbeat(const model::Run& run, const LeaseView& view) {
  const auto heartbeat = base::instant_from_iso(run.heartbeat_at);
  if (!heartbeat.ok()) return Liveness::unknown;
  // One from the future has an age below zero, which is young.
  return view.now - *heartbeat < view.remote_limit ? Liveness::live : Liveness::unknown;
}

}  // namespace

Liveness liveness_of(const model::Run& run, const LeaseView& view) {
  if (run.ended_at) return Liveness::dead;
  // A lease that does not say whose it is must not be taken for this machine's.
  if (!run.owner || run.owner->host.empty() || run.owner->host != view.this_host) {
    return liveness_by_heartbeat(run, view);
  }
  const model::Lease& owner = *run.owner;
  // Where one side does not know its boot, pids cannot be compared.
  if (owner.boot_id.empty() || view.this_boot_id.empty()) return liveness_by_heartbeat(run, view);
  if (owner.boot_id != view.this_boot_id) return Liveness::dead;
  return view.pid_start == owner.pid_start ? Liveness::live : Liveness::dead;
}

bool is_heard_of(std::string_view at, base::Instant now, base::Millis limit) {
  const auto heard = base::instant_from_iso(at);
  if (!heard.ok()) return false;
  const auto age = now - *heard;
  return age < limit && -age < limit;
}

}  // namespace policy

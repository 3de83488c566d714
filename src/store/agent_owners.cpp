#include "store/agent_owners.h"

#include "base/digest.h"
#include "base/time.h"
#include "store/archive.h"

namespace store {
namespace {

constexpr std::string_view kAgentMagic = "holdfast-agent 1\n";
constexpr std::uint64_t kAgentBytesMax = 2048;
constexpr std::chrono::hours kAgeMax{24 * 30};

}  // namespace

os::Path AgentOwners::file(std::string_view agent) const {
  // By hash: an id of a host may be anything.
  constexpr std::size_t kDigits = 24;
  return agents_path(layout_) / base::to_hex(base::blake2b(agent)).substr(0, kDigits);
}

std::optional<AgentOwners::Owner> AgentOwners::read(const os::Path& path) {
  // Before the key: most often there is no such file.
  const auto bytes = system_.files.read(path, {.bytes_max = kAgentBytesMax, .follow_links = false});
  if (!bytes.ok()) return std::nullopt;
  const auto key = keys_.signing();
  if (!key.ok()) return std::nullopt;
  const auto body = archive::unsealed(kAgentMagic, *bytes, **key);
  if (!body) return std::nullopt;
  archive::Reader reader(*body);
  Owner owner;
  reader(owner.agent, owner.conversation);
  if (!reader.is_done()) return std::nullopt;
  return owner;
}

std::optional<std::string> AgentOwners::find(std::string_view agent) {
  auto owner = read(file(agent));
  // The file of one agent under the name of another is nobody's.
  if (!owner || owner->agent != agent) return std::nullopt;
  return std::move(owner->conversation);
}

base::Result<void> AgentOwners::keep(std::string_view agent, std::string_view conversation) {
  TRY_ASSIGN(const Key* const key, keys_.signing());
  const std::string bytes = archive::sealed(kAgentMagic, *key, [&](archive::Writer& writer) {
    writer(std::string(agent), std::string(conversation));
  });
  TRY(system_.files.make_folders(agents_path(layout_)));
  return system_.files.replace(file(agent), bytes, {.sync = false, .sync_folder = false});
}

void AgentOwners::forget(std::string_view conversation) {
  const auto names = system_.files.list(agents_path(layout_));
  if (!names.ok()) return;
  const base::Instant now = system_.clock.now();
  for (const std::string& name : *names) {
    const os::Path path = agents_path(layout_) / name;
    const auto owner = read(path);
    const auto info = system_.files.info(path);
    const bool is_old =
        info.ok() && now.time_since_epoch() - std::chrono::nanoseconds(info->mtime_ns) > kAgeMax;
    const bool is_its_own = owner && owner->conversation == conversation;
    if (is_its_own || is_old) [[maybe_unused]]
      const auto gone = system_.files.remove(path);
  }
}

}  // namespace store

#include "store/handoff_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/id.h"
#include "os/lock.h"

namespace store {
namespace {

using model::HandoffPacket;

constexpr std::string_view kPacketPrefix = "h-";
constexpr base::Millis kPruneLockTimeout{2000};

bool is_packet_id(std::string_view id) {
  return id.starts_with(kPacketPrefix) && base::is_safe_id(id);
}

// What was said, by whom and where: the parts that make two packets the same one.
base::Json said(const HandoffPacket& packet) {
  return base::Json::array({packet.goal, packet.done, packet.failed, packet.decisions,
                            packet.next_steps, packet.checks, packet.to, packet.session,
                            packet.branch, packet.work_session});
}

// "h-20260118-1a2b3c4d"; `number` tells apart what was said once more after it was accepted.
std::string packet_id(const HandoffPacket& packet, base::Instant now, std::size_t number) {
  constexpr std::size_t kDateChars = 8;
  constexpr std::size_t kDigits = 8;
  const std::string text = base::dump_line(said(packet)) + std::to_string(number);
  return std::string(kPacketPrefix) + base::to_compact_iso(now).substr(0, kDateChars) + "-" +
         base::to_hex(base::sha256(text)).substr(0, kDigits);
}

bool is_newer(const HandoffPacket& a, const HandoffPacket& b) {
  return a.created_at != b.created_at ? a.created_at > b.created_at : a.id > b.id;
}

base::Error no_such_packet(std::string_view id) {
  return {base::Code::not_found, "No handoff has the id '" + std::string(id) + "'",
          "Run `holdfast handoff list`."};
}

}  // namespace

os::Path HandoffStore::file(std::string_view id) const {
  return layout_.handoffs() / (std::string(id) + std::string(kJsonEnding));
}

base::Result<std::unique_ptr<os::File>> HandoffStore::lock(base::Millis patience) const {
  TRY(system_.files.make_folders(layout_.locks()));
  return os::lock_file(system_.files, system_.clock, system_.random,
                       layout_.locks() / "handoffs.lock", patience);
}

base::Result<HandoffPacket> HandoffStore::read(std::string_view id) const {
  if (!is_packet_id(id)) return no_such_packet(id);
  const auto text =
      system_.files.read(file(id), {.bytes_max = kPacketBytesMax, .follow_links = false});
  if (!text.ok() && text.error().code == base::Code::not_found) return no_such_packet(id);
  if (!text.ok()) return text.error();
  const std::string name = file(id).native();
  auto json = base::parse_json(*text);
  if (!json.ok()) return base::with_context(std::move(json).error(), name);
  auto packet = model::handoff_packet_from_json(*json);
  if (!packet.ok()) return base::with_context(std::move(packet).error(), name);
  if (packet->id != id) {
    return base::Error{base::Code::parse_error, name + ": id: is not the file's name", ""};
  }
  return packet;
}

HandoffStore::Listed HandoffStore::list() const {
  Listed listed;
  const auto names = system_.files.list(layout_.handoffs());
  if (!names.ok()) return listed;
  // Names begin with the day, and come sorted: of far too many the newest are looked at.
  constexpr std::size_t kFilesMax = 2 * kPacketsMax;
  std::size_t looked_at = 0;
  for (auto name = names->rbegin(); name != names->rend() && looked_at < kFilesMax; ++name) {
    if (!name->ends_with(kJsonEnding)) continue;
    const std::string id = name->substr(0, name->size() - kJsonEnding.size());
    if (!is_packet_id(id)) continue;
    ++looked_at;
    auto packet = read(id);
    if (packet.ok()) {
      listed.packets.push_back(*std::move(packet));
    } else {
      listed.problems.push_back(packet.error().message);
    }
  }
  std::sort(listed.packets.begin(), listed.packets.end(), is_newer);
  return listed;
}

base::Result<void> HandoffStore::write(const HandoffPacket& packet) const {
  const std::string bytes = base::dump_pretty(model::to_json(packet));
  // What we write, we must be willing to read.
  if (bytes.size() > kPacketBytesMax) {
    return base::Error{base::Code::too_large, "the handoff is over 512 KB", ""};
  }
  return system_.files.replace(file(packet.id), bytes);
}

base::Result<void> HandoffStore::make_room(const std::vector<HandoffPacket>& packets) const {
  std::size_t count = packets.size();
  for (auto one = packets.rbegin(); one != packets.rend() && count >= kPacketsMax; ++one) {
    if (one->accepted_at.empty()) continue;
    TRY(system_.files.remove(file(one->id)));
    --count;
  }
  if (count < kPacketsMax) return {};
  return base::Error{base::Code::refused, "200 handoffs wait already",
                     "Accept those that are done with: `holdfast handoff list`."};
}

base::Result<HandoffPacket> HandoffStore::add(HandoffPacket packet, base::Millis patience) const {
  TRY(system_.files.make_folders(layout_.handoffs()));
  TRY_ASSIGN(const auto held, lock(patience));
  const std::vector<HandoffPacket> packets = list().packets;
  const base::Json wanted = said(packet);
  for (const HandoffPacket& one : packets) {
    if (one.accepted_at.empty() && said(one) == wanted) return one;
  }
  TRY(make_room(packets));
  const base::Instant now = system_.clock.now();
  std::size_t number = 0;
  do {
    packet.id = packet_id(packet, now, number++);
  } while (system_.files.link_info(file(packet.id)).ok());
  TRY(write(packet));
  return packet;
}

base::Result<HandoffPacket> HandoffStore::update(std::string_view id, base::Millis patience,
                                                 const Change& change) const {
  TRY(read(id));  // Nothing is made where there is none.
  TRY_ASSIGN(const auto held, lock(patience));
  TRY_ASSIGN(HandoffPacket packet, read(id));
  const base::Json before = model::to_json(packet);
  change(packet);
  packet.id = std::string(id);
  if (model::to_json(packet) != before) TRY(write(packet));
  return packet;
}

base::Result<bool> HandoffStore::take_in(std::string_view id, const TakeOptions& options,
                                         const Merge& merge) const {
  if (!is_packet_id(id)) return no_such_packet(id);
  std::unique_ptr<os::File> held;
  if (!options.dry_run) {
    TRY(system_.files.make_folders(layout_.handoffs()));
    TRY_ASSIGN(held, lock(options.patience));
  }
  const auto current = read(id);
  const bool is_none = !current.ok() && current.error().code == base::Code::not_found;
  if (!current.ok() && !is_none) return current.error();
  auto wanted = merge(is_none ? std::nullopt : std::optional(*current));
  if (!wanted) return false;
  wanted->id = std::string(id);
  if (!is_none && model::to_json(*wanted) == model::to_json(*current)) return false;
  if (options.dry_run) return true;
  if (is_none) TRY(make_room(list().packets));
  TRY(write(*wanted));
  return true;
}

base::Result<std::vector<std::string>> HandoffStore::prune(base::Instant accepted_before) const {
  std::vector<std::string> removed;
  if (!system_.files.exists(layout_.handoffs())) return removed;
  TRY_ASSIGN(const auto held, lock(kPruneLockTimeout));
  for (const HandoffPacket& packet : list().packets) {
    if (packet.accepted_at.empty()) continue;
    const auto accepted = base::instant_from_iso(packet.accepted_at);
    if (!accepted.ok() || *accepted >= accepted_before) continue;
    TRY(system_.files.remove(file(packet.id)));
    removed.push_back(packet.id);
  }
  return removed;
}

}  // namespace store

#include "engine/packet_age.h"

#include "base/id.h"
#include "base/text.h"
#include "engine/git_command.h"
#include "store/branch_name.h"
#include "store/git_head.h"

namespace engine {
namespace {

constexpr std::chrono::days kFreshDays{7};
// Each is a process or two; nobody reads a list that is longer.
constexpr std::size_t kQuestionsMax = 20;
constexpr std::size_t kShownDigits = 8;

void add_words(std::string& all, std::string_view words) {
  if (words.empty()) return;
  if (!all.empty()) all += "; ";
  all += words;
}

struct Distance {
  std::uint64_t only_in_packet = 0;
  std::uint64_t only_in_branch = 0;
};

// "0\t3\n" of `git rev-list --left-right --count packet...branch`.
std::optional<Distance> distance_from(std::string_view output) {
  const auto parts = base::split(base::trim(output), '\t');
  if (parts.size() != 2) return std::nullopt;
  const auto left = base::to_number(parts[0]);
  const auto right = base::to_number(parts[1]);
  if (!left || !right) return std::nullopt;
  return Distance{*left, *right};
}

}  // namespace

PacketAges::PacketAges(Stores& stores, const Options& options)
    : stores_(stores),
      options_(options),
      reads_git_(store::read_head(stores.system.files, stores.project).has_value()) {}

std::string PacketAges::count_commits(const model::HandoffPacket& packet, const std::string& tip) {
  const std::string moved = packet.branch + " has moved on";
  if (!options_.ask_git || asked_ >= kQuestionsMax) return moved;
  ++asked_;
  const std::string digits = packet.commit.substr(0, kShownDigits);
  const auto there = run_git(stores_, {"cat-file", "--batch-check"}, packet.commit + "^{commit}\n");
  if (!there.ok()) return moved;
  if (base::trim(*there).ends_with(" missing")) return "its commit " + digits + " is gone";
  const auto counted =
      run_git(stores_, {"rev-list", "--left-right", "--count", packet.commit + "..." + tip, "--"});
  const auto distance = counted.ok() ? distance_from(*counted) : std::nullopt;
  if (!distance) return moved;
  if (distance->only_in_packet > 0) {
    return packet.branch + " no longer has its commit " + digits;
  }
  const std::string number = std::to_string(distance->only_in_branch);
  return packet.branch + " has " + number + " newer commit" +
         (distance->only_in_branch == 1 ? "" : "s");
}

std::string PacketAges::words_of_git(const model::HandoffPacket& packet) {
  constexpr std::string_view kDetached = "detached@";
  // Packets are files that anybody may have written: only a whole id goes to git.
  if (!reads_git_ || !base::is_commit_id(packet.commit) || packet.branch.starts_with(kDetached) ||
      !store::is_branch_name(packet.branch)) {
    return "";
  }
  const std::string tip =
      store::branch_commit(stores_.system.files, stores_.project, packet.branch);
  if (tip.empty()) return "the branch " + packet.branch + " is gone";
  if (tip == base::to_lower(packet.commit)) return "";
  const auto [known, is_new] = known_.try_emplace(packet.commit + packet.branch);
  if (is_new) known->second = count_commits(packet, tip);
  return known->second;
}

PacketAge PacketAges::of(const model::HandoffPacket& packet) {
  PacketAge age;
  add_words(age.words, words_of_git(packet));
  const auto created = base::instant_from_iso(packet.created_at);
  if (created.ok() && stores_.system.clock.now() - *created > kFreshDays) {
    // Without the number of days: what is told to a model is told again when its words change.
    add_words(age.words, "older than a week");
  }
  age.is_stale = !age.words.empty();
  return age;
}

}  // namespace engine

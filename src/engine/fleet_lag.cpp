#include "engine/fleet_lag.h"

#include <algorithm>

#include "engine/index_journal_line.h"
#include "engine/journal_files.h"
#include "policy/fleet_pace.h"

namespace engine {
namespace {

using base::Instant;
using base::Millis;

constexpr std::size_t kLagBlockBytes = 64UL * 1024;
constexpr int kBlocksMax = 16;

// What the lines of one piece of a journal say; the last one may be torn.
struct Seen {
  std::optional<Instant> earliest;  // Of those that may be missing on the server.
  bool has_sent = false;
};

Seen look_at(std::string_view lines, std::optional<Instant> sent_until) {
  Seen seen;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    const auto parts = journal_parts(lines.substr(0, end));
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    if (!parts) continue;
    const Instant at{Millis{parts->millis}};
    if (sent_until && at < *sent_until) {
      seen.has_sent = true;
    } else if (!seen.earliest || at < *seen.earliest) {
      seen.earliest = at;
    }
  }
  return seen;
}

// From the end, block by block, up to a line that is on the server.
std::optional<Instant> search_backwards(os::File& file, std::uint64_t size, Instant sent_until) {
  std::optional<Instant> earliest;
  std::string rest;  // The end of a line that begins in an earlier block.
  std::uint64_t end = size;
  for (int block = 0; block < kBlocksMax && end > 0; ++block) {
    const std::uint64_t begin = end > kLagBlockBytes ? end - kLagBlockBytes : 0;
    auto bytes = file.read_at(begin, static_cast<std::size_t>(end - begin));
    if (!bytes.ok()) break;
    const std::string text = *std::move(bytes) + rest;
    const std::size_t newline = begin == 0 ? 0 : text.find('\n');
    end = begin;
    if (newline == std::string::npos) {
      rest = text;
      continue;
    }
    const std::size_t first = begin == 0 ? 0 : newline + 1;
    rest = text.substr(0, first);
    const Seen seen = look_at(std::string_view(text).substr(first), sent_until);
    if (seen.earliest) earliest = std::min(earliest.value_or(*seen.earliest), *seen.earliest);
    if (seen.has_sent) break;
  }
  return earliest;
}

}  // namespace

std::optional<Instant> sent_until(const store::FleetPushRecord& record, Instant now) {
  const auto began_at = base::instant_from_iso(record.began_at);
  return policy::sent_until(began_at.ok() ? std::optional(*began_at) : std::nullopt, now);
}

std::optional<Instant> waiting_since(os::FileSystem& files, const os::Path& journal,
                                     std::optional<Instant> sent_until) {
  const auto file = files.open(journal, {.follow_links = false});
  if (!file.ok()) return std::nullopt;
  if (!sent_until) {
    const auto start = (*file)->read_at(0, kLagBlockBytes);
    return start.ok() ? look_at(*start, std::nullopt).earliest : std::nullopt;
  }
  const auto info = (*file)->info();
  if (!info.ok() || info->kind != os::FileKind::regular) return std::nullopt;
  return search_backwards(**file, info->size, *sent_until);
}

FleetLag fleet_lag(os::System system, const store::FleetPushRecord& record) {
  FleetLag lag;
  const auto until = sent_until(record, system.clock.now());
  for (const KnownProject& known : known_projects(system)) {
    FleetLag::Project project{known.name, 0};
    for (const JournalFile& file : journal_files(system.files, plain_layout(system, known))) {
      const auto info = system.files.link_info(file.path);
      constexpr std::int64_t kNanosOfMilli = 1'000'000;
      const bool is_old =
          info.ok() && until && Instant{Millis{info->mtime_ns / kNanosOfMilli}} < *until;
      if (!info.ok() || is_old) continue;
      const auto since = waiting_since(system.files, file.path, until);
      if (!since) continue;
      ++project.runs;
      lag.since = std::min(lag.since.value_or(*since), *since);
    }
    lag.runs += project.runs;
    if (project.runs > 0) lag.projects.push_back(std::move(project));
  }
  return lag;
}

std::string in_words(const FleetLag& lag, Instant now) {
  if (lag.runs == 0 || !lag.since) return "nothing";
  const auto count = [](std::size_t number, const char* noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
  };
  return count(lag.runs, "run") + " of " + count(lag.projects.size(), "project") + ", for " +
         base::to_words(std::max(now - *lag.since, Millis{0}));
}

std::string failure_in_words(const store::FleetPushRecord& record) {
  if (record.failures == 0 || record.problem.empty()) return "";
  const std::string which = record.failures == 1
                                ? "the last push"
                                : "the last " + std::to_string(record.failures) + " pushes";
  return which + " failed: " + record.problem;
}

}  // namespace engine

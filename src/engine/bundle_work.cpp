// Work sessions that are worked on by two machines: what one of them changed is taken over, what
// both changed is merged where that is possible, and else both are kept.
#include <nlohmann/json.hpp>

#include "engine/bundle_items.h"
#include "engine/bundle_place.h"
#include "engine/work_record.h"
#include "policy/exchange.h"
#include "policy/work_session.h"
#include "store/exchange.h"

namespace engine {

using base::Json;
using policy::ExchangedVersion;
using policy::ExchangeVerdict;
using store::BundleItem;

struct WorkIntake::Outcome {
  enum class Kind { same, added, updated, merged, conflict };
  Kind kind = Kind::same;
  std::string before;  // The hash of what was there; empty: nothing.
  std::string before_text;
  std::string after;
  std::string after_text;  // Empty: as it was.
};

namespace {

bool is_manifest(const BundleItem& item) { return item.path == store::kWorkStateFile; }

// The newest manifest that both machines have had, by its own time, so that both find the same one;
// empty where none is known any more.
std::string common_base(const store::Exchange& exchange, const std::vector<std::string>& hashes) {
  std::string base;
  std::pair<std::string, std::string> newest;
  for (const std::string& hash : hashes) {
    auto text = exchange.kept(hash);
    const auto json = text ? base::parse_json(*text) : base::Error{};
    if (!json.ok() || !json->is_object()) continue;
    const auto at = json->find("updated_at");
    const std::string time =
        at != json->end() && at->is_string() ? at->get<std::string>() : std::string();
    if (std::pair(time, hash) <= newest) continue;
    newest = {time, hash};
    base = *std::move(text);
  }
  return base;
}

// The same text on whichever of the two machines it is made: which of them is called ours follows
// from the texts alone.
base::Result<std::string> merged_text(std::string_view base, const std::string& ours,
                                      const std::string& theirs) {
  const bool keeps_order = store::version_hash(ours) < store::version_hash(theirs);
  return store::merge_work_files({base, keeps_order ? ours : theirs, keeps_order ? theirs : ours},
                                 policy::merge_work);
}

}  // namespace

base::Result<void> WorkIntake::keep_beside(const BundleItem& item) {
  const os::Path place =
      intake_.stores.layout.imported(intake_.header.machine) / "work" / item.name / item.path;
  intake_.report.conflicts.push_back({item.name + "/" + item.path, place.native()});
  intake_.report.work_files.both += 1;
  if (intake_.dry_run) return {};
  os::FileSystem& files = intake_.stores.system.files;
  const auto known = files.read(place, {.follow_links = false});
  if (known.ok() && *known == item.bytes) return {};
  TRY(files.make_folders(place.parent_path()));
  return files.replace(place, item.bytes);
}

base::Result<void> WorkIntake::record(const BundleItem& item, const Outcome& outcome) {
  ImportCount& count = intake_.report.work_files;
  switch (outcome.kind) {
    case Outcome::Kind::same: {
      count.same += 1;
      if (intake_.dry_run || !is_manifest(item)) return {};
      // Written by an import that did not get further.
      WorkRecord record(intake_.stores, item.name);
      const bool is_theirs = outcome.before == store::version_hash(item.bytes);
      if (is_theirs && record.last_etag() != outcome.before) record.remember(outcome.before);
      return {};
    }
    case Outcome::Kind::conflict:
      return keep_beside(item);
    case Outcome::Kind::added:
      count.added += 1;
      break;
    case Outcome::Kind::updated:
      count.updated += 1;
      break;
    case Outcome::Kind::merged:
      count.merged += 1;
      break;
  }
  if (intake_.dry_run || !is_manifest(item)) return {};
  WorkRecord record(intake_.stores, item.name);
  record.remember(outcome.after);
  const auto noted = record.note({}, Json{{"slug", item.name},
                                          {"what", "import"},
                                          {"signer", intake_.report.signer.fingerprint},
                                          {"etag_before", outcome.before},
                                          {"etag_after", outcome.after}});
  if (!noted.ok()) intake_.tell(item.name + ": not recorded: " + noted.error().message);
  return {};
}

// What shall stand there. A conflict leaves what is there.
base::Result<std::optional<std::string>> WorkIntake::decide(
    const BundleItem& item, const std::vector<std::string>& seen,
    const std::optional<std::string>& current, Outcome& outcome) const {
  const ExchangedVersion theirs{store::version_hash(item.bytes), item.seen};
  std::optional<ExchangedVersion> ours;
  outcome = {};
  if (current) {
    outcome.before = store::version_hash(*current);
    outcome.before_text = *current;
    ours = {outcome.before, seen};
  }
  outcome.after = outcome.before;
  std::optional<std::string> result;
  switch (policy::judge_exchange(ours, theirs)) {
    case ExchangeVerdict::same:
    case ExchangeVerdict::ours:
      return result;
    case ExchangeVerdict::theirs:
      outcome.kind = current ? Outcome::Kind::updated : Outcome::Kind::added;
      result = item.bytes;
      break;
    case ExchangeVerdict::both: {
      outcome.kind = Outcome::Kind::conflict;
      if (!is_manifest(item)) return result;
      const std::string base =
          common_base(exchange_of(intake_.stores, item.name), policy::seen_by_both(*ours, theirs));
      auto merged = merged_text(base, *current, item.bytes);
      if (!merged.ok()) return result;
      outcome.kind = Outcome::Kind::merged;
      result = *std::move(merged);
      break;
    }
  }
  outcome.after = store::version_hash(*result);
  if (outcome.after == outcome.before) outcome.kind = Outcome::Kind::same;
  return result;
}

// Behind the file itself, so that a crash between the two only makes us ask again.
base::Result<void> WorkIntake::remember(const BundleItem& item, std::vector<std::string> seen,
                                        const Outcome& outcome) const {
  if (intake_.dry_run || outcome.kind == Outcome::Kind::conflict) return {};
  const store::Exchange exchange = exchange_of(intake_.stores, item.name);
  const std::string hash = store::version_hash(item.bytes);
  std::vector<std::string> of_theirs = item.seen;
  of_theirs.push_back(hash);
  // What stays as it is nobody else has seen yet.
  if (outcome.kind != Outcome::Kind::same) {
    if (!outcome.before.empty()) seen.push_back(outcome.before);
    seen.push_back(outcome.after);
  }
  const bool is_behind = outcome.kind == Outcome::Kind::same && outcome.before != hash;
  if (is_manifest(item) && !is_behind) {
    TRY(exchange.keep(item.bytes));
    if (outcome.kind == Outcome::Kind::merged) TRY(exchange.keep(outcome.before_text));
    if (!outcome.after_text.empty()) TRY(exchange.keep(outcome.after_text));
  }
  return exchange.remember(item.path,
                           policy::seen_together(seen, of_theirs, store::kBundleSeenMax));
}

base::Result<void> WorkIntake::take(const BundleItem& item,
                                    const std::set<std::string>& with_manifest) {
  Stores& stores = intake_.stores;
  const auto tell = [&](std::string_view what) {
    intake_.tell(item.name + "/" + item.path + ": " + std::string(what));
  };
  if (!with_manifest.contains(item.name) &&
      !stores.work.find(item.name, stores.project.root).ok()) {
    tell("its work session is not in the bundle");
    return {};
  }
  const store::Exchange::Seen known = exchange_of(stores, item.name).read();
  const auto found = known.find(item.path);
  const std::vector<std::string> seen =
      found == known.end() ? std::vector<std::string>() : found->second;
  WorkRecord changes(stores, item.name);
  std::unique_ptr<os::File> held;
  if (!intake_.dry_run && is_manifest(item)) {
    TRY_ASSIGN(held, changes.lock());
  }
  Outcome outcome;
  const auto taken = stores.work.take_in(
      {item.name, item.path}, {.dry_run = intake_.dry_run},
      [&](const std::optional<std::string>& current) -> base::Result<std::optional<std::string>> {
        TRY_ASSIGN(auto text, decide(item, seen, current, outcome));
        if (text) outcome.after_text = *text;
        return text;
      });
  if (!taken.ok()) {
    const base::Code code = taken.error().code;
    if (code == base::Code::io || code == base::Code::lock_timeout) return taken.error();
    tell(taken.error().message);
    return {};
  }
  TRY(record(item, outcome));
  return remember(item, seen, outcome);
}

}  // namespace engine

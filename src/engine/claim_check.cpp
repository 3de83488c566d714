#include "engine/claim_check.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "engine/run_view.h"
#include "policy/guarded_file.h"
#include "policy/plain_line.h"
#include "policy/tool_class.h"
#include "store/claim_file.h"

namespace engine {
namespace {

// As much of the journal's end as is searched for what was said already.
constexpr std::uint64_t kSearchedTailBytes = 256ULL * 1024;
constexpr std::size_t kDigestDigits = 16;
constexpr std::size_t kRunDigits = 8;

bool writes_files(const policy::GateInput& input) {
  if (input.targets.empty()) return false;
  return input.shell != nullptr || policy::is_file_writing_tool(input.call.tool);
}

// A claim as it was found, with what names it in the journal.
struct FoundClaim {
  policy::KnownClaim claim;
  std::string mark;
};
struct FoundClaims {
  policy::ClaimClock clock;
  std::vector<FoundClaim> claims;
};

std::optional<policy::KnownClaim> known_claim(const store::ClaimLine& line,
                                              const std::string& path) {
  const auto at = base::instant_from_iso(line.touched_at);
  if (!at.ok()) return std::nullopt;
  return policy::KnownClaim{.who = line.who, .run = line.run, .path = path, .touched_at = *at};
}

// Whether it is nobody else: the run itself, or one of this machine that has ended or died since,
// which only its own note can tell.
bool is_nobody_else(Stores& stores, std::string_view who, const std::string& claimant,
                    std::string_view run) {
  if (!who.empty()) return false;
  if (claimant == run) return true;
  const auto loaded = stores.runs.load({claimant});
  return !loaded.ok() || loaded->run.ended_at ||
         liveness(stores, loaded->run) == policy::Liveness::dead;
}

FoundClaims find_claims(Stores& stores, std::string_view run, const policy::GateInput& input) {
  FoundClaims found;
  if (!writes_files(input)) return found;
  const auto file = store::ClaimFile::read(stores.system, stores.layout);
  if (!file) return found;
  const auto as_of = base::instant_from_iso(file->as_of());
  if (!as_of.ok()) return found;
  found.clock = {.now = stores.system.clock.now(), .as_of = *as_of};
  for (const std::string& path :
       claimable_files(input.targets, input.roots, stores.project.root.native())) {
    const std::string digest = policy::claim_digest(file->repository(), path);
    for (const store::ClaimLine& line : file->claims_on(digest)) {
      const auto claim = known_claim(line, path);
      if (!claim || !policy::is_spoken_of(*claim, found.clock)) continue;
      if (is_nobody_else(stores, line.who, line.run, run)) continue;
      found.claims.push_back({*claim, digest.substr(0, kDigestDigits) + "-" +
                                          std::string(base::clip_utf8(line.run, kRunDigits))});
    }
  }
  return found;
}

// The end of the run's own journal, as bytes: it is only asked whether a mark is in it.
std::string journal_tail(Stores& stores, const model::RunId& run) {
  const auto file = stores.system.files.open(stores.layout.journal(run), {});
  if (!file.ok()) return "";
  const auto info = (*file)->info();
  if (!info.ok()) return "";
  const std::uint64_t start = info->size > kSearchedTailBytes ? info->size - kSearchedTailBytes : 0;
  auto bytes = (*file)->read_at(start, kSearchedTailBytes);
  return bytes.ok() ? *std::move(bytes) : "";
}

}  // namespace

std::vector<std::string> claimable_files(const std::vector<policy::GateTarget>& targets,
                                         const policy::GuardRoots& roots, std::string_view root) {
  std::vector<std::string> files;
  for (const policy::GateTarget& target : targets) {
    if (target.whole_tree || policy::guarded_file(target.path, roots) ||
        policy::guarded_file(target.real_path, roots)) {
      continue;
    }
    std::string path = policy::claimed_path(target.real_path, root);
    const bool is_known = std::find(files.begin(), files.end(), path) != files.end();
    if (!path.empty() && !is_known) files.push_back(std::move(path));
  }
  return files;
}

ClaimAdvice claim_advice(Stores& stores, const model::RunId& run, const policy::GateInput& input) {
  ClaimAdvice advice;
  const FoundClaims found = find_claims(stores, run.text, input);
  if (found.claims.empty()) return advice;
  const std::string tail = journal_tail(stores, run);
  std::vector<policy::KnownClaim> news;
  for (const FoundClaim& one : found.claims) {
    if (tail.find("\"" + one.mark + "\"") != std::string::npos) continue;
    news.push_back(one.claim);
    advice.told.push_back(one.mark);
  }
  advice.warning = policy::claim_warning(news, found.clock);
  return advice;
}

std::vector<std::string> fresh_claims(Stores& stores, const policy::GateInput& input) {
  std::vector<std::string> words;
  const FoundClaims found = find_claims(stores, input.state.run, input);
  if (!policy::are_fresh(found.clock)) return words;
  for (const FoundClaim& one : found.claims) {
    words.push_back(policy::claim_words(one.claim, found.clock));
  }
  return words;
}

std::string work_mates(Stores& stores, std::string_view run, std::string_view slug) {
  constexpr std::size_t kToldMax = 3;
  constexpr std::size_t kNameBytesMax = 121;
  if (slug.empty()) return "";
  const auto file = store::ClaimFile::read(stores.system, stores.layout);
  if (!file) return "";
  const base::Instant now = stores.system.clock.now();
  std::string text;
  std::size_t told = 0;
  for (const store::ClaimRunLine& line : file->all().runs) {
    const auto heard = base::instant_from_iso(line.heard_at);
    if (!heard.ok() || line.work_slug != slug) continue;
    if (now - *heard >= policy::kClaimIsSpokenOf || told == kToldMax) continue;
    if (is_nobody_else(stores, line.who, line.run, run)) continue;
    ++told;
    const base::Millis age = std::max(now - *heard, base::Millis{0});
    text += (line.who.empty() ? "This machine" : policy::escaped_line(line.who, kNameBytesMax)) +
            "'s run " + policy::escaped_line(base::clip_utf8(line.run, kRunDigits), kNameBytesMax) +
            " works on " + policy::escaped_line(slug, kNameBytesMax) + " too, heard of " +
            base::to_words(age) + " ago.\n";
  }
  return text;
}

std::string work_mates(Stores& stores, const model::RunId& run) {
  // Most machines have joined no team: then nothing is loaded.
  if (!stores.system.files.exists(store::claims_path(stores.layout))) return "";
  const auto loaded = stores.runs.load(run);
  return loaded.ok() ? work_mates(stores, run.text, loaded->run.work_session.value_or("")) : "";
}

}  // namespace engine

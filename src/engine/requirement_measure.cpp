#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/cost_spent.h"
#include "engine/git_command.h"
#include "engine/requirement_facts.h"
#include "store/trust.h"

namespace engine {
namespace {

using policy::Measure;

constexpr std::size_t kMeasuredBytesMax = 300;

std::int64_t now_s(Stores& stores) {
  return std::chrono::floor<std::chrono::seconds>(stores.system.clock.now().time_since_epoch())
      .count();
}

std::optional<double> to_double(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Branches that others start from; their own size means nothing.
constexpr std::array<std::string_view, 2> kTrunks{"main", "master"};

base::Result<std::string> merge_base(Stores& stores) {
  for (const char* base : {"origin/HEAD", "origin/main", "origin/master", "main", "master"}) {
    auto commit = run_git(stores, {"merge-base", "HEAD", base});
    if (commit.ok()) return std::string(base::trim(*commit));
  }
  return base::Error{base::Code::unavailable, "no branch to compare with", ""};
}

struct LineCounts {
  std::int64_t files = 0;
  std::int64_t added = 0;
  std::int64_t removed = 0;
};

// "3\t1\tname" a line; "-" for a binary file.
LineCounts lines_of_numstat(std::string_view numstat) {
  LineCounts lines;
  for (const std::string_view line : base::split(numstat, '\n')) {
    const auto fields = base::split(line, '\t');
    if (fields.size() < 3) continue;
    ++lines.files;
    lines.added += static_cast<std::int64_t>(base::to_number(fields[0]).value_or(0));
    lines.removed += static_cast<std::int64_t>(base::to_number(fields[1]).value_or(0));
  }
  return lines;
}

void add_new_files(Stores& stores, std::string_view listing, LineCounts& lines) {
  constexpr std::uint64_t kFileBytesMax = 4ULL * 1024 * 1024;
  for (const std::string_view name : base::split(listing, '\0')) {
    if (name.empty()) continue;
    const auto text = stores.system.files.read(stores.project.root / name,
                                               {.bytes_max = kFileBytesMax, .follow_links = false});
    if (!text.ok()) continue;
    ++lines.files;
    lines.added += std::count(text->begin(), text->end(), '\n');
  }
}

// Lines added and removed since the branch left the trunk, committed or not.
base::Result<Measure> branch_size(Stores& stores, const store::GitHead& head) {
  const bool is_trunk = std::find(kTrunks.begin(), kTrunks.end(), head.branch) != kTrunks.end();
  if (is_trunk || head.detached) return Measure{0, "not a branch of its own"};
  TRY_ASSIGN(const std::string base, merge_base(stores));
  TRY_ASSIGN(const std::string numstat,
             run_git(stores, {"diff", "--numstat", "--no-ext-diff", "--no-textconv", base, "--"}));
  TRY_ASSIGN(const std::string fresh,
             run_git(stores, {"ls-files", "-z", "--others", "--exclude-standard"}));
  LineCounts lines = lines_of_numstat(numstat);
  add_new_files(stores, fresh, lines);
  return Measure{static_cast<double>(lines.added + lines.removed),
                 fmt::format("{} files, {}+/{}- lines", lines.files, lines.added, lines.removed)};
}

// A number, or {"value": number, "summary": text}; "total" is another name of "value".
base::Result<Measure> measure_from_output(std::string_view output) {
  const std::string_view text = base::trim(output);
  if (const auto value = to_double(text)) return Measure{*value, std::string(text)};
  const auto json = base::parse_json(text, {.bytes_max = 64UL * 1024, .depth_max = 16});
  if (json.ok() && json->is_object()) {
    for (const char* key : {"value", "total"}) {
      const auto value = json->find(key);
      if (value == json->end() || !value->is_number()) continue;
      const auto summary = json->find("summary");
      const bool has_summary = summary != json->end() && summary->is_string();
      const std::string words = has_summary ? summary->get<std::string>() : std::string();
      return Measure{value->get<double>(), std::string(base::clip_utf8(words, kMeasuredBytesMax))};
    }
  }
  return base::Error{base::Code::parse_error, "it printed neither a number nor {\"value\": …}", ""};
}

base::Result<Measure> run_calculator(Stores& stores, const model::Requirement& requirement,
                                     const store::GitHead& head) {
  if (!store::Trust(stores.system, stores.homes, stores.project.id).is_given()) {
    return base::Error{
        base::Code::refused,
        "`" + requirement.calculation.front() + "` was not run: the project is not trusted",
        "`holdfast trust` lets its commands run."};
  }
  TRY_ASSIGN(const auto done,
             stores.system.processes.run({.argv = requirement.calculation,
                                          .folder = stores.project.root,
                                          .environment = {{"HOLDFAST_BRANCH", head.branch}},
                                          .timeout = stores.process_time_left(),
                                          .output_max = 64UL * 1024}));
  if (done.exit_code != 0) {
    return base::Error{
        base::Code::unavailable,
        requirement.calculation.front() + " ended with code " + std::to_string(done.exit_code), ""};
  }
  return measure_from_output(done.output);
}

// "<seconds>\t<value>\t<summary>" of an earlier question about the same thing.
class MeasureCache {
 public:
  MeasureCache(Stores& stores, const model::Requirement& requirement, const store::GitHead& head)
      : stores_(stores) {
    const std::string what = requirement.name + '\0' + requirement.calculator + '\0' +
                             base::join(requirement.calculation, "\n") + '\0' + head.branch + '\0' +
                             stores.project.root.native();
    file_ = stores.layout.local() / "cache" /
            ("measure-" + base::to_hex(base::blake2b(what)).substr(0, 32));
  }

  std::optional<Measure> read(std::int64_t ttl_s) {
    const auto text = stores_.system.files.read(file_, {.bytes_max = 4096});
    if (!text.ok()) return std::nullopt;
    const auto fields = base::split(*text, '\t');
    if (fields.size() != 3) return std::nullopt;
    const auto at = base::to_number(fields[0]);
    const auto value = to_double(fields[1]);
    if (!at || !value) return std::nullopt;
    const std::int64_t age = now_s(stores_) - static_cast<std::int64_t>(*at);
    if (age < 0 || age >= ttl_s) return std::nullopt;  // A clock that was set back is no reason.
    return Measure{*value, std::string(fields[2])};
  }

  void keep(const Measure& measure) {
    std::string summary = measure.summary;
    std::replace(summary.begin(), summary.end(), '\t', ' ');
    const std::string text = fmt::format("{}\t{}\t{}", now_s(stores_), measure.value, summary);
    if (!stores_.system.files.make_folders(file_.parent_path()).ok()) return;
    [[maybe_unused]] const auto kept = stores_.system.files.replace(file_, text, {.sync = false});
  }

 private:
  Stores& stores_;
  os::Path file_;
};

}  // namespace

base::Result<Measure> measure(Stores& stores, const model::Requirement& requirement,
                              const store::GitHead& head, const std::string& session) {
  if (is_cost_calculator(requirement.calculator)) {
    return measure_spent(stores.system, requirement.calculator, session);
  }
  MeasureCache cache(stores, requirement, head);
  if (auto kept = cache.read(requirement.cache_ttl_s)) return *std::move(kept);
  auto measured = requirement.calculation.empty() ? branch_size(stores, head)
                                                  : run_calculator(stores, requirement, head);
  if (measured.ok()) cache.keep(*measured);
  return measured;
}

}  // namespace engine

#include "engine/cost_collection.h"

#include <algorithm>
#include <thread>

#include "store/layout.h"
#include "store/user_config.h"

namespace engine {
namespace {

constexpr unsigned kThreadsMax = 8;

void add_roots(std::vector<cost::Root>& roots, const std::vector<os::Path>& folders,
               cost::FileKind kind) {
  for (const os::Path& folder : folders) {
    if (folder.is_absolute()) roots.push_back({folder, kind});
  }
}

// Where the hosts write, unless the user says otherwise.
std::vector<cost::Root> roots_of(os::Environment& environment, const store::Homes& homes,
                                 const model::UserConfig& settings) {
  std::vector<os::Path> claude(settings.cost_claude_dirs.begin(), settings.cost_claude_dirs.end());
  if (claude.empty()) {
    const std::string own = environment.text("CLAUDE_CONFIG_DIR");
    if (!own.empty()) claude.push_back(os::Path(own) / "projects");
    claude.push_back(homes.home / ".claude" / "projects");
    claude.push_back(homes.home / ".config" / "claude" / "projects");
  }
  std::vector<os::Path> codex(settings.cost_codex_dirs.begin(), settings.cost_codex_dirs.end());
  if (codex.empty()) {
    const std::string own = environment.text("CODEX_HOME");
    codex.push_back((own.empty() ? homes.home / ".codex" : os::Path(own)) / "sessions");
  }
  std::vector<os::Path> gemini(settings.cost_gemini_dirs.begin(), settings.cost_gemini_dirs.end());
  if (gemini.empty()) {
    const std::string own = environment.text("GEMINI_CLI_HOME");
    gemini.push_back((own.empty() ? homes.home : os::Path(own)) / ".gemini" / "tmp");
  }
  std::vector<cost::Root> roots;
  add_roots(roots, claude, cost::FileKind::claude);
  add_roots(roots, codex, cost::FileKind::codex);
  add_roots(roots, gemini, cost::FileKind::gemini);
  return roots;
}

// What days depend on: which time zone the machine is in, as far as that can be told by names.
std::string zone_text(os::System system) {
  std::string text = "local/" + system.environment.text("TZ");
  const auto zone = system.files.info("/etc/localtime");
  if (zone.ok()) text += "/" + std::to_string(zone->inode) + "/" + std::to_string(zone->mtime_ns);
  return text;
}

cost::Basis basis_of(os::System system, const cost::Prices& prices, bool utc) {
  cost::Basis basis;
  const std::string zone = utc ? "utc" : zone_text(system);
  basis.id = cost::hash_of(zone, prices.limits_id()).low;
  basis.local_offset = [&clock = system.clock, utc](std::int64_t time_ms) -> std::int64_t {
    if (utc) return 0;
    return clock.local_offset(base::Instant(base::Millis(time_ms))).count();
  };
  // Shared, since functions are copied and the ledger keeps them.
  basis.long_prompt_above =
      [shared = std::make_shared<const cost::Prices>(prices)](std::string_view model) {
        const cost::ModelPrice* const price = shared->find(model);
        return price == nullptr ? UINT64_MAX : price->long_above;
      };
  return basis;
}

void take_own_prices(os::FileSystem& files, CostCollection& costs) {
  const std::string& path = costs.settings.cost_prices;
  if (path.empty()) return;
  constexpr std::uint64_t kBytesMax = 4ULL * 1024 * 1024;
  const auto text = files.read(path, {.bytes_max = kBytesMax});
  if (!text.ok()) return costs.problems.push_back(text.error().message);
  const auto own = cost::Prices::parse(*text);
  if (!own.ok()) return costs.problems.push_back(path + ": " + own.error().message);
  costs.prices.merge(*own);
}

}  // namespace

std::optional<double> CostCollection::usd_of(const cost::LedgerRow& row) const {
  const cost::ModelPrice* const price = prices.find(ledger().strings[row.model]);
  if (price == nullptr) return std::nullopt;
  return cost::usd(row.is_long != 0 ? price->long_price : price->price, row.tokens);
}

void add_tokens(TokenCount& count, const cost::Tokens& tokens) {
  count.input += tokens.input;
  count.output += tokens.output;
  count.cache_read += tokens.cache_read;
  count.cache_write += tokens.cache_write();
  count.web_searches += tokens.web_searches;
  count.requests += tokens.requests;
}

CostCollection collect_costs(os::System system, const CostCollectionOptions& options) {
  const store::Homes homes = store::homes_of(system.environment);
  CostCollection costs;
  costs.settings = store::load_user_config(system, homes);
  for (const model::ConfigProblem& problem : costs.settings.problems) {
    costs.problems.push_back(problem.file + ":" + std::to_string(problem.line) + ": " +
                             problem.message);
  }
  costs.prices = cost::Prices::builtin();
  take_own_prices(system.files, costs);
  const cost::CollectOptions wanted{
      .roots = roots_of(system.environment, homes, costs.settings),
      .snapshot = homes.state.empty() ? os::Path() : store::cost_snapshot_path(homes),
      .basis = basis_of(system, costs.prices, options.utc),
      .threads = std::clamp(std::thread::hardware_concurrency(), 1U, kThreadsMax),
      .progress = options.progress};
  costs.collected = cost::collect(system, wanted);
  costs.problems.insert(costs.problems.end(), costs.collected.problems.begin(),
                        costs.collected.problems.end());
  return costs;
}

}  // namespace engine

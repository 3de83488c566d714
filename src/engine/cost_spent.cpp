#include "engine/cost_spent.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/text.h"
#include "engine/cost_period.h"
#include "store/layout.h"
#include "store/user_config.h"

namespace engine {
namespace {

constexpr std::string_view kSession = "session_cost_calculator";
constexpr std::string_view kDay = "day_cost_calculator";
constexpr std::int32_t kSessionDays = 7;
constexpr std::uint64_t kSpentBytesMax = 1024ULL * 1024;

os::Path spent_file(os::Environment& environment) {
  const store::Homes homes = store::homes_of(environment);
  return homes.state.empty() ? os::Path() : store::cost_spent_path(homes);
}

std::int32_t local_day(os::Clock& clock) {
  const base::Instant now = clock.now();
  const auto local = now + clock.local_offset(now);
  return static_cast<std::int32_t>(
      std::chrono::floor<std::chrono::days>(local.time_since_epoch()).count());
}

// Ids of sessions are file names: one with a tab or a line end in it is nobody's.
bool is_plain(std::string_view session) {
  return std::all_of(session.begin(), session.end(),
                     [](char c) { return base::is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

std::string month_text(std::int32_t day) { return day_text(day).substr(0, 7); }

std::string spent_text(const CostCollection& costs, std::int32_t day) {
  const cost::Ledger& ledger = costs.ledger();
  double day_usd = 0;
  double month_usd = 0;
  const std::int32_t month = month_start(day);
  std::map<std::uint32_t, double> sessions;
  std::map<std::uint32_t, std::int32_t> last_days;
  for (const cost::LedgerRow& row : ledger.rows) {
    const double usd = costs.usd_of(row).value_or(0);
    const std::uint32_t session = ledger.files[row.file].session;
    if (row.day == day) day_usd += usd;
    if (row.day >= month && row.day <= day) month_usd += usd;
    sessions[session] += usd;
    last_days.try_emplace(session, row.day);
    last_days[session] = std::max(last_days[session], row.day);
  }
  std::string text = fmt::format("day\t{}\t{:.6f}\nmonth\t{}\t{:.6f}\n", day_text(day), day_usd,
                                 month_text(day), month_usd);
  for (const auto& [session, usd] : sessions) {
    const std::string_view name = ledger.strings[session];
    if (last_days[session] <= day - kSessionDays || !is_plain(name)) continue;
    text += fmt::format("session\t{}\t{:.6f}\n", name, usd);
  }
  return text;
}

// The number of the line that begins with `head`.
std::optional<double> number_after(std::string_view text, const std::string& head) {
  for (const std::string_view line : base::split(text, '\n')) {
    if (!line.starts_with(head)) continue;
    const std::string_view digits = line.substr(head.size());
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc() && end == digits.data() + digits.size() && value >= 0) return value;
  }
  return std::nullopt;
}

}  // namespace

bool is_cost_calculator(std::string_view calculator) {
  return calculator == kSession || calculator == kDay;
}

void write_spent(os::System system, const CostCollection& costs) {
  const os::Path file = spent_file(system.environment);
  if (file.empty()) return;
  const std::string text = spent_text(costs, local_day(system.clock));
  const auto before = system.files.read(file, {.bytes_max = kSpentBytesMax, .follow_links = false});
  if (before.ok() && *before == text) return;
  if (!system.files.make_folders(file.parent_path()).ok()) return;
  [[maybe_unused]] const auto written = system.files.replace(file, text, {.sync = false});
}

void refresh_spent(os::System system, const model::Requirements& cascade) {
  const bool is_asked =
      std::any_of(cascade.list.begin(), cascade.list.end(), [](const model::Requirement& one) {
        return one.enabled && is_cost_calculator(one.calculator);
      });
  if (!is_asked) return;
  const store::Homes homes = store::homes_of(system.environment);
  if (homes.state.empty() || !system.files.exists(store::cost_snapshot_path(homes))) return;
  write_spent(system, collect_costs(system, {}));
}

base::Result<policy::Measure> measure_spent(os::System system, std::string_view calculator,
                                            std::string_view session) {
  const os::Path file = spent_file(system.environment);
  const auto text = system.files.read(file, {.bytes_max = kSpentBytesMax, .follow_links = false});
  if (file.empty() || !text.ok()) {
    return base::Error{base::Code::unavailable, "what was spent is not known yet",
                       "Run `holdfast cost` once."};
  }
  const std::string head = calculator == kDay ? "day\t" + day_text(local_day(system.clock)) + "\t"
                                              : "session\t" + std::string(session) + "\t";
  // A day or a session that is not there has cost nothing yet.
  const double usd = number_after(*text, head).value_or(0);
  return policy::Measure{
      usd, fmt::format("${:.2f} {}", usd, calculator == kDay ? "today" : "in this session")};
}

SpentView spent_view(os::System system, const std::string& session) {
  SpentView view;
  const os::Path file = spent_file(system.environment);
  const auto text = system.files.read(file, {.bytes_max = kSpentBytesMax, .follow_links = false});
  if (file.empty() || !text.ok()) return view;
  const std::int32_t day = local_day(system.clock);
  const auto spent = [&](std::string_view kind, const std::string& name) {
    return number_after(*text, std::string(kind) + "\t" + name + "\t").value_or(0);
  };
  const double session_usd = spent("session", session);
  view.cost = fmt::format("${:.2f} in this session", session_usd);
  const model::UserConfig settings =
      store::load_user_config(system, store::homes_of(system.environment));
  const auto warn = [&](std::string_view name, const std::optional<double>& limit, double usd) {
    if (!limit || usd <= *limit) return;
    view.warnings.push_back(
        fmt::format("over your budget of the {}: ${:.2f} of ${:.2f}", name, usd, *limit));
  };
  warn("session", settings.session_budget_usd, session_usd);
  warn("day", settings.day_budget_usd, spent("day", day_text(day)));
  warn("month", settings.month_budget_usd, spent("month", month_text(day)));
  return view;
}

}  // namespace engine

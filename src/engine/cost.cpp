#include "engine/cost.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "engine/cost_collection.h"
#include "engine/cost_period.h"
#include "engine/cost_scope.h"
#include "engine/cost_spent.h"

namespace engine {
namespace {

using cost::LedgerRow;

void add_count(TokenCount& count, const TokenCount& other) {
  count.input += other.input;
  count.output += other.output;
  count.cache_read += other.cache_read;
  count.cache_write += other.cache_write;
  count.web_searches += other.web_searches;
  count.requests += other.requests;
}

std::uint64_t all_tokens(const TokenCount& count) {
  return count.input + count.output + count.cache_read + count.cache_write;
}

// Text of a file that may hold any bytes.
std::string clean(std::string_view text) {
  return base::is_utf8(text) ? std::string(text) : std::string("(unreadable name)");
}

class Reporter {
 public:
  Reporter(os::System system, const CostQuery& query, const CostCollection& costs)
      : query_(query), costs_(costs), works_(system), projects_(system) {
    const base::Instant now = system.clock.now();
    const auto offset = query.utc ? std::chrono::seconds{0} : system.clock.local_offset(now);
    today_ = static_cast<std::int32_t>(
        std::chrono::floor<std::chrono::days>((now + offset).time_since_epoch()).count());
    month_start_ = month_start(today_);
    session_usd_.resize(costs.ledger().strings.size());
    prices_.resize(costs.ledger().strings.size());
  }

  base::Result<CostReport> make(os::System system) {
    TRY(read_period());
    if (query_.project) {
      TRY_ASSIGN(ProjectFilter filter, ProjectFilter::around(system, *query_.project));
      filter_.emplace(std::move(filter));
    }
    report_.problems = costs_.problems;
    report_.total.key = "total";
    for (const LedgerRow& row : ledger().rows) take(row);
    add_rows();
    for (auto& [model, tokens] : unpriced_) report_.unpriced.push_back({model, tokens});
    check_sessions();
    add_budgets();
    return std::move(report_);
  }

 private:
  struct Group {
    CostRow sums;
    const LedgerRow* first = nullptr;
  };

  const cost::Ledger& ledger() const { return costs_.ledger(); }
  std::string_view text(std::uint32_t number) const { return ledger().strings[number]; }

  base::Result<void> read_period() {
    if (query_.since) {
      TRY_ASSIGN(period_.first, day_from_text(*query_.since, today_, "--since"));
    }
    if (query_.until) {
      TRY_ASSIGN(period_.last, day_from_text(*query_.until, today_, "--until"));
    }
    return {};
  }

  void take(const LedgerRow& row) {
    if (row.tokens == cost::Tokens{}) return;  // All of it was counted elsewhere in the end.
    const cost::FileEntry& file = ledger().files[row.file];
    const std::optional<double> usd = usd_of(row);
    sum_for_budgets(row, file, usd.value_or(0));
    session_usd_[file.session] += usd.value_or(0);
    if (!period_.has(row.day)) return;
    if (query_.session && !text(file.session).starts_with(*query_.session)) return;
    if (filter_ && !filter_->has(text(file.cwd))) return;
    Group& group = group_of(row, file);
    for (CostRow* const target : {&group.sums, &report_.total}) {
      add_tokens(target->tokens, row.tokens);
      target->usd += usd.value_or(0);
      target->has_unpriced = target->has_unpriced || !usd;
    }
    if (!usd) add_tokens(unpriced_[model_name(row)], row.tokens);
  }

  std::optional<double> usd_of(const LedgerRow& row) {
    auto& price_found = prices_[row.model];
    if (!price_found) price_found = costs_.prices.find(text(row.model));
    const cost::ModelPrice* const price = *price_found;
    if (price == nullptr) return std::nullopt;
    return cost::usd(row.is_long != 0 ? price->long_price : price->price, row.tokens);
  }

  // Rows with one number are of one group. Texts are made only of groups, which are few.
  std::uint64_t group_number(const LedgerRow& row, const cost::FileEntry& file) const {
    switch (query_.by) {
      case CostBy::day:
        return static_cast<std::uint32_t>(row.day);
      case CostBy::project:
        return file.cwd;
      case CostBy::session:
      case CostBy::work:
        return file.session;
      case CostBy::branch:
        return row.branch;
      case CostBy::agent:
        return 2ULL * file.agent + row.is_sidechain;
      case CostBy::model:
        return row.model;
    }
    return 0;
  }

  Group& group_of(const LedgerRow& row, const cost::FileEntry& file) {
    const std::uint64_t number = group_number(row, file);
    // Rows of one group often come together.
    if (last_group_ == nullptr || number != last_number_) {
      last_group_ = &groups_[number];
      last_number_ = number;
      if (last_group_->first == nullptr) last_group_->first = &row;
    }
    return *last_group_;
  }

  // Groups of one name are one: two numbers may have it.
  void add_rows() {
    std::map<std::string, CostRow> named;
    for (const auto& [number, group] : groups_) {
      const cost::FileEntry& file = ledger().files[group.first->file];
      const std::string key = key_of(*group.first, file);
      CostRow& row = named[key];
      row.key = key;
      if (query_.by == CostBy::session) row.detail = clean(text(file.cwd));
      if (query_.by == CostBy::project) row.detail = projects_.folder(text(file.cwd));
      add_count(row.tokens, group.sums.tokens);
      row.usd += group.sums.usd;
      row.has_unpriced = row.has_unpriced || group.sums.has_unpriced;
    }
    for (auto& [key, row] : named) report_.rows.push_back(std::move(row));
    sort_rows();
  }

  std::string model_name(const LedgerRow& row) const {
    return row.model == 0 ? "(unknown)" : clean(text(row.model));
  }

  std::string key_of(const LedgerRow& row, const cost::FileEntry& file) {
    switch (query_.by) {
      case CostBy::day:
        return day_text(row.day);
      case CostBy::project:
        return file.cwd == 0 ? "(none)" : projects_.name(text(file.cwd));
      case CostBy::session:
        return clean(text(file.session));
      case CostBy::branch:
        return row.branch == 0 ? "(none)" : clean(text(row.branch));
      case CostBy::work: {
        const std::string slug =
            works_.find(std::string(text(file.session)), std::string(text(file.cwd)));
        return slug.empty() ? "(none)" : slug;
      }
      case CostBy::agent:
        if (file.agent != 0) return clean(text(file.agent));
        return row.is_sidechain != 0 ? "subagent" : "main";
      case CostBy::model:
        return model_name(row);
    }
    return {};
  }

  void sort_rows() {
    if (query_.by == CostBy::day) return;  // By their keys already.
    std::stable_sort(report_.rows.begin(), report_.rows.end(),
                     [](const CostRow& a, const CostRow& b) {
                       if (a.usd != b.usd) return a.usd > b.usd;
                       return all_tokens(a.tokens) > all_tokens(b.tokens);
                     });
  }

  // The host's own sum of a session is in the file of its main conversation.
  void check_sessions() {
    constexpr double kTolerance = 1e-6;
    std::map<std::string, double, std::less<>> sums;
    for (const cost::FileEntry& file : ledger().files) {
      if (file.has_state == 0 || file.agent != 0) continue;
      report_.check.sessions += 1;
      sums[clean(text(file.session))] = file.state_usd;
      const double ours = session_usd_[file.session];
      const double limit = kTolerance + kTolerance * file.state_usd;
      if (std::abs(ours - file.state_usd) > limit) report_.check.differing += 1;
    }
    if (query_.by != CostBy::session) return;
    for (CostRow& row : report_.rows) {
      const auto sum = sums.find(row.key);
      if (sum != sums.end()) row.host_usd = sum->second;
    }
  }

  void sum_for_budgets(const LedgerRow& row, const cost::FileEntry& file, double usd) {
    if (row.day == today_) day_usd_ += usd;
    if (row.day >= month_start_ && row.day <= today_) month_usd_ += usd;
    if (query_.current_session && text(file.session) == *query_.current_session) {
      current_usd_ += usd;
    }
  }

  void add_budgets() {
    const model::UserConfig& settings = costs_.settings;
    const auto add = [&](std::string name, const std::optional<double>& limit, double spent) {
      if (limit) report_.budgets.push_back({std::move(name), *limit, spent});
    };
    if (query_.current_session) add("session", settings.session_budget_usd, current_usd_);
    add("day", settings.day_budget_usd, day_usd_);
    add("month", settings.month_budget_usd, month_usd_);
  }

  const CostQuery& query_;
  const CostCollection& costs_;
  WorkOfSession works_;
  ProjectNames projects_;
  std::int32_t today_ = 0;
  std::int32_t month_start_ = 0;
  CostPeriod period_;
  std::optional<ProjectFilter> filter_;
  CostReport report_;
  std::map<std::uint64_t, Group> groups_;
  Group* last_group_ = nullptr;
  std::uint64_t last_number_ = 0;
  std::map<std::string, TokenCount> unpriced_;
  std::vector<std::optional<const cost::ModelPrice*>> prices_;  // By the number of the model.
  std::vector<double> session_usd_;                             // By the number of the session.
  double day_usd_ = 0;
  double month_usd_ = 0;
  double current_usd_ = 0;
};

}  // namespace

base::Result<CostReport> cost_report(os::System system, const CostQuery& query) {
  const CostCollection costs =
      collect_costs(system, {.utc = query.utc, .progress = query.progress});
  // Days of UTC are nobody's budget.
  if (!query.utc) write_spent(system, costs);
  return Reporter(system, query, costs).make(system);
}

}  // namespace engine

#include "engine/dashboard/cost_keeper.h"

#include <algorithm>

namespace engine::dashboard {
namespace {

using Time = std::chrono::microseconds;

constexpr std::size_t kReportsMax = 16;
constexpr Time kReportKeptFor{3'000'000};
// What takes long is made seldom: at most one part of the time in so many.
constexpr int kShare = 20;
constexpr Time kKeptMost{60'000'000};

std::string key_of_query(const CostQuery& query) {
  constexpr char kSeparator = '\n';
  std::string key = std::to_string(static_cast<int>(query.by));
  for (const std::string& part : {query.since.value_or(""), query.until.value_or(""),
                                  query.project ? query.project->native() : std::string()}) {
    key += kSeparator + part;
  }
  return key;
}

}  // namespace

base::Result<std::shared_ptr<const CostReport>> CostKeeper::report(const CostQuery& query) {
  const std::lock_guard lock(mutex_);
  const Time begun = system_.clock.steady();
  const std::string key = key_of_query(query);
  const auto found = kept_.find(key);
  if (found != kept_.end() && begun < found->second.until) return found->second.report;
  TRY_ASSIGN(CostReport made, cost_report(system_, query));
  const Time now = system_.clock.steady();
  std::erase_if(kept_, [&](const auto& one) { return now >= one.second.until; });
  if (kept_.size() >= kReportsMax) kept_.clear();
  auto report = std::make_shared<const CostReport>(std::move(made));
  kept_[key] = {report, now + std::clamp((now - begun) * kShare, kReportKeptFor, kKeptMost)};
  return report;
}

}  // namespace engine::dashboard

#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace bench {
namespace {

double microseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

Verdict verdict_of(const Samples& samples, double ratio) {
  if (!samples.limits) return Verdict::none;
  if (samples.peak_bytes_max && samples.peak_bytes > *samples.peak_bytes_max)
    return Verdict::missed;
  if (ratio > samples.limits->must) return Verdict::missed;
  return ratio > samples.limits->goal ? Verdict::must : Verdict::goal;
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::none:
      return "";
    case Verdict::goal:
      return "goal";
    case Verdict::must:
      return "must";
    case Verdict::missed:
      return "missed";
  }
  return "";
}

}  // namespace

std::chrono::nanoseconds percentile(std::vector<std::chrono::nanoseconds> times, double part) {
  CHECK(!times.empty());
  std::sort(times.begin(), times.end());
  const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(times.size())));
  return times[std::clamp<std::size_t>(rank, 1, times.size()) - 1];
}

std::vector<Row> summarise(const std::vector<Samples>& samples) {
  CHECK(!samples.empty());
  const double floor_us = microseconds(percentile(samples.front().times, 0.5));
  std::vector<Row> rows;
  for (const Samples& sample : samples) {
    Row row{.name = sample.name, .limits = sample.limits, .peak_bytes = sample.peak_bytes};
    row.median_us = microseconds(percentile(sample.times, 0.5));
    row.p95_us = microseconds(percentile(sample.times, 0.95));
    row.ratio = row.median_us / floor_us;
    row.verdict = verdict_of(sample, row.ratio);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string as_table(const std::vector<Row>& rows) {
  std::string table =
      fmt::format("{:<34}{:>10}{:>10}{:>8}{:>7}{:>7}{:>9}  {}\n", "case", "median us", "p95 us",
                  "ratio", "must", "goal", "peak MB", "kept");
  for (const Row& row : rows) {
    const std::string must = row.limits ? fmt::format("{:.1f}", row.limits->must) : "";
    const std::string goal = row.limits ? fmt::format("{:.1f}", row.limits->goal) : "";
    const std::string line =
        fmt::format("{:<34}{:>10.0f}{:>10.0f}{:>8.2f}{:>7}{:>7}{:>9.2f}  {}", row.name,
                    row.median_us, row.p95_us, row.ratio, must, goal,
                    static_cast<double>(row.peak_bytes) / 1e6, verdict_name(row.verdict));
    table += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return table;
}

std::string as_json(const std::vector<Row>& rows, int runs) {
  std::string json = fmt::format("{{\n  \"runs\": {},\n  \"cases\": [", runs);
  std::string_view separator = "";
  for (const Row& row : rows) {
    json += fmt::format(
        "{}\n    {{\"name\": \"{}\", \"median_us\": {:.1f}, \"p95_us\": {:.1f}, \"ratio\": {:.3f}, "
        "\"peak_bytes\": {}",
        separator, row.name, row.median_us, row.p95_us, row.ratio, row.peak_bytes);
    if (row.limits) {
      json += fmt::format(", \"must\": {:.1f}, \"goal\": {:.1f}, \"kept\": \"{}\"",
                          row.limits->must, row.limits->goal, verdict_name(row.verdict));
    }
    json += "}";
    separator = ",";
  }
  return json + "\n  ]\n}\n";
}

}  // namespace bench

// What the measured times mean: medians, ratios to /bin/true, and whether the limits are kept.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace bench {

// As ratios to the median of /bin/true in the same run.
struct Limits {
  double must = 0;
  double goal = 0;
};

struct Samples {
  std::string name;
  std::optional<Limits> limits = std::nullopt;        // None for /bin/true.
  std::optional<long> peak_bytes_max = std::nullopt;  // None where memory has no limit.
  std::vector<std::chrono::nanoseconds> times;
  long peak_bytes = 0;
};

enum class Verdict { none, goal, must, missed };

struct Row {
  std::string name;
  std::optional<Limits> limits = std::nullopt;
  double median_us = 0;
  double p95_us = 0;
  double ratio = 0;
  long peak_bytes = 0;
  Verdict verdict = Verdict::none;
};

// The time that the given part of all runs stays within: 0.5 for the median. `times` is not empty.
std::chrono::nanoseconds percentile(std::vector<std::chrono::nanoseconds> times, double part);

// The first of `samples` is /bin/true.
std::vector<Row> summarise(const std::vector<Samples>& samples);

std::string as_table(const std::vector<Row>& rows);
std::string as_json(const std::vector<Row>& rows, int runs);

}  // namespace bench

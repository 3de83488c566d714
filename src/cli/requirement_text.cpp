#include "cli/requirement_text.h"

#include "base/time.h"
#include "cli/output.h"

namespace cli {

std::string time_text(std::int64_t seconds) {
  constexpr std::int64_t kYear10000 = 253'402'300'800;
  if (seconds < 0 || seconds >= kYear10000) return "second " + std::to_string(seconds);
  const base::Instant instant{std::chrono::seconds(seconds)};
  return short_time(base::to_iso(instant)) + " UTC";
}

std::string place_text(const os::Path& root, const model::RuleSource& source) {
  std::string file = source.file;
  const std::string folder = root.native() + "/";
  if (file.starts_with(folder)) file.erase(0, folder.size());
  if (file.empty()) return "";
  return printable(file) + (source.line > 0 ? ":" + std::to_string(source.line) : "");
}

std::string problem_text(const os::Path& root, const model::ConfigProblem& problem) {
  return place_text(root, {problem.file, problem.line}) + ": " + printable(problem.message);
}

}  // namespace cli

// Any bytes where the files of requirements should be, one file after the other with 0x1E between
// them: reading them never breaks, says where everything is that it leaves out, and what it read
// survives the cache.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "store/keyring.h"
#include "store/requirement_cache.h"
#include "store/requirement_config.h"

namespace {

constexpr const char* kSecret = "the one secret of the fuzz targets, of any length over 32";
constexpr char kBetweenFiles = '\x1e';

std::vector<store::RequirementSource> sources_of(std::string_view bytes) {
  std::vector<store::RequirementSource> sources;
  for (const std::string_view text : base::split(bytes, kBetweenFiles)) {
    const bool is_json = text.starts_with('{');
    sources.push_back(
        {is_json ? "file.json" : "file.yaml", std::string(text), sources.size() == 3});
    if (sources.size() == 4) break;
  }
  return sources;
}

void check_problems(const std::vector<model::ConfigProblem>& problems) {
  CHECK(problems.size() <= 201);
  for (const model::ConfigProblem& problem : problems) {
    CHECK(!problem.file.empty() && problem.line >= 0 && !problem.message.empty());
    CHECK(problem.message.find('\n') == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const model::Requirements read =
      store::parse_requirements(sources_of({reinterpret_cast<const char*>(data), size}));
  check_problems(read.problems);
  check_problems(read.unused);
  CHECK(read.list.size() <= 500);
  std::set<std::string> names;
  for (const model::Requirement& one : read.list) {
    CHECK(names.insert(one.name).second && base::is_utf8(one.name) && base::is_utf8(one.message));
    CHECK(one.source.line > 0 && read.find(one.name) == &one);
  }
  const store::Key key = store::key_from_text(kSecret, 32, store::KeySource::file).value();
  const std::string compiled = store::compiled_requirements(read, "sources", key);
  const auto again = store::requirements_from_cache(compiled, "sources", key);
  CHECK(again.has_value());
  CHECK(store::compiled_requirements(*again, "sources", key) == compiled);
  return 0;
}

// Any bytes as a text: they are read to the end, the result is not much longer, and what stands in
// a private block is gone.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "policy/redaction.h"
#include "policy/redaction_filter.h"

namespace {

using policy::redaction::find_keyword;
using policy::redaction::find_keyword_plainly;
using policy::redaction::find_long_run;
using policy::redaction::find_long_run_plainly;

// The quick ways and the plain ones find the same places.
void check_filters(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t quick = find_keyword(text, at);
    CHECK(quick == find_keyword_plainly(text, at));
    at = quick;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t quick = find_long_run(text, at);
    CHECK(quick == find_long_run_plainly(text, at));
    at = quick;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_filters(text);
  bool changed = false;
  const std::string once = policy::redact(text, &changed);
  CHECK(changed || once == text);
  CHECK(once.size() <= 3 * text.size());

  // Hidden to the end of the text, whatever comes before and behind, unless it is closed.
  const bool may_close = base::to_lower(text).find("rivate") != std::string::npos;
  if (!may_close && text.find("diary") == std::string::npos) {
    const std::string hidden = policy::redact(text + "<private>dear diary " + text);
    CHECK(hidden.find("diary") == std::string::npos);
  }
  return 0;
}

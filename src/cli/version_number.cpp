#include "cli/version_number.h"

#include <limits>

#include "base/text.h"

namespace cli {

base::Result<std::int64_t> version_from(const Arguments& arguments, std::string_view name,
                                        const std::string& text) {
  const auto number = base::to_number(text);
  if (!number || *number > std::numeric_limits<std::int64_t>::max()) {
    return arguments.wrong_use(std::string(name) + ": '" + text + "' is not a version number.");
  }
  return static_cast<std::int64_t>(*number);
}

}  // namespace cli

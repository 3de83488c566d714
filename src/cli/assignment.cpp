#include "cli/assignment.h"

#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"

namespace cli {
namespace {

using base::Json;

// Far deeper than any state, and far from what could exhaust a stack.
constexpr std::size_t kLevelsMax = 16;

base::Error wrong(std::string message) {
  return {base::Code::invalid_params, std::move(message),
          "Write KEY=VALUE, for example activeTask=TASK-7."};
}

Json value_from(const std::string& text) {
  auto json = base::parse_json(text);
  // Text that happens to stand in quotes keeps them.
  return json.ok() && !json->is_string() ? *std::move(json) : Json(text);
}

class DocumentBuilder {
 public:
  base::Result<void> put(const std::string& key, Json value) {
    const std::vector<std::string_view> parts = base::split(key, '.');
    if (parts.size() > kLevelsMax) return wrong("a key has more than 16 levels");
    Json* place = &document_;
    std::string path;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].empty()) return wrong("'" + key + "' is not a key");
      path += (i == 0 ? "" : ".") + std::string(parts[i]);
      const bool is_last = i + 1 == parts.size();
      const bool is_taken = values_.count(path) > 0 || (is_last && parents_.count(path) > 0);
      if (is_taken) return wrong("'" + path + "' is given twice");
      (is_last ? values_ : parents_).insert(path);
      place = &(*place)[std::string(parts[i])];
    }
    *place = std::move(value);
    return {};
  }

  Json take() { return std::move(document_); }

 private:
  Json document_ = Json::object();
  std::set<std::string> values_;   // Keys that were given,
  std::set<std::string> parents_;  // and those above them.
};

}  // namespace

base::Result<Json> document_from_assignments(const std::vector<std::string>& assignments) {
  DocumentBuilder builder;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) {
      return wrong("'" + assignment + "' is not of the form KEY=VALUE");
    }
    TRY(builder.put(assignment.substr(0, equals), value_from(assignment.substr(equals + 1))));
  }
  return builder.take();
}

}  // namespace cli

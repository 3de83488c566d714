#include "engine/scrub_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json_text.h"
#include "base/text.h"
#include "engine/redacted.h"
#include "policy/redaction.h"

namespace engine {

using base::Json;

namespace {

// Every edit of a text reads it again, so that many of them are not made one by one.
constexpr std::size_t kEditsMax = 200;

// Where the texts of two documents of the same shape differ.
void find_changes(const Json& before, const Json& after, base::JsonPath& path,
                  std::vector<base::JsonPath>& changes) {
  if (before.is_object()) {
    for (auto member = before.begin(); member != before.end(); ++member) {
      path.emplace_back(member.key());
      find_changes(*member, after.at(member.key()), path, changes);
      path.pop_back();
    }
  } else if (before.is_array()) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      path.emplace_back(i);
      find_changes(before[i], after[i], path, changes);
      path.pop_back();
    }
  } else if (before != after) {
    changes.push_back(path);
  }
}

const Json& value_at(const Json& document, const base::JsonPath& path) {
  const Json* value = &document;
  for (const base::JsonStep& step : path)
    value = step.key ? &value->at(*step.key) : &value->at(step.index);
  return *value;
}

// Returns how many values changed.
std::size_t scrub_line(std::string_view line, std::string& result) {
  bool may_change = false;
  std::string as_text = policy::redact(line, &may_change);
  if (!may_change) return 0;
  auto json = base::parse_json(line);
  if (!json.ok()) {
    result = std::move(as_text);
    return 1;
  }
  const std::size_t changed = redact_texts(*json);
  if (changed > 0) result = base::dump_line(*json);
  return changed;
}

}  // namespace

base::Result<ScrubbedText> scrub_document(std::string text) {
  TRY_ASSIGN(base::JsonText document, base::JsonText::parse(std::move(text)));
  const Json before = document.value();
  Json after = before;
  const std::size_t changed = redact_texts(after);
  if (changed == 0) return ScrubbedText{document.text(), 0};
  if (changed > kEditsMax) return ScrubbedText{base::dump_pretty(after), changed};
  std::vector<base::JsonPath> changes;
  base::JsonPath path;
  find_changes(before, after, path, changes);
  for (const base::JsonPath& change : changes)
    TRY(document.replace(change, value_at(after, change)));
  return ScrubbedText{document.text(), changed};
}

ScrubbedText scrub_lines(std::string_view text) {
  ScrubbedText scrubbed;
  std::size_t copied = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line;
    const std::size_t changed = scrub_line(text.substr(begin, end - begin), line);
    if (changed > 0) {
      scrubbed.text.append(text.substr(copied, begin - copied)).append(line);
      scrubbed.changed += changed;
      copied = end;
    }
    begin = end + 1;
  }
  scrubbed.text.append(text.substr(copied));
  return scrubbed;
}

}  // namespace engine

#include "store/work_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "store/markdown_lines.h"
#include "store/work_store.h"
#include "store/work_v1.h"

namespace store {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

constexpr int kManifestDepthMax = 64;

JsonPath below(JsonPath path, const base::JsonStep& step) {
  path.push_back(step);
  return path;
}

// Whether the text has something there that members or elements can be added to one by one.
bool is_filled(const JsonText& text, const JsonPath& path, const Json& as) {
  if (text.size_of(path) == 0) return false;
  return text.bytes_of(path).front() == (as.is_object() ? '{' : '[');
}

// `path` ends with a key.
base::Result<void> put_value(JsonText& text, const JsonPath& path, const Json& value) {
  if (text.has(path)) return text.replace(path, value);
  return text.add_member(JsonPath(path.begin(), path.end() - 1), *path.back().key, value);
}

base::Result<void> edit(JsonText& text, const JsonPath& path, const Json& before,
                        const Json& after);

base::Result<void> edit_list(JsonText& text, const JsonPath& path, const Json& before,
                             const Json& after) {
  const std::size_t common = std::min(before.size(), after.size());
  const bool is_longer =
      std::equal(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(common),
                 after.begin()) &&
      after.size() > common;
  if (!is_longer && !after.front().is_object()) return text.replace(path, after);
  for (std::size_t at = 0; at < common; ++at) {
    TRY(edit(text, below(path, at), before[at], after[at]));
  }
  for (std::size_t at = before.size(); at > common; --at) TRY(text.remove(below(path, at - 1)));
  Json rest = Json::array();
  for (std::size_t at = common; at < after.size(); ++at) rest.push_back(after[at]);
  return text.add_elements(path, rest);
}

base::Result<void> edit(JsonText& text, const JsonPath& path, const Json& before,
                        const Json& after) {
  if (before == after) return {};
  const bool both_filled = before.type() == after.type() && after.is_structured() &&
                           !before.empty() && !after.empty() && is_filled(text, path, after);
  if (!both_filled) return put_value(text, path, after);
  if (after.is_array()) return edit_list(text, path, before, after);
  for (const auto& member : after.items()) {
    TRY(edit(text, below(path, member.key()), before.at(member.key()), member.value()));
  }
  return {};
}

base::Error explained(base::Error error, std::string_view bytes) {
  if (const auto line = conflict_line(bytes)) {
    return {base::Code::state_conflict,
            "git left two versions in the file (line " + std::to_string(*line) + ")",
            "Take one side with `git checkout --ours` or `--theirs`, or join them by hand; the "
            "merge driver of Holdfast does it for you."};
  }
  const auto plain = without_comments(bytes);
  if (plain && base::parse_json(*plain).ok()) {
    error.hint = "`holdfast work migrate` takes the comments out.";
  }
  return error;
}

}  // namespace

WorkSchema work_schema_of(const Json& json) {
  if (!json.is_object()) return WorkSchema::other;
  if (json.contains("phase_history") || json.contains("build_progress")) return WorkSchema::v2;
  if (json.contains("phases") || json.contains("plan_state")) return WorkSchema::v1;
  const bool is_manifest = json.contains("session_id") && json.contains("current_phase");
  return is_manifest ? WorkSchema::v2 : WorkSchema::other;
}

base::Result<WorkText> parse_work_text(std::string bytes, std::string_view slug) {
  if (bytes.size() > kWorkStateBytesMax) {
    return base::Error{base::Code::too_large, "is larger than 1 MiB", ""};
  }
  auto text =
      JsonText::parse(bytes, {.bytes_max = kWorkStateBytesMax, .depth_max = kManifestDepthMax});
  if (!text.ok()) return explained(std::move(text).error(), bytes);
  const Json json = text->value();
  switch (work_schema_of(json)) {
    case WorkSchema::v1:
      return WorkText{*std::move(text), read_work_v1(json, slug).session, true};
    case WorkSchema::v2: {
      TRY_ASSIGN(auto session, model::work_session_from_json(json));
      return WorkText{*std::move(text), std::move(session), false};
    }
    case WorkSchema::other:
      break;
  }
  return base::Error{base::Code::parse_error,
                     "is of a schema that is not known: no session_id, phase_history or phases",
                     "It is left as it is."};
}

base::Result<void> edit_work_text(JsonText& text, const model::WorkSession& before,
                                  const model::WorkSession& after) {
  const Json was = model::to_json(before);
  const Json wanted = model::to_json(after);
  for (const auto& member : wanted.items()) {
    TRY(edit(text, {member.key()}, was.at(member.key()), member.value()));
  }
  // What was written must read as what was meant, whatever the text had in odd places.
  auto again = model::work_session_from_json(text.value());
  if (again.ok() && *again == after) return {};
  return base::Error{base::Code::failed, "the manifest cannot be changed in place", ""};
}

std::optional<std::size_t> conflict_line(std::string_view text) {
  std::optional<std::size_t> begun;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (!begun && line.starts_with("<<<<<<< ")) begun = number;
    if (begun && line.starts_with(">>>>>>> ")) return begun;
  }
  return std::nullopt;
}

std::optional<std::string> without_comments(std::string_view text) {
  std::string plain;
  bool in_string = false;
  bool found = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!in_string && text.substr(at).starts_with("//")) {
      found = true;
      const std::size_t end = std::min(text.find('\n', at), text.size());
      while (plain.ends_with(' ') || plain.ends_with('\t')) plain.pop_back();
      // A line of nothing but the comment goes with it; else its end stays.
      const bool is_alone = plain.empty() || plain.ends_with('\n') || plain == base::kByteOrderMark;
      at = is_alone ? end : end - 1;
      continue;
    }
    plain += c;
    if (in_string && c == '\\' && at + 1 < text.size()) plain += text[++at];
    if (c == '"') in_string = !in_string;
  }
  if (!found) return std::nullopt;
  return plain;
}

std::string bytes_etag(std::string_view bytes) { return base::to_hex(base::sha256(bytes)); }

}  // namespace store

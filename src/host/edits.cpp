#include "host/edits.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "host/mended_names.h"
#include "host/patch_edits.h"
#include "model/file_tool.h"
#include "os/files.h"

namespace host {

using base::Json;
using model::TextEdit;

namespace {

constexpr int kNestingMax = 16;
constexpr std::size_t kOutcomesMax = 32;

// The first of these members that is a text; null where none is.
const std::string* text_of(const Json& object, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const auto found = object.find(name);
    if (found != object.end() && found->is_string()) {
      return &found->get_ref<const std::string&>();
    }
  }
  return nullptr;
}

bool has_number(const Json& object) {
  return std::any_of(object.begin(), object.end(),
                     [](const Json& member) { return member.is_number(); });
}

// Walks through an input for what looks like a change of a text.
class EditReader {
 public:
  EditReader(const model::ToolCall& call, std::vector<TextEdit>& found)
      : tool_(base::to_lower(call.tool)),
        is_server_(call.tool.starts_with("mcp__")),
        found_(found) {}

  void read(const Json& value, const std::string& target, int depth = 0) {
    if (depth > kNestingMax) return;
    if (value.is_string()) return read_text(value.get_ref<const std::string&>(), target, depth);
    if (value.is_array()) {
      for (const Json& element : value) read(element, target, depth + 1);
    }
    if (!value.is_object()) return;
    const std::string* const named =
        text_of(value, {"file_path", "path", "filePath", "relative_path", "absolute_path"});
    // At the top it is the call's own, which has several spellings among the targets.
    const std::string here = named != nullptr && depth > 0 ? *named : target;
    take_edit(value, here);
    for (const auto& member : value.items()) {
      if (member.value().is_structured() || is_patch_member(member.key())) {
        read(member.value(), here, depth + 1);
      }
    }
  }

 private:
  static bool is_patch_member(std::string_view name) {
    constexpr std::array<std::string_view, 6> kNames{"command",   "input", "patch",
                                                     "patchText", "diff",  "arguments"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
  }

  void read_text(const std::string& text, const std::string& target, int depth) {
    if (is_patch(text)) return take_patch_edits(text, target, found_);
    if (!text.starts_with('{') && !text.starts_with('[')) return;
    const auto nested = base::parse_json(text);
    if (nested.ok()) read(*nested, target, depth + 1);
  }

  // Where the object itself is an edit.
  void take_edit(const Json& object, const std::string& target) {
    const std::string* const before =
        text_of(object, {"old_string", "old_str", "oldText", "old_text", "oldString", "oldStr",
                         "search", "old", "needle"});
    const std::string* const after =
        text_of(object, {"new_string", "new_str", "newText", "new_text", "newString", "newStr",
                         "replace", "replacement", "new", "repl"});
    if (before != nullptr) {
      // Without a new text the old one is taken out.
      return add_part(object, *before, after == nullptr ? "" : *after, target);
    }
    const std::string* const whole =
        text_of(object, {"content", "file_text", "contents", "text", "data", "new_content"});
    const std::string* const put = whole != nullptr ? whole : after;
    if (put != nullptr) add_whole(object, *put, target);
  }

  void add_part(const Json& object, const std::string& before, const std::string& after,
                const std::string& target) {
    // A pattern that is looked for tells what is replaced only to who has the same patterns.
    const bool is_pattern = base::text_at(object, "mode") == "regex" ||
                            base::flag_at(object, "regex") || base::flag_at(object, "is_regex");
    TextEdit edit{.kind = is_pattern ? TextEdit::Kind::unknown : TextEdit::Kind::part,
                  .before = before,
                  .after = after,
                  .target = target};
    for (const char* const name : {"replace_all", "replaceAll", "allow_multiple"}) {
      edit.everywhere = edit.everywhere || base::flag_at(object, name);
    }
    found_.push_back(std::move(edit));
  }

  void add_whole(const Json& object, const std::string& text, const std::string& target) {
    TextEdit edit{.kind = TextEdit::Kind::whole, .after = text, .target = target};
    const Json& line = base::member_at(object, "insert_line");
    const auto number =
        base::to_number(line.is_string() ? line.get<std::string>() : base::dump_line(line));
    if (number) {
      edit.kind = TextEdit::Kind::insert;
      edit.line = *number;
    } else if (base::text_at(object, "mode") == "append" || base::flag_at(object, "append")) {
      edit.kind = TextEdit::Kind::append;
    } else if (is_server_ && !puts_all_of_it(object)) {
      edit.kind = TextEdit::Kind::unknown;
    }
    found_.push_back(std::move(edit));
  }

  // Where some server's tool puts a text only its names tell.
  bool puts_all_of_it(const Json& object) const {
    constexpr std::array<std::string_view, 6> kElsewhere{"append",  "insert", "prepend",
                                                         "replace", "patch",  "line"};
    const std::string encoding = base::to_lower(base::text_at(object, "encoding"));
    const bool is_plain = encoding.empty() || encoding == "utf8" || encoding == "utf-8";
    return is_plain && !has_number(object) &&
           std::none_of(kElsewhere.begin(), kElsewhere.end(), [&](std::string_view word) {
             return tool_.find(word) != std::string::npos;
           });
  }

  const std::string tool_;
  const bool is_server_;
  std::vector<TextEdit>& found_;
};

// The input of the tool, in whichever place some host has it; null where it is in none.
const Json& input_in(const Json& payload) {
  for (const char* const name : {"tool_input", "toolArgs", "toolInput", "tool_info"}) {
    const Json& input = base::member_at(payload, name);
    if (!input.is_null()) return input;
  }
  const Json& own = base::member_at(base::member_at(payload, "tool_call"), "input");
  if (!own.is_null()) return own;
  return base::member_at(base::member_at(payload, "preToolUse"), "parameters");
}

// As hosts compare texts that differ by the ends of lines and by what a word processor makes of
// quotes.
std::string in_plain_signs(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSigns{
      {{"\r\n", "\n"}, {"\u2018", "'"}, {"\u2019", "'"}, {"\u201c", "\""}, {"\u201d", "\""}}};
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const auto* const sign = std::find_if(kSigns.begin(), kSigns.end(), [&](const auto& pair) {
      return text.starts_with(pair.first);
    });
    plain += sign == kSigns.end() ? text.substr(0, 1) : sign->second;
    text.remove_prefix(sign == kSigns.end() ? 1 : sign->first.size());
  }
  return plain;
}

std::vector<std::string> with_each_replaced(const std::string& text, const TextEdit& edit) {
  std::vector<std::string> texts;
  if (edit.before.empty()) return texts;
  if (edit.everywhere) {
    std::string all;
    std::size_t from = 0;
    for (std::size_t at = text.find(edit.before); at != text.npos;
         at = text.find(edit.before, from)) {
      all.append(text, from, at - from).append(edit.after);
      from = at + edit.before.size();
    }
    if (from > 0) texts.push_back(all.append(text, from));
    return texts;
  }
  for (std::size_t at = text.find(edit.before); at != text.npos && texts.size() <= kOutcomesMax;
       at = text.find(edit.before, at + 1)) {
    texts.push_back(std::string(text).replace(at, edit.before.size(), edit.after));
  }
  return texts;
}

// Hosts that do not find a text look for the same lines with other blanks around them.
std::vector<std::string> with_similar_lines_replaced(const std::string& text,
                                                     const TextEdit& edit) {
  std::vector<std::string_view> wanted = base::split(edit.before, '\n');
  while (!wanted.empty() && trim_blanks(wanted.back()).empty()) wanted.pop_back();
  while (!wanted.empty() && trim_blanks(wanted.front()).empty()) wanted.erase(wanted.begin());
  const std::vector<std::string_view> lines = base::split(text, '\n');
  std::vector<std::string> texts;
  if (wanted.empty()) return texts;
  for (std::size_t at = 0; at + wanted.size() <= lines.size(); ++at) {
    const bool is_there =
        std::equal(wanted.begin(), wanted.end(), lines.begin() + static_cast<std::ptrdiff_t>(at),
                   [](std::string_view one, std::string_view other) {
                     return trim_blanks(one) == trim_blanks(other);
                   });
    if (!is_there || texts.size() > kOutcomesMax) continue;
    const auto begin = static_cast<std::size_t>(lines[at].data() - text.data());
    const std::string_view last = lines[at + wanted.size() - 1];
    const auto end = static_cast<std::size_t>(last.data() + last.size() - text.data());
    const bool ends_line = edit.after.ends_with('\n');
    const std::string_view after =
        std::string_view(edit.after).substr(0, edit.after.size() - (ends_line ? 1 : 0));
    texts.push_back(std::string(text).replace(begin, end - begin, after));
  }
  return texts;
}

std::string with_inserted(const std::string& text, const TextEdit& edit) {
  std::size_t at = 0;
  for (std::size_t line = 0; line < edit.line && at < text.size(); ++line) {
    const std::size_t end = text.find('\n', at);
    at = end == text.npos ? text.size() : end + 1;
  }
  const bool ends_line = edit.after.ends_with('\n');
  const bool begins_line = at == 0 || text[at - 1] == '\n';
  return text.substr(0, at) + (begins_line ? "" : "\n") + edit.after + (ends_line ? "" : "\n") +
         text.substr(at);
}

// What one edit may make of a text; nothing where it is not told, an empty list where it fails.
std::optional<std::vector<std::string>> applied(const std::string& text, const TextEdit& edit) {
  using Texts = std::vector<std::string>;
  switch (edit.kind) {
    case TextEdit::Kind::whole:
      return Texts{edit.after};
    case TextEdit::Kind::append:
      return Texts{text + edit.after};
    case TextEdit::Kind::insert:
      return Texts{with_inserted(text, edit)};
    case TextEdit::Kind::unknown:
      return std::nullopt;
    case TextEdit::Kind::part:
      break;
  }
  if (edit.before.empty()) {
    // A new file, to those who take no old text for one.
    if (base::trim(text).empty()) return Texts{edit.after};
    return edit.after.empty() ? std::optional<Texts>(Texts{}) : std::nullopt;
  }
  Texts texts = with_each_replaced(text, edit);
  if (!texts.empty()) return texts;
  TextEdit plain = edit;
  plain.before = in_plain_signs(edit.before);
  plain.after = in_plain_signs(edit.after);
  const std::string plain_text = in_plain_signs(text);
  texts = with_each_replaced(plain_text, plain);
  if (texts.empty()) texts = with_similar_lines_replaced(plain_text, plain);
  return texts;
}

bool is_about(const TextEdit& edit, std::string_view path) {
  if (edit.target.empty()) return true;
  const bool is_below_home = edit.target.starts_with("~/");
  const std::string name = os::normalised("/", edit.target.substr(is_below_home ? 2 : 0)).native();
  return path.ends_with(name);  // With its slash: whole names alone.
}

}  // namespace

void take_edits(const Json& input, model::ToolCall& call) {
  // The one editor that also looks.
  if (base::text_at(input, "command") == "view") {
    call.edits.push_back({.kind = TextEdit::Kind::append});
    return;
  }
  EditReader(call, call.edits).read(input, "");
}

void take_edits(const Payload& payload, model::ToolCall& call) {
  const auto document = base::parse_json(payload.bytes());
  if (!document.ok() || !document->is_object()) return;
  take_edits(input_in(*document), call);
}

Outcome outcome_of(const model::ToolCall& call, std::string_view path,
                   const std::optional<std::string>& text) {
  Outcome outcome{.kind = Outcome::Kind::unknown, .texts = {text.value_or("")}};
  for (const TextEdit& edit : call.edits) {
    if (!is_about(edit, path)) continue;
    outcome.kind = Outcome::Kind::known;
    std::vector<std::string> next;
    for (const std::string& one : outcome.texts) {
      auto texts = applied(one, edit);
      if (!texts || next.size() + texts->size() > kOutcomesMax) return {Outcome::Kind::unknown, {}};
      std::move(texts->begin(), texts->end(), std::back_inserter(next));
    }
    if (next.empty()) return {Outcome::Kind::fails, {}};
    outcome.texts = std::move(next);
  }
  return outcome;
}

}  // namespace host

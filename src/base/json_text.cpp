#include "base/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/text.h"

namespace base {

// A value and where it stands: [begin, end) in the text.
struct JsonText::Node {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t label = 0;  // Where its key begins; its own beginning where it has none.
  std::string key;
  bool is_object = false;
  bool is_array = false;
  std::vector<Node> children;
};

namespace {

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// How a value is written: on lines of their own, or all on one.
struct Layout {
  bool one_line = false;
  std::string newline = "\n";
  std::string unit = "  ";
};

// Every container that is not empty has whitespace inside its brackets; see JsonText::is_spaced.
void write(const Json& value, const Layout& layout, const std::string& indent, std::string& out) {
  if (!value.is_structured() || value.empty()) {
    out += dump_line(value);
    return;
  }
  const std::string deeper = indent + layout.unit;
  const std::string gap = layout.one_line ? " " : layout.newline + deeper;
  out += value.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& item : value.items()) {
    if (!first) out += ',';
    first = false;
    out += gap;
    if (value.is_object()) out += dump_line(Json(item.key())) + ": ";
    write(item.value(), layout, deeper, out);
  }
  out += layout.one_line ? " " : layout.newline + indent;
  out += value.is_object() ? '}' : ']';
}

// The whitespace that the line of `at` starts with.
std::string indent_of_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.substr(0, at).rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  std::size_t end = begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return std::string(text.substr(begin, end - begin));
}

std::string newline_of(std::string_view text) {
  const std::size_t at = text.find('\n');
  return at != std::string_view::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

// What follows the last newline of a stretch of whitespace; nothing where it has none.
std::optional<std::string> indent_in(std::string_view whitespace) {
  const std::size_t newline = whitespace.rfind('\n');
  if (newline == std::string_view::npos) return std::nullopt;
  return std::string(whitespace.substr(newline + 1));
}

// Reads what parse_json has found valid, so it looks for structure alone.
template <typename Node>
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  Node value() {
    skip_space();
    Node node;
    node.begin = at_;
    node.label = at_;
    const char first = text_[at_];
    if (first == '{' || first == '[') {
      container(node, first == '{');
    } else if (first == '"') {
      skip_string();
    } else {
      while (at_ < text_.size() && !ends_scalar(text_[at_])) ++at_;
    }
    node.end = at_;
    return node;
  }

 private:
  static bool ends_scalar(char c) { return c == ',' || c == '}' || c == ']' || is_json_space(c); }

  void skip_space() {
    while (at_ < text_.size() && is_json_space(text_[at_])) ++at_;
    CHECK(at_ < text_.size());
  }

  void skip_string() {
    ++at_;
    while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    ++at_;
  }

  std::string key() {
    const std::size_t begin = at_;
    skip_string();
    return Json::parse(text_.substr(begin, at_ - begin)).get<std::string>();
  }

  void container(Node& node, bool is_object) {
    node.is_object = is_object;
    node.is_array = !is_object;
    ++at_;
    for (skip_space(); text_[at_] != '}' && text_[at_] != ']'; skip_space()) {
      if (text_[at_] == ',') {
        ++at_;
        skip_space();
      }
      const std::size_t label = at_;
      std::string name;
      if (is_object) {
        name = key();
        skip_space();
        ++at_;  // The colon.
      }
      Node child = value();
      child.label = label;
      child.key = std::move(name);
      node.children.push_back(std::move(child));
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_;
};

}  // namespace

JsonText::JsonText(std::string text) : text_(std::move(text)) { scan(); }
JsonText::JsonText(JsonText&&) noexcept = default;
JsonText& JsonText::operator=(JsonText&&) noexcept = default;
JsonText::~JsonText() = default;

void JsonText::scan() {
  const std::size_t start = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  root_ = std::make_unique<Node>(Scanner<Node>(text_, start).value());
}

Result<JsonText> JsonText::parse(std::string text, const JsonLimits& limits) {
  TRY(parse_json(without_byte_order_mark(text), limits));
  return JsonText(std::move(text));
}

Json JsonText::value() const {
  auto parsed = parse_json(bytes_of({}), {.bytes_max = text_.size()});
  CHECK(parsed.ok());
  return *std::move(parsed);
}

const JsonText::Node* JsonText::find(const JsonPath& path) const {
  const Node* node = root_.get();
  for (const JsonStep& step : path) {
    if (step.key) {
      if (!node->is_object) return nullptr;
      const auto found = std::find_if(node->children.begin(), node->children.end(),
                                      [&](const Node& child) { return child.key == *step.key; });
      if (found == node->children.end()) return nullptr;
      node = &*found;
    } else {
      if (!node->is_array || step.index >= node->children.size()) return nullptr;
      node = &node->children[step.index];
    }
  }
  return node;
}

bool JsonText::has(const JsonPath& path) const { return find(path) != nullptr; }

std::string_view JsonText::bytes_of(const JsonPath& path) const {
  const Node* const node = find(path);
  if (node == nullptr) return {};
  return std::string_view(text_).substr(node->begin, node->end - node->begin);
}

std::size_t JsonText::line_of(const JsonPath& path) const {
  const Node* const node = find(path);
  if (node == nullptr) return 0;
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(node->label);
  return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
}

std::size_t JsonText::size_of(const JsonPath& path) const {
  const Node* const node = find(path);
  return node == nullptr ? 0 : node->children.size();
}

bool JsonText::is_spaced(const JsonPath& path) const {
  const Node* const node = find(path);
  return node != nullptr && (node->is_object || node->is_array) &&
         is_json_space(text_[node->begin + 1]);
}

// The first indented line below the document's own shows the unit.
std::string JsonText::unit() const {
  const std::string usual = Layout{}.unit;
  if (root_->children.empty()) return usual;
  const Node& first = root_->children.front();
  const auto gap =
      indent_in(std::string_view(text_).substr(root_->begin + 1, first.label - root_->begin - 1));
  return gap && !gap->empty() ? *gap : usual;
}

void JsonText::add(const Node& container, const Json& values) {
  Layout layout{.newline = newline_of(text_), .unit = unit()};
  std::string separator = ", ";
  std::string indent;
  std::size_t at = container.begin + 1;
  if (container.children.empty()) {
    layout.one_line = text_.find('\n') == std::string::npos;
    indent = indent_of_line(text_, container.begin);
  } else {
    const Node& first = container.children.front();
    const std::string_view text = text_;
    auto siblings = indent_in(text.substr(at, first.label - at));
    if (!siblings && container.children.size() > 1) {
      const std::size_t comma = text.find(',', first.end);
      siblings = indent_in(text.substr(comma, container.children[1].label - comma));
    }
    layout.one_line = !siblings;
    indent = siblings.value_or("");
    if (siblings) separator = "," + layout.newline + indent;
    at = container.children.back().end;
  }
  std::string inserted;
  bool follows = !container.children.empty();
  for (const auto& item : values.items()) {
    if (follows) inserted += separator;
    follows = true;
    if (container.is_object) inserted += dump_line(Json(item.key())) + ": ";
    write(item.value(), layout, indent, inserted);
  }
  text_.insert(at, inserted);
  scan();
}

Result<void> JsonText::add_member(const JsonPath& object, std::string_view key, const Json& value) {
  const Node* const node = find(object);
  if (node == nullptr || !node->is_object) return Error{Code::not_found, "there is no object", ""};
  const bool known = std::any_of(node->children.begin(), node->children.end(),
                                 [&](const Node& child) { return child.key == key; });
  if (known) return Error{Code::exists, "the object has a member \"" + std::string(key) + "\"", ""};
  add(*node, Json{{std::string(key), value}});
  return {};
}

Result<void> JsonText::add_element(const JsonPath& array, const Json& value) {
  return add_elements(array, Json::array({value}));
}

Result<void> JsonText::add_elements(const JsonPath& array, const Json& list) {
  CHECK(list.is_array());
  const Node* const node = find(array);
  if (node == nullptr || !node->is_array) return Error{Code::not_found, "there is no array", ""};
  if (!list.empty()) add(*node, list);
  return {};
}

bool JsonText::is_on_one_line(const Node& node) const {
  if (text_.find('\n') == std::string::npos) return true;
  if (node.children.empty()) return false;
  const std::string_view bytes = std::string_view(text_).substr(node.begin, node.end - node.begin);
  return bytes.find('\n') == std::string_view::npos;
}

Result<void> JsonText::replace(const JsonPath& path, const Json& value) {
  const Node* const node = find(path);
  if (node == nullptr) return Error{Code::not_found, "there is no such value", ""};
  const Layout layout{
      .one_line = is_on_one_line(*node), .newline = newline_of(text_), .unit = unit()};
  std::string written;
  write(value, layout, indent_of_line(text_, node->begin), written);
  text_.replace(node->begin, node->end - node->begin, written);
  scan();
  return {};
}

Result<void> JsonText::remove(const JsonPath& path) {
  const Node* const node = find(path);
  if (path.empty() || node == nullptr) return Error{Code::not_found, "there is no such value", ""};
  const Node* const parent = find(JsonPath(path.begin(), path.end() - 1));
  const std::vector<Node>& siblings = parent->children;
  const auto place = static_cast<std::size_t>(node - siblings.data());
  std::size_t begin = node->label;
  std::size_t end = node->end;
  if (place > 0) {
    begin = siblings[place - 1].end;
  } else if (siblings.size() > 1) {
    end = siblings[1].label;
  } else if (begin > parent->begin + 1) {
    // Whitespace before it came with it, and so did that behind it.
    begin = parent->begin + 1;
    end = parent->end - 1;
  }
  text_.erase(begin, end - begin);
  scan();
  return {};
}

std::string new_json_text(const Json& value) {
  std::string text;
  write(value, {}, "", text);
  return text + "\n";
}

}  // namespace base

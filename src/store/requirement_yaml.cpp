#include "store/requirement_yaml.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/text.h"

namespace store {
namespace {

using Quoting = TreeBuilder::Quoting;

// Ends the parser from within one of its events; the builder knows why.
struct Stop {};

// yaml-cpp's own nodes share what aliases name and know no limits, so its events are taken instead.
class YamlEvents final : public YAML::EventHandler {
 public:
  explicit YamlEvents(TreeBuilder& builder) : builder_(builder) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    go_on_if(builder_.nothing(line_of(mark), anchor));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    go_on_if(builder_.alias(line_of(mark), anchor));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const Quoting quoting = tag == "?" ? Quoting::plain : Quoting::quoted;
    go_on_if(builder_.text(line_of(mark), value, quoting, anchor));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    go_on_if(builder_.start_list(line_of(mark), anchor));
  }
  void OnSequenceEnd() override { go_on_if(builder_.end()); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    go_on_if(builder_.start_map(line_of(mark), anchor));
  }
  void OnMapEnd() override { go_on_if(builder_.end()); }

 private:
  static int line_of(const YAML::Mark& mark) { return mark.line + 1; }
  static void go_on_if(bool good) {
    if (!good) throw Stop{};
  }

  TreeBuilder& builder_;  // Outlives this.
};

// No YAML has them but as escapes; yaml-cpp takes one of them for the end and would drop the rest
// without a word.
const char* find_control(std::string_view text) {
  return std::find_if(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
  });
}

void read_yaml(std::string_view text, TreeBuilder& builder) {
  if (const char* const control = find_control(text); control != text.end()) {
    const auto lines = std::count(text.begin(), control, '\n');
    builder.fail(static_cast<int>(lines) + 1, "not valid YAML: a control character");
    return;
  }
  std::istringstream bytes{std::string(text)};
  try {
    YAML::Parser parser(bytes);
    YamlEvents events(builder);
    if (parser.HandleNextDocument(events) && parser) {
      builder.report(0, "only the first document of a file is read");
    }
  } catch (const Stop&) {
    return;
  } catch (const YAML::Exception& error) {
    builder.fail(std::max(error.mark.line + 1, 0), "not valid YAML: " + error.msg);
  }
}

class JsonEvents : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, JsonEvents> {
 public:
  JsonEvents(TreeBuilder& builder, std::string_view text, const rapidjson::MemoryStream& stream)
      : builder_(builder), text_(text), stream_(stream) {}

  bool Null() { return builder_.nothing(line(), 0); }
  bool Bool(bool value) { return add(value ? "true" : "false"); }
  bool RawNumber(const char* digits, rapidjson::SizeType size, bool) { return add({digits, size}); }
  bool String(const char* text, rapidjson::SizeType size, bool) { return add({text, size}); }
  bool Key(const char* text, rapidjson::SizeType size, bool) { return add({text, size}); }
  bool StartObject() { return builder_.start_map(line(), 0); }
  bool EndObject(rapidjson::SizeType) { return builder_.end(); }
  bool StartArray() { return builder_.start_list(line(), 0); }
  bool EndArray(rapidjson::SizeType) { return builder_.end(); }

  // Where the parser is; nothing in JSON that has an end on another line is asked for.
  int line() {
    const std::size_t here = std::min<std::size_t>(stream_.Tell(), text_.size());
    for (; counted_ < here; ++counted_) line_ += text_[counted_] == '\n' ? 1 : 0;
    return line_;
  }

 private:
  bool add(std::string_view text) { return builder_.text(line(), text, Quoting::quoted, 0); }

  TreeBuilder& builder_;  // Outlives this, as do the two below.
  std::string_view text_;
  const rapidjson::MemoryStream& stream_;
  std::size_t counted_ = 0;
  int line_ = 1;
};

void read_json(std::string_view text, TreeBuilder& builder) {
  if (text.find('\0') != std::string_view::npos) {
    builder.fail(0, "not valid JSON: a byte that is 0");
    return;
  }
  text = base::without_byte_order_mark(text);
  rapidjson::MemoryStream stream(text.data(), text.size());
  JsonEvents events(builder, text, stream);
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseValidateEncodingFlag;
  const rapidjson::ParseResult parsed = reader.Parse<kFlags>(stream, events);
  if (!parsed) {
    builder.fail(events.line(),
                 std::string("not valid JSON: ") + rapidjson::GetParseError_En(parsed.Code()));
  }
}

void keep_section(Tree& tree, std::string_view section) {
  const TreeMember* const found = tree.root.find(section);
  TreeNode wanted;
  if (found != nullptr) {
    wanted = found->value;
    wanted.place = found->place;
  }
  tree.root = std::move(wanted);
}

}  // namespace

TreeFormat tree_format_of(std::string_view file) {
  return file.ends_with(".json") ? TreeFormat::json : TreeFormat::yaml;
}

Tree parse_tree(std::string_view text, TreeFormat format, const TreeBuilder::Options& options) {
  TreeBuilder builder(options);
  if (text.size() > options.limits.bytes_max) {
    builder.fail(0, "larger than " + std::to_string(options.limits.bytes_max) + " bytes");
    return builder.take();
  }
  if (format == TreeFormat::json) {
    read_json(text, builder);
  } else {
    read_yaml(text, builder);
  }
  Tree tree = builder.take();
  if (!options.section.empty()) keep_section(tree, options.section);
  return tree;
}

}  // namespace store

#include "host/payload.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <charconv>

namespace host {
namespace {

static_assert(std::is_sorted(kPlaces.begin(), kPlaces.end()));

std::optional<std::size_t> index_of(std::string_view name) {
  const auto* const found = std::lower_bound(kPlaces.begin(), kPlaces.end(), name);
  if (found == kPlaces.end() || *found != name) return std::nullopt;
  return static_cast<std::size_t>(found - kPlaces.begin());
}

// The value of "\\uD83D" at `at`, which may lie behind the end; nothing where there is no such
// escape.
std::optional<unsigned> escape_at(std::string_view text, std::size_t at) {
  if (text.size() < at + 6 || text.substr(at, 2) != "\\u") return std::nullopt;
  unsigned value = 0;
  const char* const digits = text.data() + at + 2;
  const auto [end, error] = std::from_chars(digits, digits + 4, value, 16);
  return error == std::errc() && end == digits + 4 ? std::optional(value) : std::nullopt;
}

bool is_first_half(unsigned value) { return value >= 0xD800 && value < 0xDC00; }
bool is_second_half(unsigned value) { return value >= 0xDC00 && value < 0xE000; }

// Half of a character, as JavaScript writes a text that was cut in the middle of one, becomes the
// sign for what cannot be shown.
std::string with_whole_characters(std::string_view json) {
  std::string text(json);
  for (std::size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at)) {
    const auto value = escape_at(text, at);
    const auto next = escape_at(text, at + 6);
    if (value && next && is_first_half(*value) && is_second_half(*next)) {
      at += 12;
    } else {
      if (value && (is_first_half(*value) || is_second_half(*value)))
        text.replace(at, 6, "\\uFFFD");
      at += 2;
    }
  }
  return text;
}

// Iterative, so that nesting cannot use up the stack.
template <unsigned kMore, typename Handler>
rapidjson::ParseResult parse_into(std::string_view bytes, Handler& handler) {
  rapidjson::MemoryStream stream(bytes.data(), bytes.size());
  rapidjson::Reader parser;
  return parser.Parse<rapidjson::kParseIterativeFlag | kMore>(stream, handler);
}

// What was read once is known to be valid; to check it in two places would cost the first reading
// its inlined check, and each hook 1 % of its instructions.
constexpr unsigned kAgain = rapidjson::kParseNoFlags;
constexpr unsigned kChecked = rapidjson::kParseValidateEncodingFlag;

}  // namespace

// Knows where in the document it is as far down as some place goes, and keeps what stands there.
class Payload::Reader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Reader> {
 public:
  Reader(std::vector<Member>& members, std::string_view section) : members_(members) {
    if (!section.empty()) place_ = std::string(section) + ".";
    lengths_[0] = place_.size();
  }

  bool Default() { return true; }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (list_depth_ > 0 || depth_ > kPlaceDepth) return true;
    place_.resize(lengths_[depth_ - 1]);
    place_.append(text, length);
    return true;
  }
  bool StartObject() {
    if (++depth_ > kDepthMax) return false;
    if (list_depth_ == 0 && depth_ > 1 && depth_ <= kPlaceDepth) {
      place_ += '.';
      lengths_[depth_ - 1] = place_.size();
    }
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    --depth_;
    return true;
  }
  bool StartArray() {
    if (++list_depth_ == 1) list_at_ = depth_;
    return list_depth_ <= kDepthMax;
  }
  bool EndArray(rapidjson::SizeType) {
    --list_depth_;
    return true;
  }

  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (const auto place = list_depth_ == 1 ? list_here() : here()) {
      members_.push_back({*place, Kind::text, std::string(text, length), 0});
    }
    return true;
  }
  bool Bool(bool value) { return number(Kind::flag, value ? 1 : 0); }
  bool Uint(unsigned value) { return number(Kind::whole_number, value); }
  bool Uint64(std::uint64_t value) { return number(Kind::whole_number, value); }
  bool Int(int) { return number(Kind::other_number, 0); }
  bool Int64(std::int64_t) { return number(Kind::other_number, 0); }
  bool Double(double) { return number(Kind::other_number, 0); }

 private:
  static constexpr std::size_t kDepthMax = 128;
  static constexpr std::size_t kPlaceDepth = 3;

  std::optional<std::size_t> here() const {
    if (list_depth_ > 0 || depth_ == 0 || depth_ > kPlaceDepth) return std::nullopt;
    return index_of(place_);
  }
  // Of the list that stands here, where nothing is between it and the value.
  std::optional<std::size_t> list_here() {
    if (depth_ != list_at_ || depth_ == 0 || depth_ > kPlaceDepth) return std::nullopt;
    const std::size_t size = place_.size();
    place_ += "[]";
    const auto place = index_of(place_);
    place_.resize(size);
    return place;
  }
  bool number(Kind kind, std::uint64_t value) {
    if (const auto place = here()) members_.push_back({*place, kind, {}, value});
    return true;
  }

  std::vector<Member>& members_;
  std::string place_;                                   // Of the member that is being read.
  std::array<std::size_t, kPlaceDepth + 1> lengths_{};  // Of what stands before a key, by depth.
  std::size_t depth_ = 0;
  std::size_t list_depth_ = 0;
  std::size_t list_at_ = 0;  // How deep the outermost list stands.
};

// Gathers the texts of the sections that hold a tool's arguments. Some hosts have these as a text
// that is JSON itself.
class Payload::ArgumentReader
    : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, ArgumentReader> {
 public:
  explicit ArgumentReader(std::vector<model::ToolArgument>& found) : found_(found) {}
  // For a text that is the value of the argument `name`.
  ArgumentReader(std::vector<model::ToolArgument>& found, std::string name)
      : found_(found), keys_{std::move(name)}, section_depth_(0) {}

  bool Default() { return true; }
  bool StartObject() {
    keys_.emplace_back();
    return keys_.size() <= kDepthMax;
  }
  bool EndObject(rapidjson::SizeType) {
    keys_.pop_back();
    if (section_depth_ != kNoSection && keys_.size() < section_depth_) section_depth_ = kNoSection;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    keys_.back().assign(text, length);
    if (section_depth_ != kNoSection && section_depth_ < keys_.size()) return true;
    if (section_depth_ == 0) return true;
    section_depth_ = is_section() ? keys_.size() : kNoSection;
    return true;
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (section_depth_ == kNoSection || keys_.empty()) return true;
    const std::string_view value(text, length);
    if ((value.starts_with('{') || value.starts_with('[')) && add_nested(value)) return true;
    if (length > 0 && length <= kArgumentBytesMax) {
      found_.push_back({keys_.back(), std::string(value)});
    }
    return true;
  }

 private:
  static constexpr std::size_t kNoSection = static_cast<std::size_t>(-1);
  static constexpr std::size_t kDepthMax = 128;
  static constexpr std::size_t kArgumentBytesMax = 4096;  // No path is longer.

  bool is_section() const {
    constexpr std::array<std::string_view, 5> kSections{"tool_input", "toolArgs", "tool_call.input",
                                                        "preToolUse.parameters",
                                                        "tool_info.mcp_tool_arguments"};
    if (keys_.size() > 2) return false;
    const std::string place = keys_.size() == 1 ? keys_[0] : keys_[0] + "." + keys_[1];
    return std::find(kSections.begin(), kSections.end(), place) != kSections.end();
  }
  // Whether the text is JSON, which then says what it holds. Once is what hosts do.
  bool add_nested(std::string_view json) {
    if (section_depth_ == 0) return false;
    std::vector<model::ToolArgument> inner;
    ArgumentReader handler(inner, keys_.back());
    if (parse_into<kAgain>(json, handler).IsError()) return false;
    found_.insert(found_.end(), inner.begin(), inner.end());
    return true;
  }

  std::vector<model::ToolArgument>& found_;
  std::vector<std::string> keys_;  // One for each object that is open.
  std::size_t section_depth_ = kNoSection;
};

std::vector<model::ToolArgument> Payload::arguments() const {
  std::vector<model::ToolArgument> found;
  ArgumentReader handler(found);
  const auto result = parse_into<kAgain>(bytes_, handler);
  if (result.Code() != rapidjson::kParseErrorStringUnicodeSurrogateInvalid) return found;
  found.clear();
  ArgumentReader again(found);
  parse_into<kAgain>(with_whole_characters(bytes_), again);
  return found;
}

Payload::Payload(std::string_view bytes) {
  // Cursor on Windows begins with it.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes_ = bytes;
  problem_ = read(bytes, {});
}

std::string Payload::read(std::string_view bytes, std::string_view section) {
  const std::size_t members = members_.size();
  Reader handler(members_, section);
  const rapidjson::ParseResult result = parse_into<kChecked>(bytes, handler);
  if (!result.IsError()) {
    // Gemini CLI takes it out of a file's name, and so means another file than it says.
    const bool has_nul = std::any_of(members_.begin(), members_.end(), [](const Member& member) {
      return member.text.find('\0') != std::string::npos;
    });
    return has_nul ? "a text has a NUL character" : "";
  }
  if (result.Code() == rapidjson::kParseErrorStringUnicodeSurrogateInvalid) {
    members_.resize(members);
    const std::string whole = with_whole_characters(bytes);
    if (whole != bytes) return read(whole, section);
  }
  std::string_view what = rapidjson::GetParseError_En(result.Code());
  if (what.ends_with('.')) what.remove_suffix(1);
  return std::string(what) + " at byte " + std::to_string(result.Offset());
}

void Payload::read_nested(std::string_view json, std::string_view section) {
  // What is being read may be a member's own text, which a new member would move.
  const std::string copy(json);
  std::string wrong = read(copy, section);
  if (problem_.empty() && !wrong.empty()) problem_ = std::string(section) + ": " + wrong;
}

const Payload::Member* Payload::find(Place place, Kind kind) const {
  for (auto member = members_.rbegin(); member != members_.rend(); ++member) {
    if (member->place == place.index()) return member->kind == kind ? &*member : nullptr;
  }
  return nullptr;
}

std::string_view Payload::text(Place place) const {
  const Member* const member = find(place, Kind::text);
  return member == nullptr ? std::string_view{} : std::string_view(member->text);
}

std::vector<std::string_view> Payload::texts(Place place) const {
  std::vector<std::string_view> found;
  for (const Member& member : members_) {
    if (member.place == place.index() && member.kind == Kind::text) found.push_back(member.text);
  }
  return found;
}

bool Payload::has_number(Place place) const {
  return find(place, Kind::whole_number) != nullptr || find(place, Kind::other_number) != nullptr;
}

std::optional<std::uint64_t> Payload::whole_number(Place place) const {
  const Member* const member = find(place, Kind::whole_number);
  if (member == nullptr) return std::nullopt;
  return member->number;
}

bool Payload::flag(Place place) const {
  const Member* const member = find(place, Kind::flag);
  return member != nullptr && member->number != 0;
}

}  // namespace host

#include "base/json.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>
#include <vector>

#include "base/json_members.h"

namespace base {
namespace {

// Builds the document as nlohmann's own handler would, and refuses what a signed note may not
// have: a key that occurs twice, and more levels than anybody writes.
class StrictBuilder : public nlohmann::json_sax<Json> {
 public:
  explicit StrictBuilder(int depth_max) : depth_max_(static_cast<std::size_t>(depth_max)) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return refuse("binary value"); }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    Level& level = levels_.back();
    // Small objects are searched, large ones remembered: both stay cheap.
    constexpr std::size_t kSearchMax = 16;
    const bool known = level.value->size() <= kSearchMax ? level.value->contains(key)
                                                         : !level.remember_all().insert(key).second;
    if (known) return refuse("key \"" + key + "\" occurs twice");
    level.key = std::move(key);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: …": the tail is for
    // people.
    const std::string what = error.what();
    const std::size_t tail = what.find("] ");
    return refuse((tail == std::string::npos ? what : what.substr(tail + 2)) + " (byte " +
                  std::to_string(position) + ")");
  }

  Json take() { return std::move(root_); }
  const std::string& problem() const { return problem_; }

 private:
  struct Level {
    Json* value;
    string_t key;
    std::unordered_set<std::string> keys;

    std::unordered_set<std::string>& remember_all() {
      if (keys.size() < value->size()) {
        for (const auto& item : value->items()) keys.insert(item.key());
      }
      return keys;
    }
  };

  bool refuse(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  // Where the next value goes.
  Json* place(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Level& level = levels_.back();
    if (level.value->is_array()) {
      level.value->push_back(std::move(value));
      return &level.value->back();
    }
    auto& members = level.value->get_ref<Json::object_t&>();
    make_room_for_member(static_cast<Json::object_t::Container&>(members));
    members.Container::emplace_back(std::move(level.key), std::move(value));
    return &members.back().second;
  }

  template <typename Value>
  bool put(Value&& value) {
    place(Json(std::forward<Value>(value)));
    return true;
  }

  bool open(Json container) {
    if (levels_.size() >= depth_max_) {
      return refuse("nested deeper than " + std::to_string(depth_max_) + " levels");
    }
    levels_.push_back({place(std::move(container)), {}, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  std::size_t depth_max_;
  Json root_;
  std::vector<Level> levels_;
  std::string problem_;
};

// RapidJSON reads a document in a third of the time, but says less about what is wrong with one,
// takes a low surrogate for a character, and is at odds with the standard where it reads exact
// numbers. So it is asked first, for everything but numbers; what it refuses, or what has an escape
// of that kind, is left to the other.
class QuickBuilder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, QuickBuilder> {
 public:
  explicit QuickBuilder(int depth_max) : builder_(depth_max) {}

  bool Null() { return builder_.null(); }
  bool Bool(bool value) { return builder_.boolean(value); }
  // Of the kind that the other parser gives it: negative, not negative, or too large for either.
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    const std::string_view number(text, length);
    if (number.find_first_of(".eE") == std::string_view::npos) {
      if (number.starts_with('-')) {
        if (const auto value = read<std::int64_t>(number)) return builder_.number_integer(*value);
      } else if (const auto value = read<std::uint64_t>(number)) {
        return builder_.number_unsigned(*value);
      }
    }
    const auto value = read<double>(number);
    return value && builder_.number_float(*value, "");
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    std::string value(text, length);
    return builder_.string(value);
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    std::string key(text, length);
    return builder_.key(key);
  }
  bool StartObject() { return builder_.start_object(0); }
  bool EndObject(rapidjson::SizeType) { return builder_.end_object(); }
  bool StartArray() { return builder_.start_array(0); }
  bool EndArray(rapidjson::SizeType) { return builder_.end_array(); }

  Json take() { return builder_.take(); }

 private:
  template <typename Number>
  static std::optional<Number> read(std::string_view text) {
    Number number{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
    return number;
  }

  StrictBuilder builder_;
};

std::optional<Json> parse_quickly(std::string_view text, const JsonLimits& limits) {
  if (text.find("\\u") != std::string_view::npos) return std::nullopt;
  QuickBuilder builder(limits.depth_max);
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag;
  if (reader.Parse<kFlags>(stream, builder).IsError()) return std::nullopt;
  return builder.take();
}

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes_max) {
    return Error{Code::too_large,
                 "JSON of " + std::to_string(text.size()) + " bytes is over the limit of " +
                     std::to_string(limits.bytes_max),
                 ""};
  }
  // The library takes a NUL for the end of the text and looks no further.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return Error{Code::parse_error, "not valid JSON: NUL at byte " + std::to_string(nul + 1), ""};
  }
  if (auto parsed = parse_quickly(text, limits)) return *std::move(parsed);
  StrictBuilder builder(limits.depth_max);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    return Error{Code::parse_error, "not valid JSON: " + builder.problem(), ""};
  }
  return builder.take();
}

std::string dump_pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

const Json& member_at(const Json& object, std::string_view key) {
  static const Json kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

JsonBox::JsonBox() = default;
JsonBox::JsonBox(Json json)
    : json_(json.is_null() ? nullptr : std::make_unique<Json>(std::move(json))) {}
JsonBox::JsonBox(const JsonBox& other)
    : json_(other.json_ ? std::make_unique<Json>(*other.json_) : nullptr) {}
JsonBox::JsonBox(JsonBox&& other) noexcept = default;
JsonBox& JsonBox::operator=(const JsonBox& other) {
  if (this != &other) json_ = other.json_ ? std::make_unique<Json>(*other.json_) : nullptr;
  return *this;
}
JsonBox& JsonBox::operator=(JsonBox&& other) noexcept = default;
JsonBox::~JsonBox() = default;

const Json& JsonBox::get() const {
  static const Json kNull;
  return json_ ? *json_ : kNull;
}

Json& JsonBox::get() {
  if (!json_) json_ = std::make_unique<Json>();
  return *json_;
}

bool JsonBox::operator==(const JsonBox& other) const { return get() == other.get(); }

}  // namespace base

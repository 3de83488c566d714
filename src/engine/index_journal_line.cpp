#include "engine/index_journal_line.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "base/text.h"
#include "base/time.h"

namespace engine {
namespace {

constexpr std::size_t kHashChars = 64;
constexpr std::size_t kKeyChars = 16;

// Takes `text` off the front.
bool skip(std::string_view& rest, std::string_view text) {
  if (!rest.starts_with(text)) return false;
  rest.remove_prefix(text.size());
  return true;
}

bool skip_back(std::string_view& rest, std::string_view text) {
  if (!rest.ends_with(text)) return false;
  rest.remove_suffix(text.size());
  return true;
}

// A text without escapes, up to its quote.
std::optional<std::string_view> plain_text(std::string_view& rest) {
  const std::size_t end = rest.find('"');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view text = rest.substr(0, end);
  if (text.find('\\') != std::string_view::npos) return std::nullopt;
  rest.remove_prefix(end + 1);
  return text;
}

// A text of `size` characters, or an empty one, at the end.
std::optional<std::string_view> text_back(std::string_view& rest, std::size_t size,
                                          std::string_view label) {
  if (rest.ends_with(label)) {
    rest.remove_suffix(label.size());
    return std::string_view();
  }
  if (rest.size() < size) return std::nullopt;
  const std::string_view text = rest.substr(rest.size() - size);
  rest.remove_suffix(size);
  if (!skip_back(rest, label)) return std::nullopt;
  return text;
}

// Days since 1970.
std::int64_t days_since_epoch(std::int64_t year, unsigned month, unsigned day) {
  const std::chrono::sys_days date{std::chrono::year(static_cast<int>(year)) /
                                   std::chrono::month(month) / std::chrono::day(day)};
  return date.time_since_epoch().count();
}

class PayloadHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, PayloadHandler> {
 public:
  explicit PayloadHandler(PayloadParts& parts) : parts_(parts) {}

  bool Default() {
    into_ = nullptr;
    is_duration_ = is_allowed_ = is_forced_ = false;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ == 1) choose(std::string_view(text, size));
    return true;
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ == 1 && into_ != nullptr) into_->assign(text, size);
    return Default();
  }
  bool Bool(bool value) {
    if (depth_ == 1 && is_allowed_) parts_.allowed = value;
    if (depth_ == 1 && is_forced_) parts_.forced = value;
    return Default();
  }
  bool Int(int number) { return take(number); }
  bool Uint(unsigned number) { return take(number); }
  bool Int64(std::int64_t number) { return take(number); }
  bool Uint64(std::uint64_t number) { return take(static_cast<std::int64_t>(number)); }
  bool Double(double number) {
    constexpr double kMax = 1e15;
    return take(number > 0 && number < kMax ? static_cast<std::int64_t>(number) : 0);
  }
  bool StartObject() { return ++depth_ <= kDepthMax; }
  bool StartArray() { return ++depth_ <= kDepthMax; }
  bool EndObject(rapidjson::SizeType) {
    --depth_;
    return Default();
  }
  bool EndArray(rapidjson::SizeType) {
    --depth_;
    return Default();
  }

 private:
  static constexpr int kDepthMax = 200;

  bool take(std::int64_t number) {
    if (depth_ == 1 && is_duration_) parts_.duration_ms = number;
    return Default();
  }
  void choose(std::string_view key) {
    Default();
    if (key == "tool")
      into_ = &parts_.tool;
    else if (key == "agent")
      into_ = &parts_.agent;
    else if (key == "agent_type")
      into_ = &parts_.agent_type;
    else if (key == "text")
      into_ = &parts_.text;
    else if (key == "source")
      into_ = &parts_.source;
    else if (key == "reason")
      into_ = &parts_.reason;
    else if (key == "message")
      into_ = &parts_.message;
    else if (key == "name")
      into_ = &parts_.name;
    else if (key == "work" || key == "slug")
      into_ = &parts_.work;
    else if (key == "what" || key == "action")
      into_ = &parts_.what;
    else if (key == "from" || key == "previous")
      into_ = &parts_.from;
    else if (key == "to")
      into_ = &parts_.to;
    else if (key == "duration_ms")
      is_duration_ = true;
    else if (key == "allowed")
      is_allowed_ = true;
    else if (key == "forced" || key == "force")
      is_forced_ = true;
  }

  PayloadParts& parts_;
  int depth_ = 0;
  std::string* into_ = nullptr;
  bool is_duration_ = false;
  bool is_allowed_ = false;
  bool is_forced_ = false;
};

}  // namespace

std::optional<std::int64_t> millis_of(std::string_view at) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00.000Z";
  if (at.size() != kShape.size()) return std::nullopt;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] == '0' ? !base::is_digit(at[i]) : at[i] != kShape[i]) return std::nullopt;
  }
  const auto number = [&](std::size_t from, std::size_t size) {
    unsigned value = 0;
    for (std::size_t i = from; i < from + size; ++i) {
      value = value * 10 + static_cast<unsigned>(at[i] - '0');
    }
    return value;
  };
  const unsigned month = number(5, 2);
  const unsigned day = number(8, 2);
  if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  const std::int64_t seconds =
      std::int64_t{number(11, 2)} * 3600 + number(14, 2) * 60 + number(17, 2);
  return (days_since_epoch(number(0, 4), month, day) * 86400 + seconds) * 1000 + number(20, 3);
}

std::optional<JournalParts> journal_parts(std::string_view line) {
  std::string_view rest = line;
  if (!skip(rest, "{\"seq\":")) return std::nullopt;
  const std::size_t comma = rest.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto seq = base::to_number(rest.substr(0, comma));
  rest.remove_prefix(comma);
  if (!seq || !skip(rest, ",\"at\":\"")) return std::nullopt;
  const auto at = plain_text(rest);
  if (!at || !skip(rest, ",\"kind\":\"")) return std::nullopt;
  const auto kind = plain_text(rest);
  if (!kind || !skip(rest, ",\"actor\":\"")) return std::nullopt;
  const auto actor = plain_text(rest);
  if (!actor || !skip(rest, ",\"payload\":")) return std::nullopt;
  if (!skip_back(rest, "\"}")) return std::nullopt;
  const auto mac = text_back(rest, kHashChars, ",\"mac\":\"");
  if (!mac || !skip_back(rest, "\"")) return std::nullopt;
  const auto key = text_back(rest, kKeyChars, ",\"key\":\"");
  if (!key || !skip_back(rest, "\"")) return std::nullopt;
  const auto prev = text_back(rest, kHashChars, ",\"prev\":\"");
  const auto millis = millis_of(*at);
  if (!prev || !millis || !rest.starts_with('{') || !rest.ends_with('}')) return std::nullopt;
  return JournalParts{*seq, *at, *millis, *kind, *actor, rest, *prev};
}

bool read_payload(std::string_view payload, PayloadParts& parts) {
  PayloadHandler handler(parts);
  rapidjson::MemoryStream stream(payload.data(), payload.size());
  rapidjson::Reader reader;
  return !reader.Parse<rapidjson::kParseValidateEncodingFlag>(stream, handler).IsError();
}

}  // namespace engine

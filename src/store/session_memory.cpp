#include "store/session_memory.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/percent.h"
#include "base/text.h"
#include "store/session_stamp.h"

namespace store {
namespace {

constexpr std::string_view kStampBegin = "<!-- holdfast: ";
constexpr std::string_view kStampEnd = " -->";
constexpr std::size_t kMemoryNameBytesMax = 200;

// Nothing in a value can end the comment or look like another value.
std::string encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "._:@+-";
  std::string out;
  for (const char c : text) {
    if (base::is_alnum(c) || kPlain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 0xF];
  }
  return out;
}

base::Error bad_name(std::string_view why) {
  return {base::Code::invalid_params, "the memory's name " + std::string(why), ""};
}

bool is_forbidden(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7f' || c == '\\';
}

}  // namespace

std::string stamp_line(const MemoryStamp& stamp) {
  std::string line(kStampBegin);
  line += "run=" + encoded(stamp.run) + " version=" + std::to_string(stamp.version) +
          " host=" + encoded(stamp.host);
  return line.append(kStampEnd).append("\n");
}

std::optional<MemoryStamp> stamp_of(std::string_view text) {
  text = base::trim(text);
  const std::size_t before = text.rfind('\n');
  std::string_view line = before == std::string_view::npos ? text : text.substr(before + 1);
  if (!line.starts_with(kStampBegin)) return std::nullopt;
  line.remove_prefix(kStampBegin.size());
  if (!line.ends_with(kStampEnd)) return std::nullopt;
  line.remove_suffix(kStampEnd.size());
  MemoryStamp stamp;
  bool has_version = false;
  for (const std::string_view part : base::split(line, ' ')) {
    if (part.starts_with("run=")) stamp.run = base::percent_decoded(part.substr(4));
    if (part.starts_with("host=")) stamp.host = base::percent_decoded(part.substr(5));
    if (!part.starts_with("version=")) continue;
    const auto number = base::to_number(part.substr(8));
    has_version = number && *number <= static_cast<std::uint64_t>(INT64_MAX);
    if (has_version) stamp.version = static_cast<std::int64_t>(*number);
  }
  if (stamp.run.empty() || !has_version) return std::nullopt;
  return stamp;
}

std::string format_fallback_state(const model::Protocol& protocol, const MemoryStamp& stamp) {
  base::Json json = to_json(protocol);
  json["holdfast"] = {{"run", stamp.run}, {"version", stamp.version}, {"host", stamp.host}};
  return base::dump_pretty(json);
}

base::Result<std::string> memory_file_name(std::string_view name) {
  constexpr std::string_view kPrefix = "mem:";
  constexpr std::string_view kEnding = ".md";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  if (name.ends_with(kEnding)) name.remove_suffix(kEnding.size());
  if (name.size() > kMemoryNameBytesMax) return bad_name("is longer than 200 bytes");
  if (!base::is_utf8(name) || std::any_of(name.begin(), name.end(), is_forbidden)) {
    return bad_name("has a character that no file should have");
  }
  for (const std::string_view part : base::split(name, '/')) {
    if (part.empty()) return bad_name("has an empty part");
    if (part == "." || part == "..") return bad_name("leads out of its folder");
  }
  return std::string(name).append(kEnding);
}

}  // namespace store

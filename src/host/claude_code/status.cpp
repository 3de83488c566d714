#include "host/claude_code/status.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <array>
#include <string>
#include <utility>

#include "host/claude_code/event.h"
#include "host/claude_code/json_place.h"

namespace host::claude_code {
namespace {

// Takes the few members we show out of the stream; everything else goes by.
class Members : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Members>, public JsonPlace {
 public:
  explicit Members(model::HostStatus& status) : status_(status) {}

  using JsonPlace::EndArray;
  using JsonPlace::EndObject;
  using JsonPlace::Key;
  using JsonPlace::StartArray;
  using JsonPlace::StartObject;

  bool String(const char* text, rapidjson::SizeType length, bool) {
    const std::array<std::pair<std::string_view, std::string*>, 3> known{
        {{"session_id", &status_.host_id},
         {"cwd", &status_.folder},
         {"workspace.project_dir", &status_.project_folder}}};
    for (const auto& [place, into] : known) {
      if (is_at(place)) into->assign(text, length);
    }
    return true;
  }
  bool Int(int value) { return number(value); }
  bool Uint(unsigned value) { return number(value); }
  bool Int64(std::int64_t value) { return number(static_cast<double>(value)); }
  bool Uint64(std::uint64_t value) { return number(static_cast<double>(value)); }
  bool Double(double value) { return number(value); }

 private:
  // Whether the value is that of "key", or of "section.key" one level deeper.
  bool is_at(std::string_view place) const {
    const std::size_t dot = place.find('.');
    if (dot == std::string_view::npos) return is_at_top() && key() == place;
    return is_in(place.substr(0, dot)) && key() == place.substr(dot + 1);
  }
  bool number(double value) {
    if (is_at("context_window.used_percentage")) status_.context_percent = value;
    if (is_at("cost.total_cost_usd")) status_.cost_usd = value;
    return true;
  }

  model::HostStatus& status_;
};

}  // namespace

model::HostStatus parse_status(std::string_view json) {
  model::HostStatus status;
  status.host = kHostName;
  Members members(status);
  rapidjson::MemoryStream stream(json.data(), json.size());
  rapidjson::Reader reader;
  [[maybe_unused]] const auto result =
      reader.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(stream,
                                                                                           members);
  return status;
}

}  // namespace host::claude_code

#include "web/live_feed.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/json.h"
#include "base/text.h"
#include "web/api/run_event_json.h"

namespace web {
namespace {

using base::Json;

constexpr std::size_t kActivitySummaryBytesMax = 1024;

}  // namespace

std::string activity_text(const engine::LiveActivity& activity) {
  Json json{{"project", activity.project_id},
            {"project_name", activity.project_name},
            {"run", activity.run.text},
            {"event", run_event_to_json(activity.run, activity.event)}};
  std::string text = base::dump_line(json);
  if (text.size() <= kActivityBytesMax) return text;
  Json& event = json["event"];
  event["payload"] = nullptr;
  text = base::dump_line(json);
  if (text.size() <= kActivityBytesMax) return text;
  // A command or a list of files that is longer than any page shows.
  event["gate"] = nullptr;
  for (const char* key : {"summary", "kind", "actor", "agent"}) {
    const auto found = event.find(key);
    if (found == event.end() || !found->is_string()) continue;
    *found = std::string(
        base::clip_utf8(found->get_ref<const std::string&>(), kActivitySummaryBytesMax));
  }
  return base::dump_line(json);
}

std::string change_text(const engine::LiveChange& change) {
  Json what = Json::array();
  for (const engine::LivePart part : change.parts.list()) what.push_back(engine::name_of(part));
  return base::dump_line(
      Json{{"what", std::move(what)},
           {"project", change.project_id ? Json(*change.project_id) : Json(nullptr)},
           {"scope", change.is_team ? "team" : "machine"}});
}

void LiveFeed::activity(const engine::LiveActivity& activity) {
  std::optional<std::string> text;
  try {
    text = activity_text(activity);
  } catch (const std::exception&) {
    // The line is whatever somebody wrote into a journal: no words for it must not end the server.
    return;
  }
  hub_.publish("activity", *std::move(text));
}

void LiveFeed::changed(const engine::LiveChange& change) {
  hub_.publish("changed", change_text(change));
}

}  // namespace web

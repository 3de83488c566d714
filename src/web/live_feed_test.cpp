#include "web/live_feed.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace web {
namespace {

using base::Json;

engine::LiveActivity activity_of(Json payload) {
  engine::LiveActivity activity{"p1", "api", {"7d1054b6-2839-4e27-bcef-43e6e47ca4b4"}, {}};
  activity.event.seq = 7;
  activity.event.at = "2026-01-18T09:30:00.000Z";
  activity.event.kind = "prompt";
  activity.event.actor = "hook";
  activity.event.payload = base::JsonBox(std::move(payload));
  return activity;
}

TEST(LiveFeedTest, AnActivityNamesProjectRunAndEvent) {
  const Json json = Json::parse(activity_text(activity_of({{"text", "mend it"}})));
  EXPECT_EQ(json["project"], "p1");
  EXPECT_EQ(json["project_name"], "api");
  EXPECT_EQ(json["run"], "7d1054b6-2839-4e27-bcef-43e6e47ca4b4");
  EXPECT_EQ(json["event"]["seq"], 7);
  EXPECT_EQ(json["event"]["summary"], "mend it");
  EXPECT_EQ(json["event"]["payload"]["text"], "mend it");
}

TEST(LiveFeedTest, AHugeOneComesWithoutItsPayload) {
  const std::string text = activity_text(activity_of({{"big", std::string(70'000, 'x')}}));
  EXPECT_LT(text.size(), kActivityBytesMax);
  EXPECT_EQ(Json::parse(text)["event"]["payload"], nullptr);
  EXPECT_EQ(Json::parse(text)["event"]["kind"], "prompt");
  engine::LiveActivity worst = activity_of({{"text", std::string(200'000, 'x')}});
  worst.event.kind = std::string(100'000, 'k');
  const std::string shortened = activity_text(worst);
  EXPECT_LT(shortened.size(), kActivityBytesMax);
  EXPECT_EQ(Json::parse(shortened)["event"]["seq"], 7);
}

TEST(LiveFeedTest, BytesThatAreNoTextAreReplaced) {
  const std::string text = activity_text(activity_of({{"text", "a\xff"}}));
  EXPECT_EQ(Json::parse(text)["event"]["payload"]["text"], "a\xEF\xBF\xBD");
}

TEST(LiveFeedTest, AChangeNamesWhatAndWhere) {
  using enum engine::LivePart;
  EXPECT_EQ(change_text({"p1", {runs, health}}),
            R"({"what":["runs","health"],"project":"p1","scope":"machine"})");
  EXPECT_EQ(change_text({std::nullopt, {costs}}),
            R"({"what":["costs"],"project":null,"scope":"machine"})");
  EXPECT_EQ(change_text({std::nullopt, {costs}, true}),
            R"({"what":["costs"],"project":null,"scope":"team"})");
}

}  // namespace
}  // namespace web

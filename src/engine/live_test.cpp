#include "engine/live.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace engine {
namespace {

model::JournalEvent event_of(const std::string& kind, base::Json payload = base::Json::object()) {
  model::JournalEvent event;
  event.kind = kind;
  event.payload = base::JsonBox(std::move(payload));
  return event;
}

TEST(LiveTest, EveryLineIsAboutItsRunAndSomeAboutMore) {
  using enum LivePart;
  const struct {
    model::JournalEvent event;
    LiveParts parts;
  } rows[] = {
      {event_of("gate"), {runs}},
      {event_of("prompt"), {runs}},
      {event_of("gate", {{"fault", "no git"}}), {runs, health}},
      {event_of("event", base::Json::array()), {runs}},
      {event_of("work"), {runs, work}},
      {event_of("requirement"), {runs, requirements}},
      {event_of("session_start"), {runs, continuity}},
      {event_of("session_end"), {runs, continuity}},
      {event_of("handoff"), {runs, continuity}},
      {event_of("state"), {runs, health}},
      {event_of("refused"), {runs, health}},
      {event_of("journal.repaired"), {runs, health}},
  };
  for (const auto& row : rows) EXPECT_EQ(parts_of(row.event), row.parts) << row.event.kind;
}

TEST(LiveTest, ASetOfParts) {
  LiveParts parts;
  EXPECT_TRUE(parts.is_empty());
  parts.add(LivePart::costs);
  parts.add(LiveParts{LivePart::runs});
  EXPECT_EQ(parts.list(), (std::vector<LivePart>{LivePart::runs, LivePart::costs}));
  EXPECT_EQ(LiveParts::all().list().size(), 6U);
  EXPECT_EQ(name_of(LivePart::continuity), "continuity");
}

}  // namespace
}  // namespace engine

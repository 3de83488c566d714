#include "mcp/http_resumption.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/testing_exchange.h"
#include "os/fake.h"

namespace mcp {
namespace {

struct ShelfScene {
  explicit ShelfScene(ResumptionLimits limits = {}) : shelf(limits, clock) {}
  os::FakeClock clock;
  StreamShelf shelf;
};

using Events = std::vector<std::string>;

Events heard(FakeStream& stream) {
  Events events;
  for (std::size_t i = 0; i < stream.size(); ++i) {
    events.push_back(stream.event(i).id + " " + stream.event(i).data);
  }
  return events;
}

TEST(ResumableStreamTest, AClientThatComesBackGetsExactlyTheRest) {
  ShelfScene scene;
  const auto other = scene.shelf.make();
  const auto stream = scene.shelf.make();
  const auto first = std::make_shared<FakeStream>();
  stream->begin(first, true);
  stream->send("a");
  other->send("not yours");
  stream->send("b");
  first->close();
  stream->send("c");
  EXPECT_EQ(heard(*first), (Events{"2-0 ", "2-1 a", "2-2 b"}));
  const auto place = scene.shelf.find("2-1");
  ASSERT_TRUE(place);
  const auto second = std::make_shared<FakeStream>();
  EXPECT_TRUE(place->stream->resume(second, place->event));
  stream->send("d");
  EXPECT_EQ(heard(*second), (Events{"2-2 b", "2-3 c", "2-4 d"}));
  EXPECT_TRUE(second->is_open());
  stream->finish();
  EXPECT_FALSE(second->is_open());
  const auto third = std::make_shared<FakeStream>();
  EXPECT_TRUE(place->stream->resume(third, 3));
  EXPECT_EQ(heard(*third), (Events{"2-4 d"}));
  EXPECT_FALSE(third->is_open());
}

TEST(ResumableStreamTest, TwoConnectionsNeverGetTheSameStream) {
  ShelfScene scene;
  const auto stream = scene.shelf.make();
  const auto first = std::make_shared<FakeStream>();
  stream->begin(first, false);
  const auto second = std::make_shared<FakeStream>();
  EXPECT_TRUE(stream->resume(second, 0));
  stream->send("a");
  EXPECT_FALSE(first->is_open());
  EXPECT_EQ(first->size(), 0U);
  EXPECT_EQ(second->size(), 1U);
}

TEST(ResumableStreamTest, ADroppedClientIsToldWhenToComeBack) {
  ShelfScene scene;
  const auto stream = scene.shelf.make();
  const auto first = std::make_shared<FakeStream>();
  stream->begin(first, true);
  stream->send("a");
  stream->drop();
  EXPECT_FALSE(first->is_open());
  EXPECT_EQ(first->event(2).id, "1-1");
  EXPECT_EQ(first->event(2).retry, base::Millis{500});
  stream->send("b");
  stream->finish();
  const auto second = std::make_shared<FakeStream>();
  EXPECT_TRUE(stream->resume(second, 1));
  EXPECT_EQ(heard(*second), (Events{"1-2 b"}));
}

TEST(ResumableStreamTest, WhatIsGoneIsNotPassedOverInSilence) {
  ShelfScene scene({.stream_bytes = 10});
  const auto stream = scene.shelf.make();
  for (const char* data : {"aaaa", "bbbb", "cccc"}) stream->send(data);
  EXPECT_FALSE(stream->can_resume(0));
  EXPECT_TRUE(stream->can_resume(1));
  EXPECT_TRUE(stream->can_resume(3));
  EXPECT_FALSE(stream->can_resume(4));
  const auto client = std::make_shared<FakeStream>();
  EXPECT_FALSE(stream->resume(client, 0));
  EXPECT_EQ(client->size(), 0U);
  EXPECT_FALSE(client->is_open());
}

TEST(StreamShelfTest, EndedStreamsAreForgottenByAgeAndFirst) {
  ShelfScene scene({.streams = 3, .age = base::Millis{1000}});
  const auto open = scene.shelf.make();
  const auto ended = scene.shelf.make();
  ended->finish();
  EXPECT_TRUE(scene.shelf.find("2-0"));
  scene.clock.advance(std::chrono::seconds(2));
  EXPECT_FALSE(scene.shelf.find("2-0"));
  EXPECT_TRUE(scene.shelf.find("1-0"));
  scene.shelf.make()->finish();
  scene.shelf.make();
  scene.shelf.make();
  EXPECT_FALSE(scene.shelf.find("3-0"));
  EXPECT_TRUE(scene.shelf.find("1-0"));
  scene.shelf.make();
  EXPECT_FALSE(scene.shelf.find("1-0"));
}

TEST(StreamShelfTest, ASessionKeepsNoMoreThanItsBytes) {
  ShelfScene scene({.session_bytes = 10});
  const auto open = scene.shelf.make();
  open->send("12345678");
  const auto ended = scene.shelf.make();
  ended->send("12345678");
  ended->finish();
  EXPECT_TRUE(scene.shelf.find("1-0"));
  EXPECT_TRUE(scene.shelf.find("2-0"));
  scene.shelf.make();
  EXPECT_TRUE(scene.shelf.find("1-0"));
  EXPECT_FALSE(scene.shelf.find("2-0"));
  open->send("12345678");
  scene.shelf.make();
  EXPECT_FALSE(scene.shelf.find("1-0"));
}

TEST(StreamShelfTest, AnIdThatWasNeverGivenFindsNothing) {
  ShelfScene scene;
  scene.shelf.make();
  for (const char* id : {"", "1", "-", "1-", "-1", "2-0", "1-x", "x-1", "1-1-1", "+1-0"}) {
    EXPECT_FALSE(scene.shelf.find(id)) << id;
  }
  EXPECT_TRUE(scene.shelf.find("1-0"));
}

}  // namespace
}  // namespace mcp

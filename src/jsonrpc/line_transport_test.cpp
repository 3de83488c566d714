#include "jsonrpc/line_transport.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "os/test_support.h"

namespace jsonrpc {
namespace {

using Kind = LineTransport::Incoming::Kind;

struct Scene {
  os::Pipe in;
  os::Pipe out;
  os::LineReader reader{in.reader(), 100};
  os::LineWriter writer{out.writer()};
  LineTransport transport{reader, writer};

  LineTransport::Incoming receive() { return transport.receive(base::Millis{0}, {}); }
};

TEST(LineTransportTest, EachLineIsAMessageAndBlankOnesAreNone) {
  Scene scene;
  scene.in.put("\n \r\n{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\r\nnonsense\n");
  const auto first = scene.receive();
  ASSERT_EQ(first.kind, Kind::text);
  const auto& message = std::get<Message>(first.text.items.front());
  EXPECT_EQ(std::get<Notification>(message).method, "a");
  EXPECT_EQ(std::get<Response>(scene.receive().text.items.front()).error->code, kParseError);
  EXPECT_EQ(scene.receive().kind, Kind::timed_out);
  scene.reader.wake();
  EXPECT_EQ(scene.receive().kind, Kind::woken);
  scene.in.put(std::string(200, 'x') + "\n");
  EXPECT_EQ(std::get<Response>(scene.receive().text.items.front()).error->code, kParseError);
  scene.in.close_writer();
  EXPECT_EQ(scene.receive().kind, Kind::ended);
}

TEST(LineTransportTest, AMessageIsSentAsOneLine) {
  Scene scene;
  EXPECT_TRUE(scene.transport.send({{"text", "a\nb"}}));
  EXPECT_EQ(scene.out.drain(), "{\"text\":\"a\\nb\"}\n");
}

}  // namespace
}  // namespace jsonrpc

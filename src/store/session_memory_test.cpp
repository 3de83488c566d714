#include "store/session_memory.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/json.h"
#include "store/protocol_document.h"

namespace store {
namespace {

// B1-4, B1-28
TEST(SessionMemoryTest, TheStampIsTheLastLineAndNothingElse) {
  const std::string stamp = "<!-- holdfast: run=0123-abc version=42 host=my%20box -->";
  for (const std::string& text : {stamp, stamp + "\n", "a\nb\n\n" + stamp + "\r\n\n"}) {
    const auto read = stamp_of(text);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->run, "0123-abc");
    EXPECT_EQ(read->version, 42);
    EXPECT_EQ(read->host, "my box");
  }
  for (const std::string& text :
       {std::string(), stamp + "\na", "a " + stamp, std::string("<!-- holdfast: run=a host=b -->"),
        std::string("<!-- holdfast: run=a version=-1 host=b -->"),
        std::string("<!-- holdfast: run=a version=99999999999999999999 host=b -->"),
        std::string("<!-- holdfast: version=1 host=b -->"), std::string("<!-- holdfast: -->")}) {
    EXPECT_FALSE(stamp_of(text).has_value()) << text;
  }
}

// S1-24, S1-58
TEST(SessionMemoryTest, TheFallbackIsTheWholeStateWithItsStamp) {
  model::Protocol protocol;
  protocol.session_id = "2026-01-18-session-01";
  protocol.objective = "a\n\"b\" | é";
  protocol.checklist = built_in_checklist();
  const std::string text = format_fallback_state(protocol, {"r", 3, "h"});
  EXPECT_TRUE(text.ends_with("}\n"));
  const auto json = base::parse_json(text);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["holdfast"].dump(), R"({"run":"r","version":3,"host":"h"})");
  EXPECT_EQ((*json)["current_phase"], "INIT");
  const auto again = model::protocol_from_json(*json);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->objective, protocol.objective);
  EXPECT_EQ(to_json(again->checklist), to_json(protocol.checklist));
}

TEST(SessionMemoryTest, ANameStaysBelowItsFolder) {
  const std::pair<const char*, const char*> names[] = {
      {"session-history", "session-history.md"},
      {"mem:session-history.md", "session-history.md"},
      {"global/a.b", "global/a.b.md"},
      {"é/ü", "é/ü.md"},
      {"a.md.md", "a.md.md"}};
  for (const auto& [name, file] : names) {
    const auto made = memory_file_name(name);
    ASSERT_TRUE(made.ok()) << name;
    EXPECT_EQ(*made, file);
  }
  for (const std::string& name :
       {std::string(), std::string(".md"), std::string("mem:"), std::string("/a"),
        std::string("a/"), std::string("a//b"), std::string(".."), std::string("../a"),
        std::string("a/../b"), std::string("a/..md/.././b"), std::string("./a"),
        std::string("a\0b", 3), std::string("a\nb"), std::string("a\\b"), std::string("\xFF"),
        std::string("...md"), std::string(201, 'a')}) {
    const auto made = memory_file_name(name);
    ASSERT_FALSE(made.ok()) << name;
    EXPECT_EQ(made.error().code, base::Code::invalid_params);
  }
  EXPECT_TRUE(memory_file_name(std::string(200, 'a')).ok());
}

}  // namespace
}  // namespace store
